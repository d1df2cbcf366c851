// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
public import Control
import EventLoop
import Explanation
import Formats
import Glibc
import WaylandClient

// The window that shows the last decision. It is a process of its own, so that the daemon loads no
// drawing library, and so that it can fail without anybody's screen being turned or not turned.
//
// - It is a client of the daemon's socket and of the compositor, and asks neither for anything
//   that takes part in a decision: its window is never asked and takes no input.
// - `HUDModel` is pure: messages and times in, lines of text and a deadline out. All wording is
//   there.
// - `HUDSurface` and `HUDPainter` show what the model says, and redraw only what has changed.
// - Without layer-shell it falls back to notifications (`Notifier`).
//
// Begin with `HUDModel`.

/// The diagnostic window: follows the daemon and shows its last decision, without ever being asked.
///
/// Everything happens on one thread; nothing wakes it up while nothing happens.
public final class Overlay {
  private let options: OverlayOptions
  private let loop: EventLoop
  private var model: HUDModel
  private var feed: DaemonFeed?
  private var display: OverlayDisplay?
  private var surface: HUDSurface?
  private var notifier: Notifier?
  private var expiry: Token?
  private let style: TextStyle
  private var failure: OverlayFailure?
  private var isEnding = false
  private let warn: (String) -> Void

  /// Prepares a run; `warn` is told what works less well than it could.
  public init(_ options: OverlayOptions, warn: @escaping (String) -> Void) throws(OverlayFailure) {
    self.options = options
    self.warn = warn
    model = HUDModel(options)
    style = TextStyle(columns: 10_000, language: options.language)
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      throw OverlayFailure("\(error)")
    }
  }

  /// Runs until the daemon ends, a signal comes, or something fails.
  public func run() throws(OverlayFailure) {
    try connect()
    if options.notifies { try notify() } else { try draw() }
    do throws(SystemError) {
      _ = try loop.watch(signals: [SIGINT, SIGTERM, SIGHUP]) { [weak self] _ in self?.loop.stop() }
      try feed?.start()
      try display?.start()
      try loop.run()
    } catch {
      throw OverlayFailure("\(error)")
    }
    surface?.hide()
    display?.flush()
    if let failure { throw failure }
  }

  private func connect() throws(OverlayFailure) {
    do throws(ControlProblem) {
      feed = try DaemonFeed(try connection(), on: loop) { [weak self] in self?.take($0) }
    } catch {
      throw OverlayFailure(error.description)
    }
  }

  /// A socket that a compositor of ours has handed down, or else the session's daemon.
  private func connection() throws(ControlProblem) -> ControlConnection {
    if let word = unsafe getenv("SWIVEL_CONTROL_FD"),
      let descriptor = unsafe Int32(String(cString: word))
    {
      return ControlConnection(adopting: descriptor)
    }
    let address: ControlAddress
    do throws(ControlAddress.Problem) {
      address = try .ofSession()
    } catch {
      throw ControlProblem(error.description)
    }
    return try ControlConnection(address)
  }

  // Where nothing can be drawn over windows, conflicts come as notifications.
  private func draw() throws(OverlayFailure) {
    do throws(WaylandError) {
      display = try OverlayDisplay(on: loop)
    } catch {
      throw OverlayFailure(error)
    }
    guard let display else { return }
    guard display.layerShell != nil, display.compositor != nil, display.shm != nil else {
      warn(
        "\(OverlayFailure.noLayerShell.description); conflicts come as notifications, "
          + "`swivel top` shows everything in a terminal")
      self.display = nil
      return try notify()
    }
    if let name = options.output, !display.outputs.contains(where: { $0.name == name }) {
      let names = display.outputs.compactMap(\.name).joined(separator: ", ")
      throw OverlayFailure("there is no output \(name); there are \(names)")
    }
    guard HUDPainter.hasFonts else {
      throw OverlayFailure(
        "no font is installed (Debian: fonts-dejavu-core), so no letter can be drawn")
    }
    display.onFailure = { [weak self] error in self?.fail(OverlayFailure(error)) }
    surface = HUDSurface(display, options) { [weak self] in self?.fail($0) }
  }

  private func notify() throws(OverlayFailure) {
    notifier = try Notifier(on: loop) { [weak self] in self?.warn($0.description) }
  }

  private func take(_ news: DaemonFeed.News) {
    switch news {
    case .event(let event, let state):
      let before = model
      surface?.turning =
        (state?["outputs"]?.array ?? []).first { $0["turns"]?.bool == true }?["name"]?.string
      let wish = model.take(event, state: state)
      if case .explain(let number)? = wish { feed?.explain(number, .short, style) }
      show(since: before, isNew: true)
      if wish == .quit {
        isEnding = true
        loop.stop()
      }
    case .explained(let number, let text, let explanation):
      let before = model
      model.take(explanation: explanation, text: text, of: number)
      show(since: before, isNew: false)
    // Who has said that it ends may hang up.
    case .lost(let problem): if !isEnding { fail(OverlayFailure(problem.description)) }
    }
  }

  private func show(since before: HUDModel, isNew: Bool) {
    guard model != before else { return }
    surface?.show(model.lines, tone: model.message?.tone ?? .quiet)
    if let notifier, model.isAlarming, model.isShown, model.message != before.message {
      notifier.show(model.lines, isUrgent: model.message?.tone == .split, stay: options.stay)
    }
    guard isNew, options.stay > 0 else { return }
    if let expiry { loop.remove(expiry) }
    guard model.isShown else { return }
    expiry = loop.schedule(after: .seconds(options.stay)) { [weak self] in
      self?.expire()
    }
  }

  private func expire() {
    expiry = nil
    model.expire()
    surface?.hide()
  }

  private func fail(_ failure: OverlayFailure) {
    self.failure = self.failure ?? failure
    loop.stop()
  }
}

/// Why the overlay cannot go on, in words for people.
public struct OverlayFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What happened and what helps.
  public let description: String

  init(_ description: String) { self.description = description }

  init(_ error: WaylandError) { self.init("the compositor: \(error)") }

  /// What a display without the layer shell is told.
  static let noLayerShell = OverlayFailure(
    "the compositor offers no zwlr_layer_shell_v1, so nothing can be drawn over its windows")
}
