// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop

/// Something that a service on a message bus reports as a property that is true or false.
final class BusSwitch {
  enum Kind { case tabletMode, lid, sessionLock, sessionActivity }

  /// Where to find a property and how its changes are told.
  struct Description {
    let kind: Kind
    let address: BusAddress
    let service: String
    let path: String
    let interface: String
    let property: String
    /// A property that is false while there is no such switch; nil if there is none.
    var availability: String?
    /// Signals after which to look again, besides PropertiesChanged.
    var signals: [String] = []
  }

  /// When to ask again what was not answered: no change may come that would be a reason to.
  private static let askAgainAfter = Duration.seconds(30)

  private let description: Description
  private let host: SensorHost
  private let connection: BusConnection
  private var subscriptions: [Subscription] = []
  private var value: Bool?
  private var generation = 0
  private var again: Token?

  /// Begins to follow the property over a connection to its bus.
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

  /// What was asked before does not count any more.
  private func forgetQuestion() {
    generation += 1
    if let again { host.loop.remove(again) }
    again = nil
  }

  /// Whoever told it is not there any more.
  func forget() { set(nil) }

  /// Reads the property anew; what signals carry may be missing or older.
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
      // Whoever will not tell it tells nothing any more.
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
  /// logind's word on whether the session is locked, which its locker has told it.
  ///
  /// The signals Lock and Unlock are only wishes, and a locker that ends by itself emits neither:
  /// they are a reason to look again, no more.
  static func sessionLock(_ address: BusAddress, path: String) -> Self {
    Self(
      kind: .sessionLock, address: address, service: LogindSession.service, path: path,
      interface: LogindSession.interface, property: "LockedHint", signals: ["Lock", "Unlock"])
  }

  /// logind's word on whether the session is in front on its seat.
  static func sessionActivity(_ address: BusAddress, path: String) -> Self {
    Self(
      kind: .sessionActivity, address: address, service: LogindSession.service, path: path,
      interface: LogindSession.interface, property: "Active")
  }

  /// KWin's own judgement, on the bus of the session.
  static func kwin(_ address: BusAddress) -> Self {
    Self(
      kind: .tabletMode, address: address, service: "org.kde.KWin", path: "/org/kde/KWin",
      interface: "org.kde.KWin.TabletModeManager", property: "tabletMode",
      availability: "tabletModeAvailable",
      signals: ["tabletModeChanged", "tabletModeAvailableChanged"])
  }

  /// UPower announces every change of the lid.
  static func upower(_ address: BusAddress) -> Self {
    Self(
      kind: .lid, address: address, service: "org.freedesktop.UPower",
      path: "/org/freedesktop/UPower", interface: "org.freedesktop.UPower",
      property: "LidIsClosed", availability: "LidIsPresent")
  }

  /// logind knows the lid too, but need not announce changes: it is read when it wakes up.
  static func logind(_ address: BusAddress) -> Self {
    Self(
      kind: .lid, address: address, service: "org.freedesktop.login1",
      path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
      property: "LidClosed", signals: ["PrepareForSleep"])
  }
}

/// Whether the screen follows the device, given how the device is folded.
public enum TabletPolicy: String, CaseIterable, Hashable, Sendable {
  /// In tablet mode, and always where no switch tells the mode.
  case auto
  /// Whatever the switches say.
  case always
  /// In tablet mode only, and not before a switch has said so.
  case tabletMode = "tablet-mode"

  /// Whether to follow; nil stands for no switch.
  ///
  /// A closed lid shows nothing that could turn.
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
