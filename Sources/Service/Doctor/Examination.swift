// SPDX-License-Identifier: Apache-2.0
import Bus
import Configuration
import Control
import Desktop
import EventLoop
public import Formats
import Glibc
import Orientation
import Sensing
public import Sensors
import Text
import WaylandClient

// The diagnosis of a machine.
//
// - Gathering: `Examination` fills one value, `Facts`. It changes nothing, and waits a bounded time
//   for programs that do not reply.
// - Checks are pure functions of `Facts`; each returns `Finding`s with a severity and a remedy.
//   Tests can use facts of machines that do not exist.
// - The findings are shown as a `DoctorReport`, whose order and exit code depend on severity alone.
// - Text of other programs is never trusted in a terminal: see `UntrustedText`.
//
// Begin here, then `Facts` and `Checks`. `Pose` is the dialogue that finds a mount matrix from four
// poses of the device; `HardwareDatabase` parses the entries of udev's hardware database.

/// The examination of this machine, which claims iio-sensor-proxy's sensor for a moment and changes
/// nothing.
public struct Examination {
  /// The root of sys, dev and run.
  public var tree: DeviceTree
  /// The directory of processes.
  public var processes: String
  /// Swivel's configuration file; nil for the default one.
  public var configuration: String?
  /// Returns a variable of the environment; nil if it is not set.
  public var environment: (String) -> String?

  /// Creates an examination, by default of this machine.
  public init(
    tree: DeviceTree = DeviceTree(), processes: String = "/proc", configuration: String? = nil,
    environment: @escaping (String) -> String? = Program.environment
  ) {
    self.tree = tree
    self.processes = processes
    self.configuration = configuration
    self.environment = environment
  }

  /// Gathers all facts once, within about twenty seconds even if programs do not reply.
  public func facts() -> Facts {
    let configured = ConfigurationExamination.facts(configuration, environment)
    let placement = configured.configuration.sensor
    let search = AccelerometerSearch(in: tree, placement: placement)
    var sensors = SensorFacts(search)
    sensors.inputs = InputAccelerometer.all(in: tree, placement: placement)
    sensors.readableInputs = Set(sensors.inputs.filter(\.isReadable).map(\.node))
    sensors.kernelReason = AutomaticSource.reasonForKernel(in: tree, placement: placement)
    sensors.readings = search.best.flatMap(AccelerometerProbe.init)
    sensors.hinge = search.best.flatMap { display in
      HingeDevice(in: tree, placement: placement, display: display)
        .flatMap { HingeProbe($0, display: display, placement: placement) }
    }
    if let base = placement.base.path,
      AccelerometerSearch(in: tree, only: base, placement: placement).found.isEmpty
    {
      sensors.missingBase = base
    }
    let (compositor, windows, frames) = CompositorExamination.facts(environment, tree)
    return Facts(
      sensors: sensors,
      proxy: ProxyExamination.facts(),
      daemon: environment("XDG_RUNTIME_DIR").flatMap(DaemonSensor.running),
      arbiters: ArbiterExamination.facts(processes: processes, environment),
      compositor: compositor,
      panels: PanelFacts(
        mounts: .read(root: tree.root), frames: frames,
        tabletMode: PostureSource.tabletMode(in: tree)),
      sway: SwayExamination.facts(socket: environment("SWAYSOCK")),
      touch: TouchFacts(
        screens: TouchScreen.all(in: tree), devices: InputPresence.names(in: tree),
        file: TouchFileSearch.find(environment, processes: processes)),
      configuration: configured,
      machine: MachineExamination.facts(tree, processes: processes, environment), windows: windows)
  }
}

private enum ConfigurationExamination {
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
      return ConfigurationFacts(
        path: path, exists: exists, configuration: configuration,
        missingPrograms: configuration.missingPrograms(in: environment("PATH")))
    } catch {
      return ConfigurationFacts(path: path, exists: true, failure: error.message)
    }
  }
}

