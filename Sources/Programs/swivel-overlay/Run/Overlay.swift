// SPDX-License-Identifier: Apache-2.0
import Control
import Drawing
import EventLoop
import Explanation
import Formats
import Text
import WaylandClient

// The overlay shows the last decision in a window. It is a separate process, so that the daemon
// loads no drawing library, and so that a crash of the overlay affects no rotation.
//
// - The overlay is a client of the daemon and of the compositor, and takes part in no decision: its
//   window is never asked and takes no input.
// - The rotate button of `swivel suggest` is another run of the same program (`RotateButton`). Its
//   window is never asked either, but takes taps; any client may send the same requests to the
//   daemon.
// - `HUDModel` is pure: the daemon's events in, lines of text and requested actions out.
// - `PlateSurface` and `HUDPainter` draw the model's lines, and redraw only after changes.
// - Without layer-shell the overlay falls back to notifications (`Notifier`).
//
// Begin with `HUDModel`, and with `SuggestionModel` for the button.

/// The diagnostic window, which shows the daemon's last decision; no rule set asks the window.
///
/// The overlay has one thread, which sleeps until an event.
final class Overlay {
  private let session: OverlaySession
  private var model: HUDModel
  private var surface: PlateSurface<HUDPainter>?
  private var expiry: Token?
  private let style: TextStyle

  /// Creates a run; `warn` is called with the limitations of this desktop, in words for the user.
  init(_ options: OverlayOptions, warn: @escaping (String) -> Void) throws(OverlayFailure) {
    session = try OverlaySession(options, warn: warn)
    model = HUDModel(options)
    style = TextStyle(columns: 10_000, language: options.language)
  }

  /// Runs until the daemon ends, a command or a signal ends the overlay, or an error occurs.
  func run() throws(OverlayFailure) {
    try session.open(
      .watch(all: false),
      fallback: "conflicts come as notifications, `swivel top` shows everything in a terminal"
    ) { [weak self] in self?.receive($0) }
    surface = session.display.map { display in
      PlateSurface(display, session.options, HUDPainter(session.options)) { [weak session] in
        session?.fail($0)
      }
    }
    try session.run { surface?.hide() }
  }

  private func receive(_ news: DaemonFeed.News) {
    switch news {
    case .event(let event, let state):
      let before = model
      surface?.followTurning(state)
      let action = model.receive(event, state: state)
      if case .explain(let number)? = action { session.feed?.explain(number, .short, style) }
      show(since: before, isNew: true)
      if action == .quit { session.end() }
    case .explained(let number, let text, let explanation):
      let before = model
      model.receive(explanation: explanation, text: text, of: number)
      show(since: before, isNew: false)
    case .refused, .lost: break
    }
  }

  private func show(since before: HUDModel, isNew: Bool) {
    guard model != before else { return }
    if model.lines.isEmpty {
      surface?.hide()
    } else {
      surface?.show(HUDPlate(lines: model.lines, tone: model.message?.tone ?? .quiet))
    }
    let stay = session.options.stay
    if let notifier = session.notifier, model.isAlarming, model.isShown,
      model.message != before.message
    {
      notifier.show(model.lines, isUrgent: model.message?.tone == .split, stay: stay)
    }
    guard isNew, stay > 0 else { return }
    if let expiry { session.loop.remove(expiry) }
    guard model.isShown else { return }
    expiry = session.loop.schedule(after: .seconds(stay)) { [weak self] in
      self?.expire()
    }
  }

  private func expire() {
    expiry = nil
    model.expire()
    surface?.hide()
  }
}

struct OverlayFailure: Error, Equatable, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  init(_ error: WaylandError) { self.init("the compositor: \(error)") }

  static let noLayerShell = OverlayFailure(
    "the compositor offers no zwlr_layer_shell_v1, so nothing can be drawn over its windows")
}

struct HUDPlate: Equatable {
  var lines: [String]
  var tone: HUDTone
}

final class HUDPainter: PlatePainter {
  /// The distance of the text from the plate's edge, in logical pixels.
  private static let padding = 10.0
  /// The width of the coloured bar at the left, in logical pixels.
  private static let edge = 5.0

  private let font: Font
  private let width: Double

  init(_ options: OverlayOptions) {
    font = Font("\(options.font) \(options.fontSize)")
    width = Double(options.width)
  }

  func size(of plate: HUDPlate) -> (width: Int, height: Int) {
    var across = 0.0
    var down = 2 * Self.padding
    for line in plate.lines {
      let (w, h) = font.size(of: line)
      across = max(across, w)
      down += h
    }
    let total = min(width, across + 2 * Self.padding + Self.edge)
    return (Int(total.rounded(.up)), Int(down.rounded(.up)))
  }

  func draw(_ plate: HUDPlate, in context: DrawingContext, width: Double, height: Double) {
    context.fill(.plate)
    context.fill(Area(x: 0, y: 0, width: Self.edge, height: height), plate.tone.colour)
    var area = Area(
      x: Self.edge + Self.padding, y: Self.padding, width: width - 2 * Self.padding - Self.edge)
    for (row, line) in plate.lines.enumerated() {
      area.y += context.write(
        line, font, row == 0 ? plate.tone.colour : .text, in: area, fromTop: true)
    }
  }
}

extension RGB {
  /// The background of the overlay and of the rotate button.
  static let plate: RGB = 0x15171B
  /// The background of a pressed row of the rotate button.
  static let pressed: RGB = 0x3A404A
  static let text: RGB = 0xFFFFFF
}
