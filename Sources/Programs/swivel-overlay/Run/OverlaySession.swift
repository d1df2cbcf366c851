// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import Control
import Drawing
import EventLoop
import Glibc
import WaylandClient

/// The common parts of overlay and rotate button: the loop, the daemon, the display or the
/// notifier, and the ways in which a run ends.
final class OverlaySession {
  let options: OverlayOptions
  let loop: EventLoop
  private(set) var feed: DaemonFeed?
  /// The display; nil without layer-shell, or if notifications were requested.
  private(set) var display: OverlayDisplay?
  private(set) var notifier: Notifier?
  let warn: (String) -> Void
  private var failure: OverlayFailure?
  private var isEnding = false

  init(_ options: OverlayOptions, warn: @escaping (String) -> Void) throws(OverlayFailure) {
    self.options = options
    self.warn = warn
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      throw OverlayFailure("\(error)")
    }
  }

  /// Connects to the daemon and the compositor; `fallback` describes the notifications used
  /// instead.
  func open(
    _ request: ControlRequest, fallback: String, onNews: @escaping (DaemonFeed.News) -> Void
  ) throws(OverlayFailure) {
    do throws(ControlProblem) {
      feed = try DaemonFeed(try connection(), request, on: loop) { [weak self] news in
        guard case .lost(let problem) = news else { return onNews(news) }
        // The daemon may close the connection after its `end` event.
        if self?.isEnding == false { self?.fail(OverlayFailure(problem.description)) }
      }
    } catch {
      throw OverlayFailure(error.description)
    }
    if options.notifies { try notify() } else { try draw(fallback) }
  }

  /// Runs until the daemon ends, a signal arrives, or an error occurs.
  func run(atEnd: () -> Void) throws(OverlayFailure) {
    do throws(SystemError) {
      _ = try loop.watch(signals: [SIGINT, SIGTERM, SIGHUP]) { [weak self] _ in self?.loop.stop() }
      try feed?.start()
      try display?.start()
      try loop.run()
    } catch {
      throw OverlayFailure("\(error)")
    }
    atEnd()
    display?.flush()
    if let failure { throw failure }
  }

  /// Ends the run at the daemon's or the user's request.
  func end() {
    isEnding = true
    loop.stop()
  }

  func fail(_ failure: OverlayFailure) {
    self.failure = self.failure ?? failure
    loop.stop()
  }

  /// Connects through an inherited descriptor of Swivel's compositor, or else to the session's
  /// daemon.
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

  // Without layer-shell, messages are shown as notifications.
  private func draw(_ fallback: String) throws(OverlayFailure) {
    let display: OverlayDisplay
    do throws(WaylandError) {
      display = try OverlayDisplay(on: loop)
    } catch {
      throw OverlayFailure(error)
    }
    guard display.layerShell != nil, display.compositor != nil, display.shm != nil else {
      warn("\(OverlayFailure.noLayerShell.description); \(fallback)")
      return try notify()
    }
    if let name = options.output, !display.outputs.contains(where: { $0.name == name }) {
      let names = display.outputs.compactMap(\.name).joined(separator: ", ")
      throw OverlayFailure("there is no output \(name); there are \(names)")
    }
    guard Font.isAnyInstalled else {
      throw OverlayFailure(
        "no font is installed (Debian: fonts-dejavu-core), so no letter can be drawn")
    }
    display.onFailure = { [weak self] error in self?.fail(OverlayFailure(error)) }
    self.display = display
  }

  private func notify() throws(OverlayFailure) {
    notifier = try Notifier(on: loop) { [weak self] in self?.warn($0.description) }
  }
}
