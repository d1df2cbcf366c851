// SPDX-License-Identifier: Apache-2.0
public import Configuration
public import Control
public import Desktop
public import Formats
public import Sensors
public import Text

/// The inputs of the checks, which `Examination` gathers.
public struct Facts: Sendable {
  /// The kernel's accelerometers.
  public var sensors: SensorFacts = SensorFacts()
  /// The state of iio-sensor-proxy.
  public var proxy: ProxyFacts = ProxyFacts()
  /// The sensor of this session's daemon; `nil` if no daemon answers.
  public var daemon: DaemonSensor?
  /// The programs that may rotate the screen, including Swivel's daemons.
  public var arbiters: ArbiterFacts = ArbiterFacts()
  /// The compositor and its outputs.
  public var compositor: CompositorFacts = CompositorFacts()
  /// The mounts of the panels, the frames of transforms, and whether the device is folded.
  public var panels: PanelFacts = PanelFacts()
  /// The input devices and the configuration that sway reports.
  public var sway: SwayFacts = .notRunning
  /// The touch screens, and the file in which the compositor maps them to outputs.
  public var touch: TouchFacts = TouchFacts()
  /// Swivel's own configuration file.
  public var configuration: ConfigurationFacts = ConfigurationFacts()
  /// The kind of machine, and the software around its sensors.
  public var machine: MachineFacts = MachineFacts()
  /// The facts that `swivel run` has about the session's windows; `nil` if they were not examined.
  public var windows: DesktopKnowledge?
}

/// The machine's touch screens and their mapping to outputs.
public struct TouchFacts: Equatable, Sendable {
  /// The kernel's touch screens.
  public var screens: [TouchScreen] = []
  /// The kernel's names of all input devices; empty if they are not known.
  public var devices: Set<String> = []
  /// The compositor's file with the mapping; `nil` if this compositor has no such file.
  public var file: TouchFile?
}

/// The mounts of the panels in the casing, and whether the device is folded to a tablet.
public struct PanelFacts: Sendable {
  /// The mounts of the panels, as the kernel reports them.
  public var mounts: PanelMounts = PanelMounts([:])
  /// The frames in which the session's compositor counts transforms; nil without a session.
  public var frames: FrameKnowledge?
  /// Whether the device is folded to a tablet; `nil` if no readable switch reports that.
  public var tabletMode: Bool?
}

/// Swivel's own configuration file.
public struct ConfigurationFacts: Sendable {
  /// The path; nil without a home directory.
  public var path: String?
  /// Whether the file exists; true if it could not be read.
  public var exists: Bool = false
  /// The error in the file; nil if there is none.
  public var failure: Message?
  /// The configuration of the file; the defaults without a valid file.
  public var configuration: Configuration = Configuration()
  /// The errors about programs of hooks that do not exist.
  public var missingPrograms: [InputError] = []
}

/// The programs that may rotate the screen, including Swivel's daemons.
public struct ArbiterFacts: Sendable {
  /// The processes that may rotate this session's display, recognised by their names.
  public var processes: [RotatingProcess] = []
  /// The process that this session's lock file names, which may have ended; `nil` if the file is
  /// missing or unreadable.
  public var daemon: Int32?
  /// Whether KWin is on the session bus.
  public var hasKWin: Bool = false
  /// Mutter's PanelOrientationManaged; nil if Mutter does not report it.
  public var mutterManagesOrientation: Bool?
  /// The error of the session bus; nil if there was none.
  public var busFailure: String?
}

/// The data that sway reports over its socket.
public enum SwayFacts: Hashable, Sendable {
  /// A touch screen or a pen tablet.
  public struct TouchDevice: Hashable, Sendable {
    /// The identifier that sway uses.
    public let identifier: String
    /// The kernel's name of the device.
    public let name: String
    /// The output that the device is mapped to; nil if sway reports none.
    public let mappedTo: String?
    /// Whether the device has a calibration matrix other than the identity.
    public let isCalibrated: Bool

