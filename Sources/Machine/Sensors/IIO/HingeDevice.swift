// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc
public import Orientation
public import Sensing
public import Text

/// The sensor from which a hinge's angle is determined, alone or with the display's accelerometer.
public enum HingeDevice: Hashable, Sendable {
  /// A sensor of the angle.
  case sensor(HingeSensor)
  /// An accelerometer in the half with the keyboard; the angle follows from both accelerometers.
  case base(Accelerometer)

  /// Searches a tree: first for a sensor of the angle, then for an accelerometer in the base with a
  /// known mounting; `nil` if there is neither.
  ///
  /// If the configuration names the base's accelerometer, sensors of the angle are ignored.
  public init?(
    in tree: DeviceTree, placement: SensorPlacement = SensorPlacement(), display: Accelerometer
  ) {
    if placement.base.path == nil, let sensor = HingeSensor(in: tree) {
      self = .sensor(sensor)
      return
    }
    var everywhere = placement
    everywhere.display.path = nil
    let base = AccelerometerSearch(in: tree, only: placement.base.path, placement: everywhere).found
      .first { $0.location == .base && $0.name != display.name }
    // If the matrix is the identity and the configuration says nothing of the base, the axes of the
    // keyboard's half are unknown.
    guard let base, base.matrix != .identity || placement.base != SensorMounting() else {
      return nil
    }
    self = .base(base)
  }

  var name: String {
    switch self {
    case .sensor(let sensor): sensor.name
    case .base(let base): base.name
    }
  }

  var words: String {
    switch self {
    case .sensor(let sensor): "\(sensor.name) (\(sensor.driver)) gives the hinge's angle"
    case .base(let base):
      "\(base.label) in the base and the display's accelerometer give the hinge's angle"
    }
  }
}

/// A sensor of the kernel's industrial I/O subsystem that measures the angle between the halves,
/// such as that of Intel's integrated sensor hub.
///
/// Source: "Documentation/ABI/testing/sysfs-bus-iio", in_anglY_raw and in_anglY_label,
/// https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-bus-iio
public struct HingeSensor: Hashable, Sendable {
  /// The name of the sensor's directory, such as `iio:device3`.
  public let name: String
  /// The driver's name for the device; `unnamed` if there is none.
  public let driver: String
  let file: String
  /// Radians per raw unit.
  private let scale: Double
  /// Raw units to add before scaling.
  private let offset: Double

  /// Searches a tree for the first channel that is labelled `hinge` and has a scale; `nil` if there
  /// is none.
  init?(in tree: DeviceTree) {
    let parent = tree.path("/sys/bus/iio/devices")
    for name in DirectoryListing.names(in: parent) {
      let directory = "\(parent)/\(name)"
      for label in DirectoryListing.names(in: directory)
      where label.hasPrefix("in_angl") && label.hasSuffix("_label")
        && DeviceTree.text(of: "\(directory)/\(label)") == "hinge"
      {
        let channel = label.dropLast("_label".count)
        func number(_ attribute: String) -> Double? {
          ["\(channel)_\(attribute)", "in_angl_\(attribute)"].lazy
            .compactMap { DeviceTree.text(of: "\(directory)/\($0)")?.decimal }.first
        }
        guard let scale = number("scale"), scale != 0 else { continue }
        self.name = name
        driver = DeviceTree.text(of: "\(directory)/name") ?? "unnamed"
        file = "\(directory)/\(channel)_raw"
        self.scale = scale
        offset = number("offset") ?? 0
        return
      }
    }
    return nil
  }

  /// Returns the angle in tenths of a degree; `nil` if it does not fit an integer.
  func angle(_ raw: Double) -> Int64? {
    Int64(exactly: ((raw + offset) * scale * 1800 / .pi).rounded())
  }
}

/// A reader of a hinge device through descriptors that stay open.
///
/// An enumeration with the readers as payloads does not compile (Swift 6.3: "copy of noncopyable
/// typed value").
struct HingeReader: ~Copyable, Sendable {
  enum Value: Equatable, Sendable {
    /// The acceleration of the keyboard's half, z with Android's sign.
    case base(Acceleration)
    /// The angle in tenths of a degree.
    case angle(Int64)
  }

  private let device: HingeDevice
  private let base: AccelerometerReader?
  private let angle: AttributeFile?

  init?(_ device: HingeDevice) {
    self.device = device
    switch device {
    case .base(let accelerometer):
      base = AccelerometerReader(accelerometer)
      angle = nil
      if base == nil { return nil }
    case .sensor(let sensor):
      base = nil
      angle = AttributeFile(path: sensor.file)
      if angle == nil { return nil }
    }
  }

