// SPDX-License-Identifier: Apache-2.0
public import Configuration
public import Desktop
public import Sensors

/// Everything that the checks judge, gathered beforehand; nothing here is read a second time.
public struct Facts: Sendable {
  /// The kernel's accelerometers.
  public var sensors: SensorFacts = SensorFacts()
  /// iio-sensor-proxy.
  public var proxy: ProxyFacts = ProxyFacts()
  /// Whoever else may turn the screen.
  public var arbiters: ArbiterFacts = ArbiterFacts()
  /// The compositor and its outputs.
  public var compositor: CompositorFacts = CompositorFacts()
  /// What sway says of input devices and of its own configuration.
  public var sway: SwayFacts = .notRunning
  /// The touch screens, and the file in which the compositor maps them.
  public var touch: TouchFacts = TouchFacts()
  /// Our own configuration file.
  public var configuration: ConfigurationFacts = ConfigurationFacts()
  /// What `swivel run` would know of the session's windows; nil if nobody has looked.
  public var windows: DesktopKnowledge?
}

/// The touch screens of the machine, and how the compositor is told of them.
public struct TouchFacts: Equatable, Sendable {
  /// The kernel's touch screens.
  public var screens: [TouchScreen] = []
  /// The compositor's own file in which they are mapped to outputs; nil where it is told otherwise.
  public var file: TouchFile?
}

/// Our own configuration file.
public struct ConfigurationFacts: Sendable {
  /// Where it is looked for; nil without a home.
  public var path: String?
  /// Whether there is such a file.
  public var exists: Bool = false
  /// What is wrong with it; nil if nothing is.
  public var failure: String?
  /// What it says, or the defaults.
  public var configuration: Configuration = Configuration()
}

/// Who else may turn the screen.
public struct ArbiterFacts: Sendable {
  /// Processes whose names say that they turn screens.
  public var processes: [RotatingProcess] = []
  /// Whether KWin is on the session bus.
  public var hasKWin: Bool = false
  /// Mutter's word on whether it turns the panel itself; nil if there is none.
  public var mutterManagesOrientation: Bool?
  /// Why the session bus could not be asked; nil if it was.
  public var busFailure: String?
}

/// What sway tells over its own socket.
public enum SwayFacts: Hashable, Sendable {
  /// A touch screen or a pen tablet.
  public struct TouchDevice: Hashable, Sendable {
    /// What sway calls it.
    public let identifier: String
    /// The kernel's name for it.
    public let name: String
    /// The output that it says it is mapped to; nil if it does not say.
    public let mappedTo: String?
    /// Whether a calibration matrix other than the identity turns its coordinates.
    public let isCalibrated: Bool

    /// Describes a device.
    public init(
      identifier: String, name: String = "", mappedTo: String? = nil, isCalibrated: Bool = false
    ) {
      self.identifier = identifier
      self.name = name
      self.mappedTo = mappedTo
      self.isCalibrated = isCalibrated
    }
  }

  /// `SWAYSOCK` is not set.
  case notRunning
  /// It is set, but there is no answer that can be read.
  case silent(String)
  /// It answers; the configuration's text is nil if it could not be had.
  case answers(devices: [TouchDevice], configuration: String?)
}

/// What a compositor offers to its clients.
public struct CompositorFacts: Sendable {
  /// Why there is no session to look at; nil if there is.
  public var failure: String?
  /// The globals of its registry with their versions.
  public var globals: [String: UInt32] = [:]
  /// The outputs.
  public var outputs: [DesktopOutput] = []
  /// When the compositor turns an output by itself, where it says so.
  public var autoRotation: [String: AutoRotation] = [:]
}

/// What sysfs and udev say of accelerometers.
public struct SensorFacts: Sendable {
  /// Those with all three axes.
  public var accelerometers: [Accelerometer] = []
  /// Directories of devices that have some axes only.
  public var incomplete: [String] = []
  /// The directories that were searched.
  public var searched: [String] = []
  /// The directory of the one that shows how the screen is held; nil if none does.
  public var best: String?
  /// Why there is none; empty if there is.
  public var failure: String = ""
  /// Why auto reads it from sysfs although there is iio-sensor-proxy; nil if it does not.
  public var kernelReason: String?
  /// What a series of readings of the best one came to; nil if none was taken.
  public var readings: AccelerometerProbe?
}

extension SensorFacts {
  /// Takes a search.
  public init(_ search: AccelerometerSearch) {
    self.init(
      accelerometers: search.found, incomplete: search.incomplete, searched: search.searched,
      best: search.best?.directory, failure: search.best == nil ? search.failure : "")
  }
}

/// What iio-sensor-proxy says and does.
public struct ProxyFacts: Sendable {
  /// What became of a claim.
  public enum Claim: Hashable, Sendable {
    /// There was nothing to claim.
    case notTried
    /// A first word came, such as `normal`.
    case heard(String)
    /// It was granted, but no word other than `undefined` came within this time.
    case silent(Duration)
    /// It was refused, with the other side's words.
    case denied(String)
    /// There was no answer within this time.
    case unanswered(Duration)
    /// It failed in another way.
    case failed(String)
  }

  /// Why the bus could not be reached; nil if it could.
  public var busFailure: String?
  /// Whether somebody owns the service's name.
  public var isRunning: Bool = false
  /// Whether the bus could start it; nil if the bus did not say.
  public var isActivatable: Bool?
  /// Whether it has an accelerometer; nil if it did not say.
  public var hasAccelerometer: Bool?
  /// Whether it knows the tilt, which version 3.6 brought.
  public var knowsTilt: Bool = false
  /// What became of a claim.
  public var claim: Claim = .notTried
}
