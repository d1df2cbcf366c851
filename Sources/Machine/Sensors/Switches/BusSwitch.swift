// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop

/// A Boolean property of a D-Bus service, such as tablet mode or the lid.
final class BusSwitch {
  /// The place of the property, and the signals that announce its changes.
  struct Description: Sendable {
    /// Creates the event for a value; `nil` means that the value is unknown.
    let event: @Sendable (Bool?) -> SensorEvent
    let service: String
    let path: String
    let interface: String
    let property: String
    /// The name of a property that is false if there is no such switch; `nil` if there is no such
    /// property.
    var availability: String?
    /// Signals after which the property is read again, besides PropertiesChanged.
    var signals: [String] = []
    /// Returns whether a switch exists, for a service that reports `false` also without one; `nil`
    /// if `false` always means that a switch exists.
    var isThere: (@Sendable () -> Bool)?
  }

  /// The time before a retry after a timeout, since no signal might cause another read.
  private static let retryAfter = Duration.seconds(30)

  private let description: Description
  private let host: SensorHost
  private let connection: BusConnection
  private var subscriptions: [Subscription] = []
  private var value: Bool?
  /// Whether the property has been true, which proves that a switch exists.
  private var isProven = false
  private var generation = 0
  private var retry: Registration?

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

  private func discardRequests() {
    generation += 1
    retry = nil
  }

  /// Reports that the value is unknown; called when the bus is lost.
  func forget() { set(nil) }

  /// Reads the property, since the value in a signal may be missing or stale.
  private func read() {
    discardRequests()
    guard let availability = description.availability else { return readValue() }
    read(availability) { $0.boolean == true ? $1.readValue() : $1.set(nil) }
  }

  private func readValue() {
    read(description.property) { $1.take($0.boolean) }
  }

  /// Sets the value; `false` counts as unknown if there may be no switch.
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
      // If the service refuses to answer, the switch counts as missing.
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
  /// Returns the description of logind's `LockedHint` of a session, which the screen locker sets.
  ///
  /// The signals Lock and Unlock are only requests, and a locker that ends by itself emits neither.
  /// They only cause the property to be read again.
  static func sessionLock(path: String) -> Self {
    Self(
      event: SensorEvent.sessionLocked, service: LogindSession.service, path: path,
      interface: LogindSession.interface, property: "LockedHint", signals: ["Lock", "Unlock"])
  }

  /// Returns the description of logind's `Active` of a session: whether it is in the foreground of
  /// its seat.
  static func sessionActivity(path: String) -> Self {
    Self(
      event: SensorEvent.sessionActive, service: LogindSession.service, path: path,
      interface: LogindSession.interface, property: "Active")
  }

  static let kwin = Self(
    event: SensorEvent.tabletMode, service: "org.kde.KWin", path: "/org/kde/KWin",
    interface: "org.kde.KWin.TabletModeManager", property: "tabletMode",
    availability: "tabletModeAvailable",
    signals: ["tabletModeChanged", "tabletModeAvailableChanged"])

  /// UPower's lid; every change is announced.
  static let upower = Self(
    event: SensorEvent.lidClosed, service: "org.freedesktop.UPower",
    path: "/org/freedesktop/UPower", interface: "org.freedesktop.UPower",
    property: "LidIsClosed", availability: "LidIsPresent")

  /// Returns the description of logind's lid, which is also read before and after sleep, as changes
  /// may be unannounced.
  ///
  /// Without a lid logind reports an open one, so an open lid counts only if `hasLid` returns true,
  /// or after a closed one.
  static func logind(hasLid: @escaping @Sendable () -> Bool) -> Self {
    Self(
      event: SensorEvent.lidClosed, service: LogindSession.service, path: LogindSession.path,
      interface: LogindSession.manager, property: "LidClosed", signals: ["PrepareForSleep"],
      isThere: hasLid)
  }
}

/// The condition under which the screen follows the device, depending on how the device is folded.
public enum TabletPolicy: String, CaseIterable, Hashable, Sendable {
  /// Follows in tablet mode, and also if the mode is unknown and the lid is not closed.
  case auto
  /// Follows regardless of the tablet mode, unless the lid is closed outside of it.
  case always
  /// Follows in tablet mode only, so not while the mode is unknown.
  case tabletMode = "tablet-mode"

  /// Returns whether the screen follows the device; `nil` means an unknown value.
  ///
  /// With the lid closed the screen follows only in tablet mode.
  public func follows(tabletMode: Bool?, lidClosed: Bool?) -> Bool {
    // Some devices report a closed lid when the screen is folded all the way round.
    if tabletMode == true { return true }
    switch self {
    case .always: return lidClosed != true
    case .auto: return tabletMode == nil && lidClosed != true
    case .tabletMode: return false
    }
  }
}
