// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop

/// A Boolean property of a service on a message bus, such as tablet mode or the lid.
final class BusSwitch {
  /// A property's location and the signals of its changes.
  struct Description: Sendable {
    /// Creates the report of a value; `nil` stands for a missing switch.
    let event: @Sendable (Bool?) -> SensorEvent
    let service: String
    let path: String
    let interface: String
    let property: String
    /// The property that is false while there is no such switch; `nil` if there is none.
    var availability: String?
    /// Signals after which the property is read again, besides PropertiesChanged.
    var signals: [String] = []
    /// Returns whether `false` means that there is such a switch, for a service that reports `false`
    /// without one as well; `nil` if `false` always means that.
    var isThere: (@Sendable () -> Bool)?
  }

  /// The time before a retry after a timeout: no signal might cause another reading.
  private static let retryAfter = Duration.seconds(30)

  private let description: Description
  private let host: SensorHost
  private let connection: BusConnection
  private var subscriptions: [Subscription] = []
  private var value: Bool?
  /// Whether the property was true once, so that there is a switch.
  private var isProven = false
  private var generation = 0
  private var retry: Registration?

  /// Creates a switch that follows the property over a connection to its bus.
  init(_ description: Description, over connection: BusConnection, host: SensorHost)
    throws(BusError)
  {
    self.description = description
    self.host = host
    self.connection = connection
    subscriptions = try [
      connection.subscribe(
        toPropertiesOf: description.interface, at: description.path, in: description.service
      ) { [weak self] _, _ in self?.read() },
      connection.subscribe(toOwnerOf: description.service) { [weak self] owner in
        if owner == nil { self?.set(nil) } else { self?.read() }
      },
    ]
    for signal in description.signals {
      let match = SignalMatch(
        sender: description.service, path: description.path, interface: description.interface,
        member: signal)
      subscriptions.append(try connection.subscribe(to: match) { [weak self] _ in self?.read() })
    }
  }

  /// Discards pending replies and retries.
  private func discardRequests() {
    generation += 1
    retry = nil
  }

  /// Reports that the value is unknown, as its bus is gone.
  func forget() { set(nil) }

  /// Reads the property anew: the values in signals may be missing or stale.
  private func read() {
    discardRequests()
    guard let availability = description.availability else { return readValue() }
    read(availability) { $0.boolean == true ? $1.readValue() : $1.set(nil) }
  }

  private func readValue() {
    read(description.property) { $1.take($0.boolean) }
  }

  /// Takes a value of the property; `false` does not count if there may be no such switch.
  private func take(_ newValue: Bool?) {
    if newValue == true { isProven = true }
    let counts = newValue != false || isProven || description.isThere?() ?? true
    set(counts ? newValue : nil)
  }

  private func read(_ property: String, onValue: @escaping (BusValue, BusSwitch) -> Void) {
    let requested = generation
    connection.property(
      property, of: description.interface, at: description.path, in: description.service
    ) { [weak self] reply in
      guard let self, generation == requested else { return }
      switch reply {
      case .success(let value): onValue(value, self)
      case .failure(let error) where error.isTimeout:
        retry = host.loop.timer(after: Self.retryAfter) { [weak self] in self?.read() }
      // A service that refuses to answer counts as a missing switch.
      case .failure: set(nil)
      }
    }
  }

  private func set(_ newValue: Bool?) {
    discardRequests()
    guard newValue != value else { return }
    value = newValue
    host.report(description.event(newValue))
  }
}

extension BusSwitch.Description {
  /// Returns logind's `LockedHint` of a session, which the session's screen locker sets.
  ///
  /// The signals Lock and Unlock are only requests, and a locker that ends by itself emits neither:
  /// they only cause the property to be read again.
  static func sessionLock(path: String) -> Self {
    Self(
      event: SensorEvent.sessionLocked, service: LogindSession.service, path: path,
      interface: LogindSession.interface, property: "LockedHint", signals: ["Lock", "Unlock"])
  }

  /// Returns logind's `Active` of a session: whether it is in the foreground of its seat.
  static func sessionActivity(path: String) -> Self {
    Self(
      event: SensorEvent.sessionActive, service: LogindSession.service, path: path,
      interface: LogindSession.interface, property: "Active")
  }

  /// KWin's tablet mode, on the session bus.
  static let kwin = Self(
    event: SensorEvent.tabletMode, service: "org.kde.KWin", path: "/org/kde/KWin",
    interface: "org.kde.KWin.TabletModeManager", property: "tabletMode",
    availability: "tabletModeAvailable",
    signals: ["tabletModeChanged", "tabletModeAvailableChanged"])

  /// UPower's lid, of which every change is announced.
  static let upower = Self(
    event: SensorEvent.lidClosed, service: "org.freedesktop.UPower",
    path: "/org/freedesktop/UPower", interface: "org.freedesktop.UPower",
    property: "LidIsClosed", availability: "LidIsPresent")

  /// Returns logind's lid, which is read after a resume, as its changes may be unannounced.
  ///
  /// Without any lid logind reports an open one, so only `hasLid` makes "open" count.
  static func logind(hasLid: @escaping @Sendable () -> Bool) -> Self {
    Self(
      event: SensorEvent.lidClosed, service: LogindSession.service, path: LogindSession.path,
      interface: LogindSession.manager, property: "LidClosed", signals: ["PrepareForSleep"],
      isThere: hasLid)
  }
}

/// Whether the screen follows the device, given how the device is folded.
public enum TabletPolicy: String, CaseIterable, Hashable, Sendable {
  /// Follow in tablet mode, and always where no switch reports the mode.
  case auto
  /// Follow regardless of the tablet mode.
  case always
  /// Follow in tablet mode only, and not before a switch has reported it.
  case tabletMode = "tablet-mode"

  /// Returns whether the screen follows the device; `nil` stands for a missing switch.
  ///
  /// With the lid closed the screen does not follow.
  public func follows(tabletMode: Bool?, lidClosed: Bool?) -> Bool {
    // Folded right round, some devices report their lid as closed.
    if tabletMode == true { return true }
    switch self {
    case .always: return lidClosed != true
    case .auto: return tabletMode == nil && lidClosed != true
    case .tabletMode: return false
    }
  }
}