    /// Creates a device.
    public init(
      identifier: String, name: String = "", mappedTo: String? = nil, isCalibrated: Bool = false
    ) {
      self.identifier = identifier
      self.name = name
      self.mappedTo = mappedTo
      self.isCalibrated = isCalibrated
    }
  }

  /// `SWAYSOCK` is unset or empty.
  case notRunning
  /// `SWAYSOCK` is set, but sway gives no readable reply.
  case silent(String)
  /// sway replies; the configuration's text is `nil` if it was unreadable.
  case answers(devices: [TouchDevice], configuration: String?)
}

/// The globals and outputs of a compositor.
public struct CompositorFacts: Sendable {
  /// The error of connecting to the session; nil if there was none.
  public var failure: String?
  /// The globals of the registry, with their versions.
  public var globals: [String: UInt32] = [:]
  /// The outputs.
  public var outputs: [DesktopOutput] = []
  /// The automatic rotation that the compositor reports, by output name.
  public var autoRotation: [String: AutoRotation] = [:]
}

/// The accelerometers of sysfs and of the input subsystem, and the hinge.
public struct SensorFacts: Sendable {
  /// The accelerometers of sysfs with all three axes.
  public var accelerometers: [Accelerometer] = []
  /// The directories of devices with some axes only.
  public var incomplete: [String] = []
  /// The directories in which accelerometers were searched.
  public var searched: [String] = []
  /// The accelerometers of the input subsystem.
  public var inputs: [InputAccelerometer] = []
  /// The event nodes of `inputs` that this process may read.
  public var readableInputs: Set<String> = []
  /// The directory of the accelerometer to use; nil if none is suitable.
  public var best: String?
  /// The reason why no accelerometer is suitable; empty otherwise.
  public var failure: Message = ""
  /// The reason why `--sensor auto` prefers the kernel's accelerometer to iio-sensor-proxy; `nil`
  /// if it does not.
  public var kernelReason: Message?
  /// The result of a series of readings of `best`; nil if none was taken.
  public var readings: AccelerometerProbe?
  /// The result of a series of readings of the hinge; nil if no device measures its angle, if the
  /// screen has no suitable accelerometer, or if a device cannot be opened.
  public var hinge: HingeProbe?
  /// The path or name of the configured accelerometer in the keyboard's half if no device with
  /// three axes is there; otherwise `nil`.
  public var missingBase: String?
}

extension SensorFacts {
  /// Creates facts from a search.
  public init(_ search: AccelerometerSearch) {
    self.init(
      accelerometers: search.found, incomplete: search.incomplete, searched: search.searched,
      best: search.best?.directory, failure: search.best == nil ? search.failure : "")
  }
}

/// The state of iio-sensor-proxy.
public struct ProxyFacts: Sendable {
  /// The result of claiming the accelerometer.
  public enum Claim: Hashable, Sendable {
    /// Nothing was claimed, since the proxy was not reached, does not run or reports no
    /// accelerometer.
    case notTried
    /// The proxy reported a first orientation, such as `normal`.
    case reported(String)
    /// The claim was granted, but no orientation other than `undefined` was reported within this
    /// time.
    case silent(Duration)
    /// The claim was refused, with the proxy's message.
    case denied(String)
    /// The proxy did not reply within this time.
    case unanswered(Duration)
    case failed(String)
  }

  /// The error of the bus; nil if there was none.
  public var busFailure: String?
  /// Whether the service's name is owned on the bus.
  public var isRunning: Bool = false
  /// Whether the bus can start the service; nil if it runs, or if the bus did not report it.
  public var isActivatable: Bool?
  /// Whether the proxy has an accelerometer; nil if it did not report it.
  public var hasAccelerometer: Bool?
  /// Whether the proxy reports the tilt, which version 3.6 and later do.
  public var knowsTilt: Bool = false
  /// The result of a claim.
  public var claim: Claim = .notTried
}
