// SPDX-License-Identifier: Apache-2.0
public import Bus
import EventLoop
import Orientation
public import Sensing
import Text

/// iio-sensor-proxy on the system bus, which reads the sensor and reports orientations.
///
/// Versions differ. Up to 3.0 changes are broadcast; later versions send them only to claimers, and
/// polkit may deny the claim. The property is stale before a claim is granted, so it is read
/// afterwards. Every version may exit when its last sensor disappears, and return later; the last
/// orientation remains in effect.
public final class ProxySource: OrientationSource {
  static let service = "net.hadess.SensorProxy"
  static let path = "/net/hadess/SensorProxy"

  private enum Claim { case none, requested, granted, refused }

  /// The name of the source in `--sensor` and `sensor:`.
  public let name = "proxy"
  /// The numbers of orientations that were reported and of values that were left out as invalid.
  public private(set) var counts = ReadingCounts()
  let address: BusAddress
  private let correction: MountMatrix
  private var host: SensorHost?
  private var link: BusLink?
  private var connection: BusConnection? { link?.connection }
  private var subscriptions: [Subscription] = []
  private var isWanted = false
  private var claimState = Claim.none
  /// The unique bus name of the service's owner; `nil` while there is none or it is unknown.
  private var owner: String?
  private var hasAccelerometer: Bool?
  /// A counter of claims, releases and changes of the owner; the reply to an earlier claim is
  /// discarded.
  private var generation = 0
  private let problems = OnceReporter()
  /// The properties whose reading failed, with the timers of the retries.
  private var unread: [String: Token] = [:]
  /// The timer that asks a service without an accelerometer again.
  private var inquiry: Registration?
  private let inquiryPace: InquiryPace

  /// The intervals at which a service without an accelerometer is asked again: the first, and the
  /// longest, after doubling.
  ///
  /// A service that has just started may deny the sensors behind Qualcomm's SSC for a second, and
  /// not signal their appearance.
  struct InquiryPace {
    var first = Duration.seconds(2)
    var last = Duration.seconds(600)
  }

  /// Creates a source on a bus; orientations are corrected if the matrix maps edges to edges.
  public convenience init(bus address: BusAddress = .system, correction: MountMatrix = .identity) {
    self.init(bus: address, correction: correction, pace: InquiryPace())
  }

  init(bus address: BusAddress, correction: MountMatrix = .identity, pace: InquiryPace) {
    self.address = address
    self.correction = correction
    inquiryPace = pace
  }

  deinit { stop() }

  /// Begins to look for the sensor.
  public func start(in host: SensorHost) {
    self.host = host
    let link = BusLink(
      address, on: host.loop,
      onJoin: { [weak self] (bus) throws(BusError) in try self?.joined(bus) },
      onLoss: { [weak self] in self?.lost(SensorPhrase.busGone(Self.service)) })
    self.link = link
    do throws(BusError) {
      try link.open()
    } catch {
      link.openLater()
      host.loop.schedule(after: .zero) { [weak self] in
        guard let self else { return }
        lost(SensorPhrase.unreachable(address.description, "\(error)"))
      }
    }
  }

  /// Stops the source.
  public func stop() {
    forget()
    subscriptions = []
    // The service drops the claim of a client that leaves the bus.
    link?.close()
    (link, host) = (nil, nil)
  }

  /// Claims the accelerometer as soon as the service runs; retries after a refusal.
  public func claim() {
    guard !isWanted else { return }
    isWanted = true
    if hasAccelerometer == false { ask(after: inquiryPace.first) }
    requestClaim()
  }

  /// Releases the accelerometer.
  public func release() {
    guard isWanted else { return }
    isWanted = false
    inquiry = nil
    let isClaimed = claimState == .requested || claimState == .granted
    claimState = .none
    generation += 1
    guard owner != nil, isClaimed else { return }
    connection?.call(method("ReleaseAccelerometer")) { _ in }
  }

  private func joined(_ connection: BusConnection) throws(BusError) {
    subscriptions = try [
      connection.subscribe(toPropertiesOf: Self.service, at: Self.path, in: Self.service) {
        [weak self] changed, invalidated in self?.changed(changed, invalidated)
      },
      connection.subscribe(toOwnerOf: Self.service) { [weak self] in self?.ownerIs($0) },
    ]
  }

  private func lost(_ reason: Message) {
    guard let host else { return }
    subscriptions = []
    forget()
    problems.report("bus", .lost(reason), to: host)
  }

  private func ownerIs(_ newOwner: String?) {
    problems.resolve("bus")
    guard let host, newOwner != owner || newOwner == nil else { return }
    forget()
    owner = newOwner
    guard newOwner != nil else {
      let reason = SensorPhrase.noProxy(Self.service, address.description)
      return problems.report("owner", .lost(reason), to: host)
    }
    problems.resolve("owner")
    readAccelerometer()
    if isWanted { requestClaim() }
  }

