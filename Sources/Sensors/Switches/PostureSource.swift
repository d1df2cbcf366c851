// SPDX-License-Identifier: Apache-2.0
public import Bus
import EventLoop

/// Everything that can tell how the device is folded, taken together.
///
/// KWin, UPower and logind over their buses, and the kernel's own switches where they may be read.
/// What is not there stays silent: a machine without switches has no news.
public final class PostureSource {
  private let tree: DeviceTree
  private let systemBus: BusAddress
  private let sessionBus: BusAddress
  private var connections: [BusConnection] = []
  private var switches: [BusSwitch] = []
  private var inputs: [InputDevice] = []
  private var lid: Bool?
  private var mode: Bool?

  /// Looks at the buses and the input devices of a tree.
  public init(
    tree: DeviceTree = DeviceTree(), systemBus: BusAddress = .system,
    sessionBus: BusAddress = .session
  ) {
    self.tree = tree
    self.systemBus = systemBus
    self.sessionBus = sessionBus
  }

  deinit { stop() }

  /// Begins to report tablet mode and lid; the same state is reported once, whoever tells it.
  public func start(in host: SensorHost) {
    let own = host.reporting { [weak self] event in
      guard let self, isNews(event) else { return }
      host.report(event)
    }
    follow([.upower(systemBus), .logind(systemBus)], on: systemBus, host: own)
    follow([.kwin(sessionBus)], on: sessionBus, host: own)
    inputs = InputDevice.all(for: .switches, in: tree, host: own).filter { input in
      guard let failure = input.open() else { return true }
      host.reportSoon(.note(failure))
      return false
    }
  }

  /// Ends everything at once.
  public func stop() {
    switches = []
    inputs = []
    for connection in connections { connection.close() }
    connections = []
  }

  /// A bus that is not there tells nothing, like a machine without switches.
  private func follow(_ all: [BusSwitch.Description], on address: BusAddress, host: SensorHost) {
    guard let connection = try? BusConnection(address, on: host.loop) else { return }
    connections.append(connection)
    switches += all.compactMap { try? BusSwitch($0, over: connection, host: host) }
  }

  private func isNews(_ event: SensorEvent) -> Bool {
    switch event {
    case .lidClosed(let value):
      defer { lid = value }
      return value != lid
    case .tabletMode(let value):
      defer { mode = value }
      return value != mode
    default: return true
    }
  }
}
