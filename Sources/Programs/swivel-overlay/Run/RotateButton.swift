// SPDX-License-Identifier: Apache-2.0
import Control
import EventLoop
import Explanation
import Formats
import Glibc
import Orientation

/// The rotate button of `swivel suggest`, shown while the output does not follow the device.
///
/// A tap rotates or unlocks, a long press offers choices. The button is a layer surface like the
/// overlay's, so it is never asked; it sends the daemon the same requests as `swivel rotate` and
/// `swivel unlock`.
final class RotateButton {
  private let session: OverlaySession
  private var model: SuggestionModel
  private var surface: PlateSurface<ButtonPainter>?
  private var input: PlateInput?
  private var face: ButtonFace?
  private var timer: Token?
  private let style: TextStyle
  private let store = QuietApplications { name in
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Creates a run; `warn` is called with the limitations of this desktop.
  init(_ options: OverlayOptions, warn: @escaping (String) -> Void) throws(OverlayFailure) {
    session = try OverlaySession(options, warn: warn)
    model = SuggestionModel(options, beginning: nil)
    style = TextStyle(columns: 60, language: options.language)
  }

  /// Runs until the daemon ends, a signal arrives, or an error occurs.
  func run() throws(OverlayFailure) {
    try session.open(.suggest, fallback: "suggestions come as notifications") { [weak self] in
      self?.take($0)
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
      input = PlateInput(display) { [weak self] in self?.take($0) }
      surface.onSurface = { [weak self] in self?.input?.surface = $0 }
      self.surface = surface
    }
    session.notifier?.onAction = { [weak self] in self?.take(action: $0) }
    try session.run { surface?.hide() }
  }

  private func take(_ news: DaemonFeed.News) {
    switch news {
    case .event(let event, let state):
      if state != nil { surface?.followTurning(state) }
      perform(model.heard(event, state))
    case .explained(let number, let text, let explanation):
      perform(model.heard(explanation: explanation, text: text, of: number))
    case .refused(let failure): session.warn("the daemon answered: \(failure.description)")
    case .lost: break
    }
  }

  private func take(_ event: PlateInput.Event) {
    guard let face, let size = surface?.shownSize else { return }
    switch event {
    case .pressed(let place):
      if let row = face.row(at: place, of: size) { perform(model.pressed(row: row)) }
    case .released(let place): perform(model.released(row: face.row(at: place, of: size)))
    case .cancelled: perform(model.released(row: nil))
    }
  }

  private func take(action name: String) {
    guard let suggestion = model.suggestion,
      let choice = SuggestionChoice(rawValue: name)
    else { return }
    perform(model.take(choice, suggestion))
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
    surface?.show(face, in: session.options.corner.turned(by: face.quarters))
    // Notifications expire by themselves: the fading is not shown.
    guard let notifier = session.notifier, face.strength == 1, let suggestion = model.suggestion
    else { return }
    let choices = SuggestionChoice.offered(for: suggestion)
    notifier.show(
      face.rows, isUrgent: false, stay: session.options.stay,
      actions: choices.map { ($0.rawValue, $0.words(session.options.language)) })
  }

  private func hide() {
    face = nil
    surface?.hide()
    session.notifier?.close()
  }
}
