// SPDX-License-Identifier: Apache-2.0
public import Bus
import EventLoop
import Text

/// All sources of the device's posture, combined.
///
/// These are KWin, UPower and logind over their buses, and the kernel's switches where they are
/// readable; a switch takes precedence over a service. A source that is missing reports nothing.
public final class PostureSource {
  private let tree: DeviceTree
  private let systemBus: BusAddress
  private let sessionBus: BusAddress
  private let followsDesktop: Bool
  private var links: [BusLink] = []
  /// The switches on each bus, by the number of its link; two links may have the same bus.
  private var switches: [Int: [BusSwitch]] = [:]
  private var inputs: InputDevices?
  private var lid = Report()
  private var mode = Report()

  /// One value as reported by switches and by services.
  private struct Report {
    var bySwitch: Bool?
    var byService: Bool?
    var value: Bool? { bySwitch ?? byService }
    var origin: String { bySwitch == nil ? "a service of the desktop or the system" : "a switch" }
  }

  /// Creates a source from the buses and the input devices of a tree.
  ///
  /// A desktop that is told the tablet mode must not be asked for it.
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

  /// Begins to report tablet mode and lid; only changes of the combined state are reported.
  public func start(in host: SensorHost) {
    let services = host.reporting { [weak self] in self?.receive($0, by: \.byService, in: host) }
    let switches = host.reporting { [weak self] in self?.receive($0, by: \.bySwitch, in: host) }
    let logind = BusSwitch.Description.logind { [tree] in InputDevice.hasLid(in: tree) }
    follow([.upower, logind], on: systemBus, host: services)
    if followsDesktop { follow([.kwin], on: sessionBus, host: services) }
    inputs = InputDevices(.switches, in: tree, host: switches)
  }

  /// Returns the state of a tree's tablet-mode switch at this moment; `nil` if there is none that this
  /// process may read.
  public static func tabletMode(in tree: DeviceTree) -> Bool? { InputDevice.tabletMode(in: tree) }

  /// Returns whether a tree has a tablet-mode switch, readable or not.
  public static func hasTabletSwitch(in tree: DeviceTree) -> Bool {
    InputDevice.has(InputEventDecoder.tabletModeCode, in: tree)
  }

  /// Stops the source at once.
  public func stop() {
    switches = [:]
    inputs = nil
    for link in links { link.close() }
    links = []
  }

  /// Follows switches on a bus; a bus that is missing reports nothing, like a machine without
  /// switches.
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
  /// No source reports the posture.
  case unknown
  /// The lid is closed.
  case closed
  /// The keyboard is in use.
  case laptop
  /// Folded to a tablet, or without its keyboard.
  case tablet

  /// Creates the posture from tablet mode and lid; `nil` stands for an unknown value.
  public init(tabletMode: Bool?, lidClosed: Bool?) {
    // Folded right round, some devices report their lid as closed.
    self =
      switch (tabletMode, lidClosed) {
      case (true, _): .tablet
      case (_, true): .closed
      case (false, _), (_, false): .laptop
      case (nil, nil): .unknown
      }
  }
}