/// The search for programs that may rotate the screen: processes, KWin and Mutter.
private enum ArbiterExamination {
  static func facts(processes root: String, _ environment: (String) -> String?) -> ArbiterFacts {
    var facts = ArbiterFacts(
      processes: ProcessList(root: root).competing(environment: environment),
      daemon: environment("XDG_RUNTIME_DIR").flatMap(daemon))
    do throws(BusError) {
      let dialogue = try BusDialogue(.session)
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

  /// Returns the process that the lock file of a session's daemon names, which may have ended; nil
  /// if the file is missing or unreadable.
  private static func daemon(of directory: String) -> Int32? {
    guard let address = try? ControlAddress(directory: directory),
      let bytes = try? RegularFile.read(address.lockPath, atMost: 64)
    else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}

enum SwayExamination {
  static func facts(socket path: String?) -> SwayFacts {
    guard let path, !path.isEmpty else { return .notRunning }
    guard let bytes = SwaySocket.ask(.getInputs, at: path) else {
      return .silent("no answer at \(path.reportName)")
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

enum CompositorExamination {
  static func facts(
    _ environment: @escaping (String) -> String?, _ tree: DeviceTree
  ) -> (CompositorFacts, DesktopKnowledge?, FrameKnowledge?) {
    do throws(WaylandError) {
      let session = try Session.ready(
        within: .seconds(5), mounts: { .read(root: tree.root) })
      _ = try? CompositorSearch.wait(in: session, environment: environment) {
        $0.findWindows(onEnd: $1)
      }
      return (
        CompositorFacts(
          globals: session.announced, outputs: session.outputs, autoRotation: session.autoRotation),
        session.windowKnowledge, session.frameKnowledge
      )
    } catch {
      return (CompositorFacts(failure: "\(error)"), nil, nil)
    }
  }
}

private enum ProxyExamination {
  private static let service = "net.hadess.SensorProxy"
  private static let path = "/net/hadess/SensorProxy"
  /// The time limits of the reply to a claim, and then of the first orientation.
  private static let claimLimit = Duration.seconds(5)
  private static let wordLimit = Duration.seconds(2)

  static func facts() -> ProxyFacts {
    do throws(BusError) {
      let dialogue = try BusDialogue(.system)
      defer { dialogue.close() }
      guard try dialogue.isOwned(service) else {
        return ProxyFacts(isActivatable: dialogue.isActivatable(service))
      }
      let properties = dialogue.properties(of: service, at: path, in: service)
      // Some implementations lack GetAll and have only Get for single properties.
      let has =
        properties["HasAccelerometer"] ?? property("HasAccelerometer", dialogue)
      var facts = ProxyFacts(
        isRunning: true, hasAccelerometer: has?.boolean,
        knowsTilt: properties["AccelerometerTilt"] != nil)
      if facts.hasAccelerometer == true { facts.claim = claim(dialogue) }
      return facts
    } catch {
      return ProxyFacts(busFailure: "\(error)")
    }
  }

  private static func claim(_ dialogue: BusDialogue) -> ProxyFacts.Claim {
    let call = BusCall(service, path, service, "ClaimAccelerometer")
    if case .failure(let error) = dialogue.ask(call, within: claimLimit) {
      if error.isAccessDenied { return .denied("\(error)") }
      return error.isTimeout ? .unanswered(claimLimit) : .failed("\(error)")
    }
    defer { _ = dialogue.ask(BusCall(service, path, service, "ReleaseAccelerometer")) }
    let end = EventLoop.now + wordLimit
    repeat {
      if let word = property("AccelerometerOrientation", dialogue)?.string, word != "undefined" {
        return .reported(word)
      }
      dialogue.turn()
    } while EventLoop.now < end
    return .silent(wordLimit)
  }

  private static func property(_ name: String, _ dialogue: BusDialogue) -> BusValue? {
    dialogue.property(name, of: service, at: path, in: service)
  }
}

/// A bus connection with blocking calls.
final class BusDialogue {
  typealias Reply = Result<[BusValue], BusError>

  private static let bus = "org.freedesktop.DBus"
  private static let busPath = "/org/freedesktop/DBus"
  private static let limit = Duration.seconds(2)

  private let loop: EventLoop
  private let connection: BusConnection

  init(_ address: BusAddress) throws(BusError) {
    do throws(SystemError) {
      loop = try EventLoop()
    } catch {
      throw BusError(name: "org.freedesktop.DBus.Error.Failed", message: "\(error)")
    }
    connection = try BusConnection(address, on: loop)
  }

  /// Closes the connection, which releases every claim.
  func close() { connection.close() }

  func ask(_ call: BusCall, within limit: Duration = limit) -> Reply {
    var reply: Reply?
    connection.call(call, limit: limit) { reply = $0 }
    // If the bus is lost, no reply and no timeout error arrives.
    let end = EventLoop.now + limit + .milliseconds(100)
    while reply == nil, EventLoop.now < end { turn() }
    let silence = BusError(name: "org.freedesktop.DBus.Error.NoReply", message: "no answer in time")
    return reply ?? .failure(silence)
  }

  /// Waits up to 100 ms for bus messages, and handles them.
  func turn() { _ = try? loop.turn(waitingAtMost: .milliseconds(100)) }

  func isOwned(_ name: String) throws(BusError) -> Bool {
    let call = BusCall(Self.bus, Self.busPath, Self.bus, "NameHasOwner", [.string(name)])
    return try ask(call).get().first?.boolean == true
  }

  /// Returns whether the bus can start a service; nil if the bus replies with an error or not at
  /// all.
  func isActivatable(_ name: String) -> Bool? {
    let call = BusCall(Self.bus, Self.busPath, Self.bus, "ListActivatableNames")
    guard let names = try? ask(call).get().first?.elements else { return nil }
    return names.contains { $0.string == name }
  }

  /// Returns all properties of an interface; empty on error.
  func properties(of interface: String, at path: String, in service: String) -> [String: BusValue] {
    let call = BusCall(
      service, path, "org.freedesktop.DBus.Properties", "GetAll", [.string(interface)])
    return (try? ask(call).get().first?.dictionary) ?? [:]
  }

  func property(
    _ name: String, of interface: String, at path: String, in service: String
  ) -> BusValue? {
    let call = BusCall(
      service, path, "org.freedesktop.DBus.Properties", "Get", [.string(interface), .string(name)])
    return try? ask(call).get().first
  }
}
