// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Bus
public import Sensors

/// Gathers facts about this machine; it claims the sensor for a moment and changes nothing.
public struct Examination {
  /// Where sys, dev and run are looked for.
  public var tree: DeviceTree
  /// Where processes are looked for.
  public var processes: String
  /// Our configuration file; nil for the default one.
  public var configuration: String?
  /// The bus of iio-sensor-proxy.
  public var systemBus: BusAddress
  /// The bus of the desktop.
  public var sessionBus: BusAddress
  /// Reads a variable of the environment.
  public var environment: (String) -> String?

  /// Examines the machine itself unless told otherwise.
  public init(
    tree: DeviceTree = DeviceTree(), processes: String = "/proc", configuration: String? = nil,
    systemBus: BusAddress = .system, sessionBus: BusAddress = .session,
    environment: @escaping (String) -> String? = { name in
      getenv(name).map { String(cString: $0) }
    }
  ) {
    self.tree = tree
    self.processes = processes
    self.configuration = configuration
    self.systemBus = systemBus
    self.sessionBus = sessionBus
    self.environment = environment
  }

  /// Looks at everything once, within some twenty seconds whoever is silent.
  public func facts() -> Facts {
    let search = AccelerometerSearch(in: tree)
    var sensors = SensorFacts(search)
    sensors.readings = search.best.flatMap(AccelerometerProbe.init)
    return Facts(
      sensors: sensors,
      proxy: ProxyExamination.facts(systemBus),
      arbiters: ArbiterExamination.facts(sessionBus, processes: processes),
      compositor: CompositorExamination.facts(),
      sway: SwayExamination.facts(socket: environment("SWAYSOCK")),
      configuration: ConfigurationExamination.facts(configuration, environment))
  }
}
