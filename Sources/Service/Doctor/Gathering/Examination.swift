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

// The diagnosis of a machine, in two independent halves.
//
// - Gathering: `Examination` fills one value, `Facts`. It changes nothing, and waits a bounded time
//   for programs that do not reply.
// - Checks are pure functions of `Facts`; each returns `Finding`s with a severity and a remedy.
//   They can be tested with facts of machines that nobody has.
// - What is found is shown as a `DoctorReport`, whose order and exit code depend on severity
//   alone.
// - Text of other programs is never trusted in a terminal: see `UntrustedText`.
//
// Begin here, then `Facts` and `Checks`. `Pose` is the dialogue that finds a mount matrix from four
// poses of the device; `Hwdb` parses the entries of udev's hardware database.

/// Gathers facts about this machine; claims the sensor for a moment and changes nothing.
public struct Examination {
  /// The root of sys, dev and run.
  public var tree: DeviceTree
  /// The directory of processes.
  public var processes: String
  /// Swivel's configuration file; nil for the default one.
  public var configuration: String?
  /// The bus of iio-sensor-proxy.
  public var systemBus: BusAddress
  /// The session bus.
  public var sessionBus: BusAddress
  /// Returns a variable of the environment.
  public var environment: (String) -> String?

  /// Creates an examination, by default of this machine.
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

  /// Gathers all facts once, within about twenty seconds even if programs do not reply.
  public func facts() -> Facts {
    let configured = ConfigurationExamination.facts(configuration, environment)
    let placement = configured.configuration.sensor
    let search = AccelerometerSearch(in: tree, placement: placement)
    var sensors = SensorFacts(search)
    sensors.kernelReason = AutomaticSource.reasonForKernel(in: tree, placement: placement)
    sensors.readings = search.best.flatMap(AccelerometerProbe.init)
    let (compositor, windows) = CompositorExamination.facts(environment)
    return Facts(
      sensors: sensors,
      proxy: ProxyExamination.facts(systemBus),
      arbiters: ArbiterExamination.facts(sessionBus, processes: processes),
      compositor: compositor,
      sway: SwayExamination.facts(socket: environment("SWAYSOCK")),
      touch: TouchFacts(
        screens: TouchScreen.all(in: tree),
        file: TouchFileSearch.find(environment, processes: processes)),
      configuration: configured, windows: windows)
  }
}

/// Reads Swivel's configuration as `swivel run` would.
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

/// Finds other programs that rotate the screen: processes, KWin and Mutter.
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

/// Requests sway's input devices and configuration.
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

  /// Returns the touch screens and pens of a reply to `get_inputs`.
  static func touchDevices(in inputs: JSONValue) -> [SwayFacts.TouchDevice] {
    SwayInput.list(inputs).filter { $0.type == "touch" || $0.type == "tablet_tool" }.map {
      SwayFacts.TouchDevice(
        identifier: $0.identifier, name: $0.name, mappedTo: $0.mappedTo,
        isCalibrated: $0.isCalibrated)
    }
  }
}

/// Asks the compositor of the session what it offers, and its backend for windows as a run does.
enum CompositorExamination {
  static func facts(
    _ environment: @escaping (String) -> String?
  ) -> (CompositorFacts, DesktopKnowledge?) {
    do throws(WaylandError) {
      let session = try Session.ready(within: .seconds(5))
      _ = try? CompositorSearch.wait(in: session, environment: environment) {
        $0.findWindows(onEnd: $1)
      }
      return (
        CompositorFacts(
          globals: session.announced, outputs: session.outputs, autoRotation: session.autoRotation),
        session.windowKnowledge
      )
    } catch {
      return (CompositorFacts(failure: "\(error)"), nil)
    }
  }
}
