// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Text

@testable import Bus

/// A service on a virtual bus, which answers calls well, late, badly, or not at all.
class VirtualService {
  enum Manner { case isPrompt, isLate(Duration), isSilent, refuses, talksNonsense }

  let name: String
  fileprivate let path: String
  fileprivate unowned let bus: VirtualBus
  fileprivate let agenda: Agenda
  private(set) var unique = ""
  var manner = Manner.isPrompt
  /// The time at which the service has done its present work.
  private var busyUntil = Instant.zero
  /// The number of starts, so that the work of an earlier instance is dropped.
  private var life = 0
  /// The unique names of programs that have left the bus.
  fileprivate private(set) var gone: Set<String> = []

  fileprivate init(_ name: String, at path: String, on bus: VirtualBus, _ agenda: Agenda) {
    (self.name, self.path, self.bus, self.agenda) = (name, path, bus, agenda)
  }

  var isRunning: Bool { !unique.isEmpty }

  func start() {
    guard !isRunning, bus.isRunning else { return }
    unique = bus.newUnique()
    bus.own(name, by: self)
  }

  func stop() {
    guard isRunning else { return }
    life += 1
    (unique, busyUntil) = ("", .zero)
    bus.own(name, by: nil)
  }

  /// Hangs for a while; its work is done afterwards.
  func hang(for time: Duration) { busyUntil = max(busyUntil, agenda.clock.now + time) }

  /// Called when a program has left the bus; handled after the calls of that program.
  final func lose(_ program: String) {
    gone.insert(program)
    whenAwake(after: .zero) { [weak self] in self?.left(program) }
  }

  fileprivate func left(_ program: String) {}

  final func take(_ message: BusMessage) {
    switch manner {
    case .isSilent: break
    case .isPrompt: whenAwake(after: .zero) { [weak self] in self?.answer(message) }
    case .isLate(let delay): whenAwake(after: delay) { [weak self] in self?.answer(message) }
    case .refuses:
      whenAwake(after: .zero) { [weak self] in
        guard let self, !refuse(message) else { return }
        answer(message)
      }
    case .talksNonsense:
      whenAwake(after: .zero) { [weak self] in
        // The call is executed all the same.
        _ = self?.call(message)
        message.answer([.array([.variant(.double(.nan))], element: "v"), .byte(7)])
      }
    }
  }

  /// Runs an action after all other work, unless the service has ended by then.
  fileprivate final func whenAwake(after delay: Duration, _ action: @escaping () -> Void) {
    let now = agenda.clock.now
    busyUntil = max(busyUntil, now + delay)
    guard busyUntil > now else { return action() }
    let life = life
    agenda.after(busyUntil - now) { [weak self] in if life == self?.life { action() } }
  }

  fileprivate final func signal(
    _ interface: String, _ member: String, _ values: [BusValue], at path: String? = nil,
    onlyTo receivers: [String]? = nil
  ) {
    guard isRunning else { return }
    bus.signal(
      from: (name, unique), path ?? self.path, interface, member, values, onlyTo: receivers)
  }

  fileprivate final func tellChange(
    of interface: String, _ changed: [(String, BusValue)], invalidated: [String] = [],
    at path: String? = nil, onlyTo receivers: [String]? = nil
  ) {
    let entries = changed.map { BusValue.entry(.string($0.0), .variant($0.1)) }
    signal(
      "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [
        .string(interface), .array(entries, element: "{sv}"),
        .array(invalidated.map { .string($0) }, element: "s"),
      ], at: path, onlyTo: receivers)
  }

  /// Refuses a call if the service may; returns whether the call was refused.
  fileprivate func refuse(_ message: BusMessage) -> Bool {
    message.refuse("org.freedesktop.DBus.Error.AccessDenied", "not you")
    return true
  }

  private func answer(_ message: BusMessage) {
    if message.interface == "org.freedesktop.DBus.Properties", message.member == "Get" {
      let words = message.values.compactMap(\.string)
      if words.count == 2, let value = property(words[1], at: message.path) {
        return message.answer([.variant(value)])
      }
      return message.refuse("org.freedesktop.DBus.Error.UnknownProperty", "no such property")
    }
    switch call(message) {
    case .success(let values): message.answer(values)
    case .failure(let error): message.refuse(error.name, "\(error.message)")
    }
  }

  fileprivate func property(_ name: String, at path: String) -> BusValue? { nil }

  fileprivate func call(_ message: BusMessage) -> BusConnection.Reply { .failure(.unknown) }
}

