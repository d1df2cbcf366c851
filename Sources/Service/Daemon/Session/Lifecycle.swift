// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop
import EventLoop
import Glibc
import Plugins
import WaylandClient

/// The course of a run: connecting, searching interfaces, reconnecting, and restoring the outputs.
final class Lifecycle {
  enum Event {
    /// The initial state is complete and an applier was found, so decisions begin.
    case began(Session, FoundApplier)
    /// The compositor is back: its initial state is complete and an applier was found.
    case resumed(Session)
    case changed(Session, [SessionEvent])
    case compositorDisconnected
    /// The lost compositor's connection was closed; attempts to reconnect begin.
    case connectionClosed
    /// A signal (SIGHUP) requests that the configuration is read again.
    case reloadRequested
    /// A signal requests the end of the run: SIGINT, SIGTERM or, if the terminal is gone, SIGHUP.
    case endRequested
    case restoreTimedOut
    case note(String)
  }

  /// The time limit for the compositor's initial state and the search for its interfaces.
  private static let startTimeout = Duration.seconds(10)
  private static let retryInterval = Duration.milliseconds(250)
  private static let restoreTimeout = Duration.seconds(2)

  private let machine: Machine
  private let loop: EventLoop
  private let choice: ApplierChoice
  private let linkedApplier: PluginList.Applier?
  private var phase = Phase<Connection>.idle
  /// The session of the latest connection.
  private var latest: Session?
  var onEvent: (Event) -> Void = { _ in }

  /// Creates a lifecycle that searches each session for an applier of this kind; a linked applier
  /// takes precedence.
  init(_ choice: ApplierChoice, linked: PluginList.Applier?, on machine: Machine) {
    self.choice = choice
    linkedApplier = linked
    (self.machine, loop) = (machine, machine.loop)
  }

  var session: Session? { phase.followed?.link.session }

  var isEnding: Bool { phase.isEnding }

  /// Connects, calls `prepare`, runs the loop until the end, and calls `finish`.
  ///
  /// `finish` receives the session of the latest connection, even if it is lost. Returns the
  /// failure that ended the run; throws if no compositor can be reached at the start.
  func run(
    prepare: () -> Void, finish: (Session?) -> Void
  ) throws(CommandFailure) -> CommandFailure? {
    let session: Session
    do throws(WaylandError) { session = try machine.connect() } catch {
      throw CommandFailure(error)
    }
    do throws(SystemError) {
      let terminal = ControllingTerminal()
      try loop.watch(signals: [SIGINT, SIGTERM, SIGHUP]) { [weak self] signal in
        self?.onEvent(signal == SIGHUP && !terminal.isGone ? .reloadRequested : .endRequested)
      }
      prepare()
      try connect(session)
      try loop.run()
    } catch {
      fail(CommandFailure(.failed, "\(error)"))
    }
    finish(latest)
    let failure = phase.failure
    phase = .stopped(failure)
    return failure
  }

  /// Ends the run at once, or returns true if outputs have to be restored first.
  func end() -> Bool {
    guard phase.end() else {
      loop.stop()
      return false
    }
    loop.schedule(after: Self.restoreTimeout) { [weak self] in self?.onEvent(.restoreTimedOut) }
    return true
  }

  /// Records the output of a failed request, as one that could not be restored, if the run is
  /// ending.
  func note(_ report: OutputReport) {
    switch report.result {
    case .confirmed, .retried, .byOther, .overruled, .contested: return
    case .refused, .cancelled, .unanswered, .unsupported: phase.couldNotRestore(report.output)
    }
  }

  /// Stops the loop if the run is ending, and nothing is pending or the time limit has passed
  /// (`isLate`).
  func settle(_ arbiter: Arbiter, isBusy: Bool, isLate: Bool = false) {
    if phase.settle(arbiter, isBusy: isBusy, isLate: isLate) { loop.stop() }
  }

  func fail(_ failure: CommandFailure) {
    phase.fail(failure)
    loop.stop()
  }

