// SPDX-License-Identifier: Apache-2.0
import Bus
import ClientDrawing
import Control
import Drawing
import EventLoop
import Glibc
import WaylandClient

/// The part that overlay and rotate button share: event loop, daemon connection, and display.
///
/// The display is a Wayland connection with layer-shell, or else desktop notifications.
final class OverlaySession {
  let options: OverlayOptions
  let loop: EventLoop
  private(set) var feed: DaemonFeed?
  /// The Wayland connection; `nil` without layer-shell, or if the options request notifications.
  private(set) var display: OverlayDisplay?
  private(set) var notifier: Notifier?
  let warn: (String) -> Void
  private var failure: OverlayFailure?
  private var isEnding = false

  init(_ options: OverlayOptions, warn: @escaping (String) -> Void) throws(OverlayFailure) {
    self.options = options
    self.warn = warn
    // Pango's threads inherit the signal mask. A thread that does not block SIGINT would receive
    // the signal, whose default action ends the process.
    EarlySignals.hold()
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      throw OverlayFailure("\(error)")
    }
  }

  /// Connects to the daemon, and to the compositor or the notification service.
  ///
  /// `fallback` is the end of the warning if the compositor lacks layer-shell. `onNews` is never
  /// called with `.lost`, which ends the run with an error unless `end` was called.
  func open(
    _ request: ControlRequest, fallback: String, onNews: @escaping (DaemonFeed.News) -> Void
  ) throws(OverlayFailure) {
    do throws(ControlProblem) {
      feed = try DaemonFeed(try connection(), request, on: loop) { [weak self] news in
        guard case .lost(let problem) = news else { return onNews(news) }
        // The daemon may close the connection after its `end` event, which is no failure.
        if self?.isEnding == false { self?.fail(OverlayFailure(problem.description)) }
      }
    } catch {
      throw OverlayFailure(error.description)
    }
    if options.notifies { try notify() } else { try draw(fallback) }
  }

  /// Runs until `end` or `fail` is called, a signal arrives, or the loop fails.
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

  func end() {
    isEnding = true
    loop.stop()
  }

  func fail(_ failure: OverlayFailure) {
    self.failure = self.failure ?? failure
    loop.stop()
  }

  /// Connects to the daemon, or to Swivel's compositor by the descriptor in SWIVEL_CONTROL_FD.
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
      throw ControlProblem(error.message)
    }
    return try ControlConnection(address)
  }

  // Connects to the compositor; without layer-shell, falls back to notifications.
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

/// A client of the desktop's notification service; each notification replaces the previous one.
final class Notifier {
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private let bus: BusConnection
  private var last: UInt32 = 0
  private var actions: Subscription?
  /// Called with the name of the action that the user chose in the notification.
  var onAction: ((String) -> Void)? { didSet { followActions() } }
  private let onFailure: (OverlayFailure) -> Void

  init(on loop: EventLoop, onFailure: @escaping (OverlayFailure) -> Void) throws(OverlayFailure) {
    self.onFailure = onFailure
    do throws(BusError) {
      bus = try BusConnection(.session, on: loop)
    } catch {
      throw OverlayFailure("no notifications: \(error); `swivel top` shows the same in a terminal")
    }
  }

  func close() {
    guard last != 0 else { return }
    let call = BusCall(
      Self.name, Self.path, Self.name, "CloseNotification", [.uint32(last)])
    last = 0
    // Some desktops report an error for a notification that has already expired.
    bus.call(call) { _ in }
  }

  private func followActions() {
    let match = SignalMatch(
      sender: Self.name, path: Self.path, interface: Self.name, member: "ActionInvoked")
    actions = try? bus.subscribe(to: match) { [weak self] values in
      guard let self, values.count == 2, case .uint32(last) = values[0], let name = values[1].string
      else { return }
      onAction?(name)
    }
  }

  /// Shows a notification; the first line is its summary, and without lines nothing is shown.
  ///
  /// `isUrgent` makes the urgency critical instead of normal. `stay` is in seconds, 0 for the
  /// desktop's default. `actions` are buttons with a name and a label.
  func show(
    _ lines: [String], isUrgent: Bool, stay: Int, actions: [(name: String, words: String)] = []
  ) {
    guard let summary = lines.first else { return }
    let hints: [BusValue] = [
      .entry(.string("urgency"), .variant(.byte(isUrgent ? 2 : 1))),
      .entry(.string("desktop-entry"), .variant(.string("swivel"))),
    ]
    let call = BusCall(
      Self.name, Self.path, Self.name, "Notify",
      [
        .string("swivel"), .uint32(last), .string(""), .string(summary),
        .string(lines.dropFirst().joined(separator: "\n")),
        .array(actions.flatMap { [.string($0.name), .string($0.words)] }, element: "s"),
        .array(hints, element: "{sv}"), .int32(stay == 0 ? -1 : Int32(stay) * 1000),
      ])
    bus.call(call) { [weak self] reply in
      switch reply {
      case .success(let values):
        if case .uint32(let id)? = values.first { self?.last = id }
      case .failure(let error):
        self?.onFailure(OverlayFailure("no notification could be shown: \(error)"))
      }
    }
  }
}