/// iio-sensor-proxy in one of several versions.
final class VirtualProxy: VirtualService {
  /// The replies and signals that make no sense.
  enum Nonsense: CaseIterable { case unknownWord, undefined, wrongTypes, invalidated, noProperties }

  /// Whether changes are sent to every program, as up to 3.0.
  private let isBroadcasting: Bool
  /// Whether a claim is answered once the sensor has been read, as from 3.6 on.
  private let waitsForReading: Bool
  /// The unique names of the programs that have claimed the sensor.
  private(set) var claims: [String] = []
  /// The value of the property at the last reading.
  private var word = "undefined"
  var edge: PanelEdge? { didSet { if edge != oldValue { read() } } }
  var hasAccelerometer = true {
    didSet {
      guard hasAccelerometer != oldValue else { return }
      whenAwake(after: .zero) { [weak self] in
        guard let self else { return }
        tellChange(of: name, [("HasAccelerometer", .boolean(hasAccelerometer))])
        read()
      }
    }
  }

  init(_ plan: BusPlan, on bus: VirtualBus, _ agenda: Agenda) {
    (isBroadcasting, waitsForReading) = (plan.isBroadcasting, plan.waitsForReading)
    super.init("net.hadess.SensorProxy", at: "/net/hadess/SensorProxy", on: bus, agenda)
    start()
  }

  override func stop() {
    super.stop()
    (claims, word) = ([], "undefined")
  }

  override fileprivate func left(_ program: String) { claims.removeAll { $0 == program } }

  func say(_ nonsense: Nonsense) {
    let property = "AccelerometerOrientation"
    switch nonsense {
    case .unknownWord: tellChange(of: name, [(property, .string("sideways\u{1b}[31m"))])
    case .undefined: tellChange(of: name, [(property, .string("undefined"))])
    case .wrongTypes:
      tellChange(of: name, [(property, .uint32(7)), ("HasAccelerometer", .double(1))])
    case .invalidated: tellChange(of: name, [], invalidated: [property, "HasAccelerometer"])
    case .noProperties:
      signal("org.freedesktop.DBus.Properties", "PropertiesChanged", [.string(name), .byte(1)])
    }
  }

  /// Reads the sensor, and signals a change.
  private func read() {
    whenAwake(after: .zero) { [weak self] in
      guard let self, let edge, hasAccelerometer, !claims.isEmpty, word != edge.proxyName else {
        return
      }
      word = edge.proxyName
      tellChange(
        of: name, [("AccelerometerOrientation", .string(word))],
        onlyTo: isBroadcasting ? nil : claims)
    }
  }

  override fileprivate func refuse(_ message: BusMessage) -> Bool {
    // Every program may read the properties; a claim needs polkit's permission.
    message.member == "ClaimAccelerometer" && super.refuse(message)
  }

  override fileprivate func property(_ name: String, at path: String) -> BusValue? {
    switch name {
    case "HasAccelerometer": .boolean(hasAccelerometer)
    case "AccelerometerOrientation": .string(word)
    default: nil
    }
  }

  override fileprivate func call(_ message: BusMessage) -> BusConnection.Reply {
    switch message.member {
    case "ClaimAccelerometer":
      // A program that has left the bus by then claims nothing.
      if !claims.contains(message.sender), !gone.contains(message.sender) {
        claims.append(message.sender)
      }
      if waitsForReading {
        if hasAccelerometer, let edge { word = edge.proxyName }
      } else {
        agenda.after(.milliseconds(80)) { [weak self] in self?.read() }
      }
      return .success([])
    case "ReleaseAccelerometer":
      left(message.sender)
      return .success([])
    default: return .failure(.unknown)
    }
  }
}

/// logind, with a session that the daemon finds in one of several ways.
final class VirtualLogind: VirtualService {
  /// The way in which the session is found.
  enum Finding: CaseIterable { case byProcess, byUser, byEnvironment, notAtAll }