  /// Discards the state of a former owner; the reported orientation stays.
  private func forget() {
    owner = nil
    hasAccelerometer = nil
    inquiry = nil
    claimState = .none
    generation += 1
    for token in unread.values { host?.loop.remove(token) }
    unread = [:]
  }

  private func method(_ member: String) -> BusCall {
    BusCall(Self.service, Self.path, Self.service, member)
  }

  /// The time limit of a claim: from 3.6 on the service waits for the sensor's first reading.
  private static let claimLimit = Duration.seconds(20)
  /// The time before a retry after a refused claim, since the session may become active, and after
  /// a property could not be read.
  private static let retryAfter = Duration.seconds(30)

  private func requestClaim() {
    guard owner != nil, claimState == .none, let connection else { return }
    claimState = .requested
    generation += 1
    let requested = generation
    connection.call(method("ClaimAccelerometer"), limit: Self.claimLimit) { [weak self] reply in
      guard let self, generation == requested else { return }
      switch reply {
      case .success:
        claimState = .granted
        if problems.resolve("claim") { host?.report(.solved) }
        readOrientation()
      case .failure(let error): refused(error)
      }
    }
  }

  private func refused(_ error: BusError) {
    // The service has just exited; NameOwnerChanged follows.
    guard !error.isUnknownService else { return }
    claimState = .refused
    let phrase: SensorPhrase =
      error.isAccessDenied ? .proxyDenied : error.isTimeout ? .proxySilent : .proxyFailed
    let refusal = generation
    host?.loop.schedule(after: Self.retryAfter) { [weak self] in
      guard let self, generation == refusal, claimState == .refused else { return }
      claimState = .none
      requestClaim()
    }
    // The next owner may deny for another reason.
    problems.reportChange("claim", .problem(phrase("\(error)")), to: host)
  }

  private func readAccelerometer() {
    read("HasAccelerometer") { $0.accelerometer($1.boolean) }
  }

  private func readOrientation() {
    read("AccelerometerOrientation") { $0.orientation($1) }
  }

  private func read(_ property: String, onValue: @escaping (ProxySource, BusValue) -> Void) {
    let requested = owner
    connection?.property(property, of: Self.service, at: Self.path, in: Self.service) {
      [weak self] reply in
      guard let self, owner == requested else { return }
      switch reply {
      case .success(let value): onValue(self, value)
      case .failure(let error):
        guard !error.isUnknownService, unread[property] == nil else { return }
        unread[property] = host?.loop.schedule(after: Self.retryAfter) { [weak self] in
          self?.unread[property] = nil
          self?.read(property, onValue: onValue)
        }
      }
    }
  }

  private func changed(_ properties: [String: BusValue], _ invalidated: [String]) {
    if let value = properties["HasAccelerometer"] {
      accelerometer(value.boolean)
    } else if invalidated.contains("HasAccelerometer") {
      readAccelerometer()
    }
    if let value = properties["AccelerometerOrientation"] {
      orientation(value)
    } else if invalidated.contains("AccelerometerOrientation") {
      readOrientation()
    }
  }

  private func accelerometer(_ value: Bool?) {
    guard let value else { return counts.count(.wrongType) }
    guard value != hasAccelerometer else { return }
    hasAccelerometer = value
    inquiry = nil
    if !value { ask(after: inquiryPace.first) }
    if value, claimState == .granted { readOrientation() }
    host?.report(
      value
        ? .available("proxy: iio-sensor-proxy on \(address)") : .lost(SensorPhrase.proxyWithout()))
  }

  private func ask(after interval: Duration) {
    inquiry = host?.loop.timer(after: interval) { [weak self] in
      guard let self else { return }
      readAccelerometer()
      ask(after: min(interval * 2, inquiryPace.last))
    }
  }

  /// Reports a valid orientation, except "undefined", if the claim is granted; before that, the
  /// value may be stale.
  private func orientation(_ value: BusValue) {
    guard isWanted, claimState == .granted, let host else { return }
    guard let word = value.string else { return counts.count(.wrongType) }
    guard word != "undefined" else { return }
    guard let edge = PanelEdge(proxyName: word) else {
      counts.count(.unknownWord)
      let shown = String(word.prefix(40).filter { $0.isLetter || $0 == "-" })
      return problems.report("word", .problem(SensorPhrase.proxyWord(shown)), to: host)
    }
    problems.resolve("word")
    counts.countGood()
    host.report(.edgeUp(corrected(edge, in: host)))
  }

  private func corrected(_ edge: PanelEdge, in host: SensorHost) -> PanelEdge {
    if PanelEdge.allCases.allSatisfy({ correction.edge(after: $0) != nil }) {
      return correction.edge(after: edge) ?? edge
    }
    problems.report("matrix", .problem(SensorPhrase.proxyMatrix()), to: host)
    return edge
  }
}