  private func connect(_ session: Session) throws(SystemError) {
    latest = session
    let link = try DesktopLink(session, on: loop) { [weak self] in self?.receive($0) }
    let timeout = loop.schedule(after: Self.startTimeout) { [weak self] in
      guard let self, phase.timedOut() else { return }
      loop.stop()
    }
    phase.connected(Connection(link, timeout: timeout, on: loop))
  }

  private func receive(_ reports: [SessionEvent]) {
    for case .lost(let error) in reports { return disconnected(error) }
    guard phase.connection?.link.session.isReady == true else { return }
    switch phase.reported() {
    case .ignore: break
    case .search(let connection): search(connection)
    case .follow(let connection): onEvent(.changed(connection.link.session, reports))
    }
  }

  private func search(_ connection: Connection) {
    let session = connection.link.session
    let search = CompositorSearch(
      in: session, on: loop, environment: machine.environment, processes: machine.processes)
    search.onNote = { [weak self] in self?.onEvent(.note($0)) }
    connection.search = search
    if let linkedApplier {
      let applier = linkedApplier.make(session)
      return searchWindows(
        search, session, FoundApplier(applier, reason: "a plug-in brings it"))
    }
    search.findApplier(choice) { [weak self, unowned search, unowned session] in
      guard let self, isSearching else { return }
      switch $0 {
      case .failure(let reasons): fail(CommandFailure.noApplier(reasons, choice))
      case .success(let found): searchWindows(search, session, found)
      }
    }
  }

  private func searchWindows(
    _ search: CompositorSearch, _ session: Session, _ found: FoundApplier
  ) {
    session.use(found.applier)
    search.findWindows { [weak self] problem in
      guard let self, isSearching else { return }
      if let problem { onEvent(.note(problem)) }
      self.found(found)
    }
  }

  private var isSearching: Bool { if case .searching = phase { true } else { false } }

  private func found(_ applier: FoundApplier) {
    switch phase.found() {
    case .ignore: break
    case .begin(let connection):
      connection.endTimeout()
      onEvent(.began(connection.link.session, applier))
    case .resume(let connection):
      connection.endTimeout()
      onEvent(.note("the compositor is back"))
      onEvent(.resumed(connection.link.session))
    }
  }

  private func disconnected(_ error: WaylandError) {
    switch phase.disconnected(error, at: loop.now) {
    case .ignore: break
    case .stop: loop.stop()
    case .reconnect(let old, let isNew):
      let seconds = Phase<Connection>.Absence.limit.components.seconds
      if isNew { onEvent(.note("\(error); waiting \(seconds) s for the compositor to come back")) }
      onEvent(.compositorDisconnected)
      // The connection must outlive the callback that is running, so it is closed later.
      var closing: Connection? = old
      loop.schedule(after: .zero) { [weak self] in
        withExtendedLifetime(closing) {}
        closing = nil
        self?.onEvent(.connectionClosed)
        self?.reconnect()
      }
    }
  }

  private func reconnect() {
    guard case .reconnecting = phase else { return }
    do throws(WaylandError) {
      let session = try machine.connect()
      do throws(SystemError) {
        try connect(session)
      } catch {
        fail(CommandFailure(.failed, "\(error)"))
      }
    } catch {
      switch phase.reconnectFailed(at: loop.now) {
      case .ignore: break
      case .stop: loop.stop()
      case .retry:
        loop.schedule(after: Self.retryInterval) { [weak self] in self?.reconnect() }
      }
    }
  }

  private final class Connection {
    let link: DesktopLink
    /// The search for the compositor's interfaces, retained as long as the connection.
    var search: CompositorSearch?
    private let loop: EventLoop
    private var timeout: Token?

    init(_ link: DesktopLink, timeout: Token, on loop: EventLoop) {
      self.link = link
      self.timeout = timeout
      self.loop = loop
    }

    deinit { endTimeout() }

    func endTimeout() {
      if let timeout { loop.remove(timeout) }
      timeout = nil
    }
  }
}

/// The terminal that started the run, if any.
///
/// SIGHUP means either that the terminal is gone or that the configuration must be read again;
/// whether the terminal still exists distinguishes the two.
private struct ControllingTerminal {
  private let wasThere = Self.isThere

  var isGone: Bool { wasThere && !Self.isThere }

  private static var isThere: Bool {
    let descriptor = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }
}
