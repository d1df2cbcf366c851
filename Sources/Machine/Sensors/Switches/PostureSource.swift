// SPDX-License-Identifier: Apache-2.0
public import Bus
import EventLoop
import Text

/// The combination of all sources of the device's posture.
///
/// The sources are KWin, UPower and logind on their buses, and the kernel's switches if readable. A
/// switch takes precedence over a service. A missing source reports nothing.
public final class PostureSource {
  private let tree: DeviceTree
  private let systemBus: BusAddress
  private let sessionBus: BusAddress
  private let followsDesktop: Bool
  private var links: [BusLink] = []
  /// The switches on each bus connection, by its index; two connections may lead to the same bus.
  private var switches: [Int: [BusSwitch]] = [:]
  private var inputs: InputDevices?
  private var lid = Report()
  private var mode = Report()

  private struct Report {
    var bySwitch: Bool?
    var byService: Bool?
    var value: Bool? { bySwitch ?? byService }
    var origin: String { bySwitch == nil ? "a service of the desktop or the system" : "a switch" }
  }

  /// Creates a source from the buses and the input devices of a tree.
  ///
  /// `followsDesktop` must be `false` if Swivel publishes the tablet mode to the desktop.
  public init(
    tree: DeviceTree = DeviceTree(), systemBus: BusAddress = .system,
    sessionBus: BusAddress = .session, followsDesktop: Bool = true
  ) {
    self.tree = tree
    self.followsDesktop = followsDesktop
    self.systemBus = systemBus
    self.sessionBus = sessionBus
  }

  deinit { stop() }

  /// Begins to report the tablet mode and the lid, each when its combined value changes.
  public func start(in host: SensorHost) {
    let services = host.reporting { [weak self] in self?.receive($0, by: \.byService, in: host) }
    let switches = host.reporting { [weak self] in self?.receive($0, by: \.bySwitch, in: host) }
    let logind = BusSwitch.Description.logind { [tree] in InputDevice.hasLid(in: tree) }
    follow([.upower, logind], on: systemBus, host: services)
    if followsDesktop { follow([.kwin], on: sessionBus, host: services) }
    inputs = InputDevices(.switches, in: tree, host: switches)
  }

  /// Returns the current state of a tree's first readable tablet-mode switch, except Swivel's own;
  /// `nil` if there is none.
  public static func tabletMode(in tree: DeviceTree) -> Bool? { InputDevice.tabletMode(in: tree) }

  /// Returns whether a tree has a tablet-mode switch besides Swivel's own, readable or not.
  public static func hasTabletSwitch(in tree: DeviceTree) -> Bool {
    InputDevice.has(InputEventDecoder.tabletModeCode, in: tree)
  }

  /// Stops the source.
  public func stop() {
    switches = [:]
    inputs = nil
    for link in links { link.close() }
    links = []
  }

  /// Follows switches on a bus; a missing bus counts as a machine without switches.
  private func follow(_ all: [BusSwitch.Description], on address: BusAddress, host: SensorHost) {
    let number = links.count
    let link = BusLink(
      address, on: host.loop,
      onJoin: { [weak self] (bus) throws(BusError) in
        self?.switches[number] = all.compactMap { try? BusSwitch($0, over: bus, host: host) }
      },
      onLoss: { [weak self] in
        for former in self?.switches.removeValue(forKey: number) ?? [] { former.forget() }
      })
    links.append(link)
    try? link.open()
  }

  private func receive(
    _ event: SensorEvent, by origin: WritableKeyPath<Report, Bool?>, in host: SensorHost
  ) {
    switch event {
    case .lidClosed(let value):
      let before = lid.value
      lid[keyPath: origin] = value
      if lid.value != before { host.report(.lidClosed(lid.value)) }
    case .tabletMode(let value):
      let before = mode
      mode[keyPath: origin] = value
      guard mode.value != before.value || mode.origin != before.origin else { return }
      if mode.value != nil, before.value == nil || mode.origin != before.origin {
        host.report(.note("tablet mode: reported by \(mode.origin)"))
      }
      if mode.value != before.value { host.report(.tabletMode(mode.value)) }
    default: host.report(event)
    }
  }
}

/// The posture of a device, as far as known.
public enum DevicePosture: String, CaseIterable, Hashable, Sendable {
  /// Neither tablet mode nor the state of the lid is known.
  case unknown
  /// The lid is closed, and the device is not known to be in tablet mode.
  case closed
  /// The lid is open or tablet mode is off, and neither `closed` nor `tablet` applies.
  case laptop
  /// The device is in tablet mode: folded to a tablet, or with its keyboard detached.
  case tablet

  /// Creates the posture from tablet mode and lid; `nil` means an unknown value.
  public init(tabletMode: Bool?, lidClosed: Bool?) {
    // Some devices report a closed lid when the screen is folded all the way round.
    self =
      switch (tabletMode, lidClosed) {
      case (true, _): .tablet
      case (_, true): .closed
      case (false, _), (_, false): .laptop
      case (nil, nil): .unknown
      }
  }
}
