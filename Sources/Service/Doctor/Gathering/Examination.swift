// SPDX-License-Identifier: Apache-2.0
public import Bus
import Configuration
import Desktop
import EventLoop
import Formats
public import Glibc
import Orientation
import Sensing
public import Sensors
import WaylandClient
import Text

// What is wrong with this machine, in two halves that know nothing of each other.
//
// - Gathering looks at the machine: `Examination` fills one value, `Facts`. It changes nothing,
//   and whoever is silent costs it a bounded time.
// - Checks are pure functions of `Facts`; each returns `Finding`s with a severity and a remedy.
//   They can be tested with facts of machines that nobody has.
// - What is found is shown as a `DoctorReport`, whose order and exit code depend on severity
//   alone.
// - Text of other programs is never trusted in a terminal: see `UntrustedText`.
//
// Begin here, then `Facts` and `Checks`. `Pose` is the dialogue that finds a mount matrix by
// having somebody hold the device in six ways; `Hwdb` knows the entries of udev's hardware
// database.

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
      unsafe getenv(name).map { unsafe String(cString: $0) }
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
    let configured = ConfigurationExamination.facts(configuration, environment)
    let placement = configured.configuration.sensor
    let search = AccelerometerSearch(in: tree, placement: placement)
    var sensors = SensorFacts(search)
    sensors.kernelReason = AutomaticSource.reasonForKernel(in: tree, placement: placement)
    sensors.readings = search.best.flatMap(AccelerometerProbe.init)
    return Facts(
      sensors: sensors,
      proxy: ProxyExamination.facts(systemBus),
      arbiters: ArbiterExamination.facts(sessionBus, processes: processes),
      compositor: CompositorExamination.facts(),
      sway: SwayExamination.facts(socket: environment("SWAYSOCK")),
      touch: TouchFacts(
        screens: TouchScreen.all(in: tree),
        file: TouchFileSearch.find(environment, processes: processes)),
      configuration: configured)
  }
}

/// Reads our own configuration as `swivel run` would.
enum ConfigurationExamination {
  static func facts(_ named: String?, _ environment: (String) -> String?) -> ConfigurationFacts {
    let path = named ?? Configuration.defaultPath(in: environment)
    do throws(InputError) {
      let configuration =
        if let named {
          try Configuration.load(path: named)
        } else {
          try Configuration.loadDefault(in: environment)
        }
      let exists = path.map { unsafe access($0, F_OK) == 0 } ?? false
      return ConfigurationFacts(path: path, exists: exists, configuration: configuration)
    } catch {
      return ConfigurationFacts(path: path, exists: true, failure: error.description)
    }
  }
}

/// Looks for others that turn the screen: processes, KWin and Mutter.
enum ArbiterExamination {
  static func facts(_ sessionBus: BusAddress, processes root: String) -> ArbiterFacts {
    var facts = ArbiterFacts(processes: ProcessList(root: root).rotating)
    do throws(BusError) {
      let dialogue = try BusDialogue(sessionBus)
      defer { dialogue.close() }
      facts.hasKWin = try dialogue.isOwned("org.kde.KWin")
      let mutter = "org.gnome.Mutter.DisplayConfig"
      if try dialogue.isOwned(mutter) {
        facts.mutterManagesOrientation =
          dialogue.property(
            "PanelOrientationManaged", of: mutter, at: "/org/gnome/Mutter/DisplayConfig",
            in: mutter)?.boolean
      }
    } catch {
      facts.busFailure = "\(error)"
    }
    return facts
  }
}

/// Asks sway which input devices it has and how it is configured.
enum SwayExamination {
  static func facts(socket path: String?) -> SwayFacts {
    guard let path, !path.isEmpty else { return .notRunning }
    guard let bytes = SwaySocket.ask(.getInputs, at: path) else {
      return .silent("no answer at \(UntrustedText(path).name(columns: 80))")
    }
    guard let inputs = try? JSONValue.parse(bytes, file: "get_inputs"), inputs.array != nil else {
      return .silent("its answer cannot be read")
    }
    let configuration = SwaySocket.ask(.getConfiguration, at: path)
      .flatMap { try? JSONValue.parse($0, file: "get_config") }
    return .answers(
      devices: touchDevices(in: inputs), configuration: configuration?["config"]?.string)
  }

  /// The touch screens and pens in the answer to `get_inputs`.
  static func touchDevices(in inputs: JSONValue) -> [SwayFacts.TouchDevice] {
    SwayInput.list(inputs).filter { $0.type == "touch" || $0.type == "tablet_tool" }.map {
      SwayFacts.TouchDevice(
        identifier: $0.identifier, name: $0.name, mappedTo: $0.mappedTo,
        isCalibrated: $0.isCalibrated)
    }
  }
}

/// Asks the compositor of the session what it offers.
enum CompositorExamination {
  static func facts() -> CompositorFacts {
    do throws(WaylandError) {
      let session = try session()
      return CompositorFacts(
        globals: try globals(), outputs: session.outputs, autoRotation: session.autoRotation)
    } catch {
      return CompositorFacts(failure: "\(error)")
    }
  }

  private static func globals() throws(WaylandError) -> [String: UInt32] {
    let connection = try Connection()
    let registry = try connection.registry()
    var globals: [String: UInt32] = [:]
    registry.onEvent = { event in
      guard case .global(_, let interface, let version) = event else { return }
      globals[interface.string] = max(version, globals[interface.string] ?? 0)
    }
    defer { registry.onEvent = nil }
    try connection.roundtrip()
    return globals
  }

  private static func session() throws(WaylandError) -> Session {
    let session = try Session()
    let end = EventLoop.now + .seconds(5)
    while !session.isReady {
      if let failure = session.failure { throw failure }
      guard EventLoop.now < end else { throw .timedOut }
      session.run(for: .milliseconds(200))
    }
    return session
  }
}