  private static let session = "/org/freedesktop/login1/session/c1"
  private static let interface = "org.freedesktop.login1.Session"
  private static let manager = "org.freedesktop.login1.Manager"

  private let finding: Finding
  var isLocked = false { didSet { if isLocked != oldValue { tell("LockedHint") } } }
  var isActive = true { didSet { if isActive != oldValue { tell("Active") } } }

  init(_ plan: BusPlan, on bus: VirtualBus, _ agenda: Agenda) {
    finding = plan.finding
    super.init("org.freedesktop.login1", at: "/org/freedesktop/login1", on: bus, agenda)
    start()
  }

  /// Signals that the machine goes to sleep, and wakes up.
  func sleep() {
    for begins in [true, false] {
      whenAwake(after: .zero) { [weak self] in
        self?.signal(Self.manager, "PrepareForSleep", [.boolean(begins)])
      }
    }
  }

  /// Signals a request to lock the session, which stays unlocked.
  func wish() { signal(Self.interface, "Lock", [], at: Self.session) }

  private func tell(_ property: String) {
    whenAwake(after: .zero) { [weak self] in
      guard let self, let value = self.property(property, at: Self.session) else { return }
      tellChange(of: Self.interface, [(property, value)], at: Self.session)
    }
  }

  override fileprivate func property(_ name: String, at path: String) -> BusValue? {
    switch name {
    case "LockedHint": .boolean(isLocked)
    case "Active": .boolean(isActive)
    case "LidClosed": .boolean(false)
    case "Display":
      .structure([.string("c1"), .objectPath(finding == .byUser ? Self.session : "/")])
    default: nil
    }
  }

  override fileprivate func call(_ message: BusMessage) -> BusConnection.Reply {
    switch (message.member, finding) {
    case ("GetSessionByPID", .byProcess), ("GetSession", .byEnvironment):
      .success([.objectPath(Self.session)])
    case ("GetUser", .byUser), ("GetUser", .byEnvironment):
      .success([.objectPath("/org/freedesktop/login1/user/_1000")])
    default: .failure(.unknown)
    }
  }
}

/// KWin's tablet mode on the session bus.
final class VirtualTabletMode: VirtualService {
  private static let interface = "org.kde.KWin.TabletModeManager"
  var isTablet: Bool? {
    didSet {
      guard isTablet != oldValue else { return }
      whenAwake(after: .zero) { [weak self] in
        guard let self else { return }
        signal(
          Self.interface, "tabletModeAvailableChanged", [.boolean(isTablet != nil)])
        signal(Self.interface, "tabletModeChanged", [.boolean(isTablet == true)])
      }
    }
  }

  init(on bus: VirtualBus, _ agenda: Agenda) {
    super.init("org.kde.KWin", at: "/org/kde/KWin", on: bus, agenda)
    start()
  }

  override fileprivate func property(_ name: String, at path: String) -> BusValue? {
    switch name {
    case "tabletModeAvailable": .boolean(isTablet != nil)
    case "tabletMode": .boolean(isTablet == true)
    default: nil
    }
  }
}

/// UPower on the system bus, which tells of the lid.
final class VirtualUPower: VirtualService {
  /// Whether the lid is closed; `nil` if there is none.
  var isClosed: Bool? = false {
    didSet {
      guard isClosed != oldValue else { return }
      whenAwake(after: .zero) { [weak self] in
        guard let self else { return }
        tellChange(
          of: name,
          [
            ("LidIsPresent", .boolean(isClosed != nil)),
            ("LidIsClosed", .boolean(isClosed == true)),
          ])
      }
    }
  }

  init(on bus: VirtualBus, _ agenda: Agenda) {
    super.init("org.freedesktop.UPower", at: "/org/freedesktop/UPower", on: bus, agenda)
    start()
  }

  override fileprivate func property(_ name: String, at path: String) -> BusValue? {
    switch name {
    case "LidIsPresent": .boolean(isClosed != nil)
    case "LidIsClosed": .boolean(isClosed == true)
    default: nil
    }
  }
}

extension BusError {
  fileprivate static let unknown = BusError(
    name: "org.freedesktop.DBus.Error.UnknownMethod", message: "there is no such thing")
}
