// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation
public import Sensing

/// The sensor that measures a hinge's angle, alone or with the display's accelerometer.
public enum HingeDevice: Hashable, Sendable {
  /// A sensor that measures the angle itself.
  case sensor(HingeSensor)
  /// The accelerometer in the half with the keyboard.
  case base(Accelerometer)

  /// Searches a tree: first for a sensor of the angle, then for a second accelerometer with a known
  /// mounting; `nil` if there is neither.
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
    // Without a matrix or a configured mounting the base's axes are unknown.
    guard let base, base.matrix != .identity || placement.base != SensorMounting() else {
      return nil
    }
    self = .base(base)
  }

  /// The name of the device's directory, such as `iio:device1`.
  var name: String {
    switch self {
    case .sensor(let sensor): sensor.name
    case .base(let base): base.name
    }
  }

  /// The device, for messages.
  var words: String {
    switch self {
    case .sensor(let sensor): "\(sensor.name) (\(sensor.driver)) tells the hinge's angle"
    case .base(let base):
      "\(base.name) (\(base.driver)) in the base and the display's accelerometer tell the hinge's angle"
    }
  }
}

/// A sensor of the kernel's industrial I/O subsystem that measures the angle between the halves,
/// such as that of Intel's integrated sensor hub.
///
/// Source: "Documentation/ABI/testing/sysfs-bus-iio", in_anglY_raw and in_anglY_label,
/// https://www.kernel.org/doc/Documentation/ABI/testing/sysfs-bus-iio
public struct HingeSensor: Hashable, Sendable {
  /// The name of its directory, such as `iio:device3`.
  public let name: String
  /// The driver's name for the device.
  public let driver: String
  /// The path of the angle's raw value.
  let file: String
  /// Radians per raw unit.
  private let scale: Double
  /// Raw units to add before scaling.
  private let offset: Double

  /// Searches a tree for a channel that is labelled `hinge`.
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

/// Reads a hinge device; its descriptors stay open between readings.
struct HingeReader: ~Copyable, Sendable {
  enum Outcome: Equatable, Sendable {
    /// The base's acceleration, z with Android's sign.
    case base(Acceleration)
    /// The angle in tenths of a degree.
    case angle(Int64)
    case fault(ReadingFault)
    case gone
  }

  private let device: HingeDevice
  private let base: AccelerometerReader?
  private let angle: AttributeFile?

  /// Opens the attributes; `nil` if one cannot be opened.
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

  func read() -> Outcome {
    switch device {
    case .base(let accelerometer):
      switch base?.read() {
      case .reading(let value): .base(value.withZ(times: accelerometer.signOfZ))
      case .fault(let fault): .fault(fault)
      case .gone, nil: .gone
      }
    case .sensor(let sensor):
      switch angle?.read() {
      case .number(let raw): sensor.angle(raw).map { .angle($0) } ?? .fault(.outOfRange)
      case .fault(let fault): .fault(fault)
      case .gone, nil: .gone
      }
    }
  }
}

extension Acceleration {
  /// Returns the acceleration with z multiplied by a factor.
  func withZ(times factor: Int32) -> Acceleration { Acceleration(x: x, y: y, z: z &* factor) }
}