  func read() -> DeviceReading<Value> {
    switch device {
    case .base(let accelerometer):
      base?.read().map { .base($0.withZ(times: accelerometer.signOfZ)) } ?? .gone
    case .sensor(let sensor):
      angle?.read().map { sensor.angle($0).map { .angle($0) } } ?? .gone
    }
  }
}

extension Acceleration {
  func withZ(times factor: Int32) -> Acceleration { Acceleration(x: x, y: y, z: z &* factor) }
}

/// A report about a hinge.
public enum HingeReport: Hashable, Sendable {
  /// A device measures the angle; the text names the device.
  case available(UntrustedText)
  /// No device measures the angle now; the text gives the reason.
  case lost(UntrustedText)
  /// A reading of the hinge.
  case reading(HingeReading, Instant)
}

struct HingeWatch {
  /// The number of consecutive faults after which the device counts as lost.
  private static let maximumFaults = 5
  /// The time until the next search for a lost device.
  private static let searchAfter = Duration.seconds(2)

  private(set) var device: HingeDevice?
  private let edge: PanelEdge
  private var faults = 0
  /// After a loss, its instant or that of the last failed search; `nil` once a device is found.
  private var missedSince: Instant?

  init(edge: PanelEdge) { self.edge = edge }

  func isDue(at instant: Instant) -> Bool {
    missedSince.map { instant - $0 >= Self.searchAfter } ?? false
  }

  /// Records the result of a search; returns a report if the device has changed.
  mutating func found(_ found: HingeDevice?, at instant: Instant) -> HingeReport? {
    if missedSince != nil { missedSince = found == nil ? instant : nil }
    guard found != device else { return nil }
    defer { device = found }
    faults = 0
    if let found { return .available(UntrustedText(found.words)) }
    return device.map { .lost("\($0.name) is gone") }
  }

  /// Returns the report about a hinge reading and a simultaneous reading of the display's
  /// accelerometer; `nil` if nothing is to be reported.
  ///
  /// A removal, or the last of `maximumFaults` consecutive faults, is reported as a loss; earlier
  /// faults are not reported.
  mutating func receive(
    _ reading: DeviceReading<HingeReader.Value>, display: Acceleration, of device: Accelerometer,
    at now: Instant
  ) -> HingeReport? {
    guard let companion = self.device else { return nil }
    switch reading {
    case .value(.base(let base)):
      faults = 0
      let screen = display.withZ(times: device.signOfZ)
      return .reading(HingeReading(base: base, display: screen, hingeAt: edge), now)
    case .value(.angle(let angle)):
      faults = 0
      return .reading(.angle(angle), now)
    case .fault(let fault):
      faults += 1
      guard faults == Self.maximumFaults else { return nil }
      return lose("\(companion.name): \(fault.words.english)", at: now)
    case .gone: return lose("\(companion.name) is gone", at: now)
    }
  }

  private mutating func lose(_ reason: String, at instant: Instant) -> HingeReport {
    device = nil
    missedSince = instant
    return .lost(UntrustedText(reason))
  }
}

/// The angle and posture of a hinge, found by reading the hinge for half a second, for a diagnosis.
public struct HingeProbe: Hashable, Sendable {
  private static let size = 10
  /// The time between two readings, in milliseconds.
  private static let interval: Int64 = 50

  /// The description of the device that measures the angle.
  public let device: String
  /// The last angle, even an ambiguous one, in tenths of a degree; `nil` if no reading had one.
  public let angle: Int64?
  /// The posture that follows from the angle; `nil` if unknown.
  public let posture: HingePosture?
  /// The reason why the last reading was inconclusive; otherwise `nil`.
  public let doubt: HingeDoubt?

  /// Creates a result from its values.
  public init(device: String, angle: Int64?, posture: HingePosture?, doubt: HingeDoubt? = nil) {
    (self.device, self.angle, self.posture, self.doubt) = (device, angle, posture, doubt)
  }

  /// Reads for half a second, blocking the thread; `nil` if the attributes cannot be opened.
  public init?(_ device: HingeDevice, display: Accelerometer, placement: SensorPlacement) {
    guard let hinge = HingeReader(device), let screen = AccelerometerReader(display) else {
      return nil
    }
    var watch = HingeWatch(edge: placement.hingeEdge)
    _ = watch.found(device, at: .zero)
    var judge = HingeJudge(parameters: placement.hinge)
    for index in 0..<Self.size {
      if index > 0 { usleep(UInt32(Self.interval * 1000)) }
      guard case .value(let acceleration) = screen.read() else { continue }
      let now = Instant.zero + .milliseconds(Int64(index) * Self.interval)
      if case .reading(let reading, let instant)? = watch.receive(
        hinge.read(), display: acceleration, of: display, at: now)
      {
        _ = judge.judge(reading, at: instant)
      }
    }
    self.init(
      device: device.words, angle: judge.angle, posture: judge.posture, doubt: judge.doubt)
  }
}
