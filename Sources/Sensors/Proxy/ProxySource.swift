// SPDX-License-Identifier: Apache-2.0
public import Bus
import EventLoop
import Orientation

/// iio-sensor-proxy on the system bus: it reads the sensor and judges, we follow its word.
///
/// Versions differ. Up to 3.0 changes are broadcast, later ones go to claimers only, and polkit
/// may forbid the claim. The property is stale until a claim is answered, so it is read after that.
/// Every release may end with its last sensor and come back: the last orientation stays.
public final class ProxySource: OrientationSource {
  static let service = "net.hadess.SensorProxy"
  static let path = "/net/hadess/SensorProxy"
  /// How long to wait before another attempt at a bus that is not there, in nanoseconds.
  private static let retryAfter: Int64 = 5_000_000_000

  /// What is known about our claim.
  enum Claim { case none, asked, granted, refused }

  /// The word that chooses it.
  public let name = "proxy"
  /// Words taken and left out so far.
  public internal(set) var counts = ReadingCounts()
  let address: BusAddress
  var host: SensorHost?
  var connection: BusConnection?
  var subscriptions: [Subscription] = []
  var isWanted = false
  var claimState = Claim.none
  /// Who owns the service's name; nil while nobody does.
  var owner: String?
  /// Whether the service has an accelerometer; nil until it has said so.
  var hasAccelerometer: Bool?
  /// Counts questions, so that an answer for an earlier owner or claim is recognised.
  var generation = 0
  var told = Complaints()
  private var retry: Token?

  /// Looks for the service on a bus.
  public init(bus address: BusAddress = .system) { self.address = address }

  deinit { stop() }

  /// Begins to look for the sensor.
  public func start(in host: SensorHost) {
    self.host = host
    connect()
  }

  /// Ends everything at once.
  public func stop() {
    if let retry { host?.loop.remove(retry) }
    retry = nil
    subscriptions = []
    // The service drops the claim of a name that leaves the bus.
    connection?.close()
    connection = nil
    host = nil
  }

  /// Asks for readings.
  public func claim() {
    guard !isWanted else { return }
    isWanted = true
    askForClaim()
  }

  /// Asks for no more readings.
  public func release() {
    guard isWanted else { return }
    isWanted = false
    let hadAsked = claimState == .asked || claimState == .granted
    claimState = .none
    generation += 1
    guard owner != nil, hadAsked else { return }
    connection?.call(method("ReleaseAccelerometer")) { _ in }
  }

  private func connect() {
    guard let host else { return }
    do throws(BusError) {
      let connection = try BusConnection(address, on: host.loop)
      connection.onDisconnect = { [weak self] in self?.disconnected("\(Self.service)'s bus is gone")
      }
      self.connection = connection
      subscriptions = try [
        connection.subscribe(toPropertiesOf: Self.service, at: Self.path, in: Self.service) {
          [weak self] changed, invalidated in self?.changed(changed, invalidated)
        },
        connection.subscribe(toOwnerOf: Self.service) { [weak self] in self?.ownerIs($0) },
      ]
    } catch {
      host.loop.schedule(after: 0) { [weak self] in
        self?.disconnected("cannot reach \(self?.address.description ?? ""): \(error)")
      }
    }
  }

  private func disconnected(_ reason: String) {
    guard let host else { return }
    subscriptions = []
    connection?.close()
    connection = nil
    forget()
    if let event = told.once("bus", .lost(reason)) { host.report(event) }
    guard self.host != nil else { return }
    retry = host.loop.schedule(after: Self.retryAfter) { [weak self] in self?.connect() }
  }

  private func ownerIs(_ newOwner: String?) {
    told.isRight("bus")
    guard let host, newOwner != owner || newOwner == nil else { return }
    forget()
    owner = newOwner
    guard newOwner != nil else {
      let reason = "\(Self.service) is not on \(address): iio-sensor-proxy does not run"
      if let event = told.once("owner", .lost(reason)) { host.report(event) }
      return
    }
    told.isRight("owner")
    askForAccelerometer()
    if isWanted { askForClaim() }
  }

  /// What a former owner said does not hold for the next one; the orientation reported does.
  private func forget() {
    owner = nil
    hasAccelerometer = nil
    claimState = .none
    generation += 1
  }

  func method(_ member: String) -> BusCall {
    BusCall(Self.service, Self.path, Self.service, member)
  }
}
