// SPDX-License-Identifier: Apache-2.0
import Control
import Drawing
import EventLoop
import Explanation
import Formats
import Glibc
import Orientation
import Text

/// The rotate button of `swivel suggest`, shown for some time when the output does not follow the
/// device.
///
/// A tap rotates or unlocks, a long press offers choices. The button is a layer surface, so no rule
/// set asks it. It also asks how to rotate an output whose mount is unknown.
final class RotateButton {
  private let session: OverlaySession
  private var model: SuggestionModel
  private var surface: PlateSurface<ButtonPainter>?
  private var input: PlateInput?
  private var face: ButtonFace?
  private var timer: Token?
  private let style: TextStyle
  private let store = QuietApplications(environment: Program.environment)

  /// Creates a run; `warn` is called with the limitations of this desktop, in words for the user.
  init(_ options: OverlayOptions, warn: @escaping (String) -> Void) throws(OverlayFailure) {
    session = try OverlaySession(options, warn: warn)
    model = SuggestionModel(options, beginning: nil)
    style = TextStyle(columns: 60, language: options.language)
  }

  /// Runs until the daemon ends, a signal arrives, or an error occurs.
  func run() throws(OverlayFailure) {
    try session.open(.suggest, fallback: "suggestions come as notifications") { [weak self] in
      self?.receive($0)
    }
    let state = session.feed?.beginning["state"]
    do throws(InputError) {
      model = SuggestionModel(session.options, beginning: state, quiet: try store.load())
    } catch {
      throw OverlayFailure(error.description)
    }
    if let display = session.display {
      let surface = PlateSurface(display, session.options, ButtonPainter(session.options)) {
        [weak session] in session?.fail($0)
      }
      surface.followTurning(state)
      input = PlateInput(display) { [weak self] in self?.receive($0) }
      surface.onSurface = { [weak self] in self?.input?.surface = $0 }
      self.surface = surface
    }
    // Only a terminal gets this message; a daemon that starts the button reads messages from a
    // pipe.
    if isatty(STDERR_FILENO) == 1 { session.warn(SuggestionPhrase.waits(style.language)) }
    session.notifier?.onAction = { [weak self] in
      guard let self else { return }
      perform(model.choose(name: $0))
    }
    perform(model.begin(state))
    try session.run { surface?.hide() }
  }

  private func receive(_ news: DaemonFeed.News) {
    switch news {
    case .event(let event, let state):
      if state != nil { surface?.followTurning(state) }
      perform(model.receive(event, state))
    case .explained(let number, let text, let explanation):
      perform(model.receive(explanation: explanation, text: text, of: number))
    case .refused(let failure):
      session.warn(ControlPhrase.answered(.english, failure.description))
    case .lost: break
    }
  }

  private func receive(_ event: PlateInput.Event) {
    guard let face, let size = surface?.shownSize else { return }
    switch event {
    case .pressed(let place):
      if let row = face.row(at: place, of: size) { perform(model.pressed(row: row)) }
    case .released(let place): perform(model.released(row: face.row(at: place, of: size)))
    case .cancelled: perform(model.released(row: nil))
    }
  }

  private func perform(_ actions: [SuggestionModel.Action]) {
    for action in actions {
      switch action {
      case .draw(let face): show(face)
      case .hide: hide()
      case .explain(let number): session.feed?.explain(number, .short, style)
      case .send(let request): session.feed?.send(request)
      case .keepQuiet(let applications):
        if let problem = store.keep(applications) { session.warn(problem) }
      case .wake(let delay):
        rest()
        timer = session.loop.schedule(after: delay) { [weak self] in
          guard let self else { return }
          timer = nil
          perform(model.wake())
        }
      case .rest: rest()
      case .quit: session.end()
      }
    }
  }

  private func rest() {
    if let timer { session.loop.remove(timer) }
    timer = nil
  }

  private func show(_ face: ButtonFace) {
    self.face = face
    surface?.preferredOutput = model.output
    surface?.show(face, in: session.options.corner.turned(by: face.quarters))
    // The frames of the fading are not shown as notifications, which expire by themselves.
    guard let notifier = session.notifier, face.strength == 1 else { return }
    // The rows after a question are its answers, which the notification has as actions.
    notifier.show(
      model.output == nil ? face.rows : [face.rows[0]], isUrgent: false,
      stay: session.options.stay, actions: model.choices)
  }

  private func hide() {
    face = nil
    surface?.hide()
    session.notifier?.close()
  }
}

private final class ButtonPainter: PlatePainter {
  /// The height of a row in logical pixels; Android recommends touch targets of at least 48.
  static let rowHeight = 48
  private static let padding = 16.0
  private static let symbol = 20.0

  private let font: Font
  private let width: Double

  init(_ options: OverlayOptions) {
    font = Font("\(options.font) \(options.fontSize)")
    width = Double(options.width)
  }

  func size(of face: ButtonFace) -> (width: Int, height: Int) {
    let picture = picture(of: face)
    let size = face.transform.apply(to: picture)
    return (Int(size.width), Int(size.height))
  }

