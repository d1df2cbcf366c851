// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop

/// A Boolean property of a service on a message bus, such as tablet mode or the lid.
final class BusSwitch {
  enum Kind { case tabletMode, lid, sessionLock, sessionActivity }

  /// A property's location and the signals of its changes.
  struct Description {
    let kind: Kind
    let address: BusAddress
    let service: String
    let path: String
    let interface: String
    let property: String
    /// The property that is false while there is no such switch; `nil` if there is none.
    var availability: String?
    /// Signals after which the property is read again, besides PropertiesChanged.
    var signals: [String] = []
  }

  /// The time before a retry after a timeout: no signal might cause another reading.
  private static let askAgainAfter = Duration.seconds(30)

  private let description: Description
  private let host: SensorHost
  private let connection: BusConnection
  private var subscriptions: [Subscription] = []
  private var value: Bool?
  private var generation = 0
  private var again: Token?

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
      ) { [weak self] _, _ in self?.look() },
      connection.subscribe(toOwnerOf: description.service) { [weak self] owner in
        if owner == nil { self?.set(nil) } else { self?.look() }
      },
    ]
    for signal in description.signals {
      let match = SignalMatch(
        sender: description.service, path: description.path, interface: description.interface,
        member: signal)
      subscriptions.append(try connection.subscribe(to: match) { [weak self] _ in self?.look() })
    }
  }

  deinit { forgetQuestion() }

  /// Discards pending replies and retries.
  private func forgetQuestion() {
    generation += 1
    if let again { host.loop.remove(again) }
    again = nil
  }

  /// Reports that the value is unknown, as its bus is gone.
  func forget() { set(nil) }

  /// Reads the property anew: the values in signals may be missing or stale.
  private func look() {
    forgetQuestion()
    guard let availability = description.availability else { return read() }
    ask(availability) { $0.boolean == true ? $1.read() : $1.set(nil) }
  }

  private func read() {
    ask(description.property) { $1.set($0.boolean) }
  }

  private func ask(_ property: String, take: @escaping (BusValue, BusSwitch) -> Void) {
    let asked = generation
    connection.property(
      property, of: description.interface, at: description.path, in: description.service
    ) { [weak self] reply in
      guard let self, generation == asked else { return }
      switch reply {
      case .success(let value): take(value, self)
      case .failure(let error) where error.isTimeout:
        again = host.loop.schedule(after: Self.askAgainAfter) { [weak self] in
          self?.again = nil
          self?.look()
        }
      // A service that refuses to answer counts as a missing switch.
      case .failure: set(nil)
      }
    }
  }

  private func set(_ newValue: Bool?) {
    forgetQuestion()
    guard newValue != value else { return }
    value = newValue
    switch description.kind {
    case .tabletMode: host.report(.tabletMode(newValue))
    case .lid: host.report(.lidClosed(newValue))
    case .sessionLock: host.report(.sessionLocked(newValue))
    case .sessionActivity: host.report(.sessionActive(newValue))
    }
  }
}

extension BusSwitch.Description {
  /// Describes logind's `LockedHint`, which the session's screen locker sets.
  ///
  /// The signals Lock and Unlock are only requests, and a locker that ends by itself emits neither:
  /// they only cause the property to be read again.
  static func sessionLock(_ address: BusAddress, path: String) -> Self {
    Self(
      kind: .sessionLock, address: address, service: LogindSession.service, path: path,
      interface: LogindSession.interface, property: "LockedHint", signals: ["Lock", "Unlock"])
  }

  /// Describes logind's `Active`: whether the session is in the foreground of its seat.
  static func sessionActivity(_ address: BusAddress, path: String) -> Self {
    Self(
      kind: .sessionActivity, address: address, service: LogindSession.service, path: path,
      interface: LogindSession.interface, property: "Active")
  }

  /// Describes KWin's tablet mode, on the session bus.
  static func kwin(_ address: BusAddress) -> Self {
    Self(
      kind: .tabletMode, address: address, service: "org.kde.KWin", path: "/org/kde/KWin",
      interface: "org.kde.KWin.TabletModeManager", property: "tabletMode",
      availability: "tabletModeAvailable",
      signals: ["tabletModeChanged", "tabletModeAvailableChanged"])
  }

  /// Describes UPower's lid, of which every change is announced.
  static func upower(_ address: BusAddress) -> Self {
    Self(
      kind: .lid, address: address, service: "org.freedesktop.UPower",
      path: "/org/freedesktop/UPower", interface: "org.freedesktop.UPower",
      property: "LidIsClosed", availability: "LidIsPresent")
  }

  /// Describes logind's lid, which is read after a resume, as its changes may be unannounced.
  static func logind(_ address: BusAddress) -> Self {
    Self(
      kind: .lid, address: address, service: "org.freedesktop.login1",
      path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
      property: "LidClosed", signals: ["PrepareForSleep"])
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
