// SPDX-License-Identifier: Apache-2.0
public import Bus
import EventLoop
public import Formats
import Glibc

/// The program's session as logind reports it: whether it is locked and active, and when sleep
/// ends.
///
/// Without a session only the end of sleep is reported, without logind nothing.
public final class LogindSession {
  static let service = "org.freedesktop.login1"
  static let interface = "org.freedesktop.login1.Session"
  static let path = "/org/freedesktop/login1"
  static let manager = "org.freedesktop.login1.Manager"
  /// The time before a retry if logind did not answer.
  private static let retryAfter = Duration.seconds(30)

  private let address: BusAddress
  private let environment: (String) -> String?
  private var host: SensorHost?
  private var link: BusLink?
  private var owner: Subscription?
  private var switches: [BusSwitch] = []
  private var sleep: Subscription?
  /// The number of the current search; replies to an earlier one are discarded.
  private var generation = 0
  private var retry: Registration?

  /// Creates a session on a bus; `environment` looks up `XDG_SESSION_ID`, which is tried last.
  public init(
    bus address: BusAddress = .system,
    environment: @escaping (String) -> String? = Program.environment
  ) {
    self.address = address
    self.environment = environment
  }

  deinit { stop() }

  /// Begins to look for the session.
  public func start(in host: SensorHost) {
    self.host = host
    let link = BusLink(
      address, on: host.loop,
      onJoin: { [weak self] (bus) throws(BusError) in try self?.joined(bus, host) },
      onLoss: { [weak self] in self?.lost() })
    self.link = link
    // A machine without a system bus has no logind either.
    try? link.open()
  }

  private func joined(_ connection: BusConnection, _ host: SensorHost) throws(BusError) {
    let match = SignalMatch(
      sender: Self.service, path: Self.path, interface: Self.manager, member: "PrepareForSleep")
    sleep = try connection.subscribe(to: match) { values in
      // The argument is true before the machine sleeps and false when it resumes.
      if values.first?.boolean == false { host.report(.awoke) }
    }
    owner = try connection.subscribe(toOwnerOf: Self.service) { [weak self] owner in
      guard let self else { return }
      discardSearch()
      // A session outlives a restart of logind; its switches notice the return themselves.
      if owner != nil && switches.isEmpty { find() }
    }
  }

  /// Reports that the session's state is unknown, so that it counts as unlocked and active.
  private func lost() {
    discardSearch()
    (sleep, owner) = (nil, nil)
    let former = switches
    switches = []
    for former in former { former.forget() }
  }

  /// Stops following the session.
  public func stop() {
    discardSearch()
    switches = []
    (sleep, owner) = (nil, nil)
    link?.close()
    (link, host) = (nil, nil)
  }

  /// Finds the session of this process, otherwise the user's graphical session, otherwise that of
  /// `XDG_SESSION_ID`.
  ///
  /// A process of the user's service manager belongs to no session.
  private func find() {
    request("GetSessionByPID", [.uint32(UInt32(bitPattern: getpid()))]) { this, path in
      if let path { return this.follow(path) }
      this.request("GetUser", [.uint32(getuid())]) { this, user in
        guard let user else { return this.findByEnvironment() }
        this.readDisplay(of: user)
      }
    }
  }

  private func findLater() {
    retry = host?.loop.timer(after: Self.retryAfter) { [weak self] in self?.find() }
  }

  private func discardSearch() {
    generation += 1
    retry = nil
  }

  private func readDisplay(of user: String) {
    let requested = generation
    link?.connection?.property(
      "Display", of: "org.freedesktop.login1.User", at: user, in: Self.service
    ) { [weak self] reply in
      guard let self, generation == requested else { return }
      switch reply {
      case .success(.structure(let parts)) where parts.count == 2:
        if let path = parts[1].string, path != "/" { follow(path) } else { findByEnvironment() }
      case .failure(let error) where error.isTimeout: findLater()
      default: findByEnvironment()
      }
    }
  }

  private func findByEnvironment() {
    guard let id = environment("XDG_SESSION_ID"), !id.isEmpty else { return }
    request("GetSession", [.string(id)]) { this, path in
      if let path { this.follow(path) }
    }
  }

  private func request(
    _ member: String, _ arguments: [BusValue],
    then: @escaping (LogindSession, String?) -> Void
  ) {
    let requested = generation
    let call = BusCall(Self.service, Self.path, Self.manager, member, arguments)
    link?.connection?.call(call) { [weak self] reply in
      guard let self, generation == requested else { return }
      switch reply {
      case .success(let values): then(self, values.first?.string)
      case .failure(let error): if error.isTimeout { findLater() } else { then(self, nil) }
      }
    }
  }

  private func follow(_ path: String) {
    guard let host, let connection = link?.connection else { return }
    switches = [BusSwitch.Description.sessionLock(path: path), .sessionActivity(path: path)]
      .compactMap { try? BusSwitch($0, over: connection, host: host) }
  }
}