  func draw(_ face: ButtonFace, in context: DrawingContext, width: Double, height: Double) {
    // The size before the rotation; the compositor may have configured another size than requested.
    let (across, down) = face.quarters % 2 == 0 ? (width, height) : (height, width)
    context.faded(face.strength) {
      context.translate(width / 2, height / 2)
      context.rotate(-Double(face.quarters) * .pi / 2)
      context.translate(-across / 2, -down / 2)
      context.fill(Area(x: 0, y: 0, width: across, height: down), .plate)
      for (index, row) in face.rows.enumerated() { draw(row, index, face, context, across) }
    }
  }

  private func draw(
    _ row: String, _ index: Int, _ face: ButtonFace, _ context: DrawingContext, _ width: Double
  ) {
    let height = Double(Self.rowHeight)
    let top = Double(index) * height
    if index == face.marked {
      context.fill(Area(x: 0, y: top, width: width, height: height), .pressed)
    }
    var left = Self.padding
    if face.rows.count == 1 {
      arrow(context, x: left + Self.symbol / 2, y: top + height / 2)
      left += Self.symbol + Self.padding / 2
    }
    let y = top + (height - font.size(of: row).height) / 2
    context.write(
      row, font, .text, in: Area(x: left, y: y, width: width - left - Self.padding), fromTop: true)
  }

  private func arrow(_ context: DrawingContext, x: Double, y: Double) {
    let radius = Self.symbol / 2 - 2
    let colour = HUDTone.blocked.colour
    context.arc(x: x, y: y, radius: radius, to: 1.5 * .pi, colour, lineWidth: 3)
    context.fill([(x, y - radius - 5), (x + 7, y - radius), (x, y - radius + 5)], colour)
  }

  private func picture(of face: ButtonFace) -> Size {
    let symbol = face.rows.count == 1 ? Self.symbol + Self.padding / 2 : 0
    let widest = face.rows.map { font.size(of: $0).width }.max() ?? 0
    let across = min(width, widest + 2 * Self.padding + symbol)
    return Size(
      width: Int32(across.rounded(.up)), height: Int32(face.rows.count * Self.rowHeight))
  }
}

extension ButtonFace {
  /// The transform from the upright picture to the surface's axes.
  var transform: Transform { Transform(flipped: false, quarterTurns: quarters) }

  /// Returns the index of the row at a point of the surface; `nil` outside all rows.
  ///
  /// `surface` is the surface's size; both are in logical pixels.
  func row(at place: Point, of surface: Size) -> Int? {
    let upright = transform.inverse.apply(to: place, in: surface)
    let size = transform.inverse.apply(to: surface)
    guard upright.x >= 0, upright.x <= size.width, upright.y >= 0 else { return nil }
    let row = Int(upright.y) / ButtonPainter.rowHeight
    return row < rows.count ? row : nil
  }
}

extension OverlayOptions.Corner {
  /// Returns the corner of the output that the user sees as this corner.
  ///
  /// `quarters` is the number of quarter turns, counter-clockwise, from the output's picture to the
  /// device's pose.
  func turned(by quarters: Int) -> OverlayOptions.Corner {
    let around: [OverlayOptions.Corner] = [.topLeft, .bottomLeft, .bottomRight, .topRight]
    let index = around.firstIndex(of: self) ?? 0
    return around[(index + quarters) % 4]
  }
}

/// The list of applications for which the user wants no suggestion, stored in a file.
struct QuietApplications {
  /// The maximum number of applications in the file; the oldest are dropped.
  static let most = 256

  /// The path of the file; `nil` if the environment names no folder for it.
  private let path: String?

  /// Creates the store, at `$XDG_STATE_HOME/swivel` or `~/.local/state/swivel`.
  init(environment: (String) -> String?) {
    path = BaseDirectory.state.path(in: environment).map { "\($0)/swivel/suggest.json" }
  }

  /// Returns the applications in the file; an empty list if there is no file.
  ///
  /// - Throws: an error if the file cannot be read or parsed.
  func load() throws(InputError) -> [String] {
    guard let path, FileStamp(at: path) != nil else { return [] }
    let json = try JSONValue.parse(try InputFile.read(path: path), file: path)
    return Array((json["never"]?.array ?? []).compactMap(\.string).suffix(Self.most))
  }

  /// Writes the applications to the file; returns an error message, or `nil` on success.
  func keep(_ applications: [String]) -> String? {
    guard let path else {
      return "never lasts until the end: neither XDG_STATE_HOME nor HOME is an absolute path"
    }
    let names = applications.suffix(Self.most).map { JSONValue.string($0) }
    FilePath.makeDirectories(above: path)
    do throws(FileError) {
      let json: JSONValue = ["swivel": 1, "never": .array(names)]
      try OutputFile.write(json.compact() + "\n", to: path, .userOnly)
      return nil
    } catch {
      return "never lasts until the end: \(error)"
    }
  }
}
