// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc
import Orientation
public import Sensing
public import Text

/// An accelerometer of the kernel's input subsystem, described by its attributes and udev's
/// database.
///
/// The Steam Deck (hid-steam) and gamepads have such accelerometers.
public struct InputAccelerometer: KernelDevice, Hashable, Sendable {
  /// The event node, such as `/dev/input/event5`.
  public let node: String
  /// The driver's name for the device, such as `Steam Deck Motion Sensors`, or the event device's
  /// name.
  public let label: String
  /// The mount matrix, with the configuration's correction.
  public let matrix: MountMatrix
  /// The sources of the matrix, for messages; `nil` if there is none.
  public let matrixOrigin: String?
  /// Whether the device is part of the screen: udev does not place it in the base, and either knows
  /// its place or its matrix, or the bus is not one that gamepads use.
  public let isBuiltIn: Bool
  /// Messages about faults in the properties.
  public let warnings: [Message]

  /// INPUT_PROP_ACCELEROMETER: the axes are accelerations, and their resolution is in units per g.
  private static let accelerometerProperty: UInt16 = 6
  /// BUS_USB, BUS_BLUETOOTH and BUS_VIRTUAL: the buses of gamepads and of uinput.
  private static let busesOfGamepads = ["0003", "0005", "0006"]

  /// Whether this process may read the node.
  public var isReadable: Bool { unsafe access(node, R_OK) == 0 }

  /// Reads the attributes of an event device; `nil` unless it is an accelerometer with three axes.
  init?(event name: String, in tree: DeviceTree, placement: SensorPlacement) {
    let directory = tree.path("/sys/class/input/\(name)")
    let axes = InputMask(file: "\(directory)/device/capabilities/abs")
    guard
      InputMask(file: "\(directory)/device/properties").contains(Self.accelerometerProperty),
      (0..<3).allSatisfy({ axes.contains($0) })
    else { return nil }
    let properties = DeviceProperties(of: directory, subsystem: "input", in: tree)
    let location = properties["ACCEL_LOCATION"].flatMap(AccelerometerLocation.init(label:))
    let (text, correction) = (properties["ACCEL_MOUNT_MATRIX"], placement.display.correction)
    let found = text.flatMap { MountMatrix($0) }
    node = tree.path("/dev/input/\(name)")
    label = DeviceTree.text(of: "\(directory)/device/name") ?? name
    matrix = (found ?? .identity).followed(by: correction)
    let origins = [
      found.map { _ in "udev's ACCEL_MOUNT_MATRIX" },
      correction == .identity ? nil : "the configuration",
    ].compactMap { $0 }
    matrixOrigin = origins.isEmpty ? nil : origins.joined(separator: " and ")
    warnings =
      text != nil && found == nil
      ? [SensorPhrase.noMatrix("udev's ACCEL_MOUNT_MATRIX")] : []
    let bus = DeviceTree.text(of: "\(directory)/device/id/bustype") ?? ""
    isBuiltIn =
      location != .base
      && (text != nil || location == .display || !Self.busesOfGamepads.contains(bus))
  }

  /// Returns the accelerometers of a tree, in the order of their event nodes' numbers.
  public static func all(
    in tree: DeviceTree, placement: SensorPlacement = SensorPlacement()
  ) -> [InputAccelerometer] {
    DirectoryListing.names(in: tree.path("/sys/class/input"))
      .compactMap { name in number(name).map { ($0, name) } }.sorted { $0.0 < $1.0 }
      .compactMap { InputAccelerometer(event: $0.1, in: tree, placement: placement) }
  }

  /// Returns the first accelerometer of a tree that is part of the screen, or the one that a path
  /// names, wherever it is; `nil` if there is none.
  ///
  /// The path is an event node, a link to one, or a bare name such as `event5`.
  static func best(
    in tree: DeviceTree, only path: String?, placement: SensorPlacement
  ) -> InputAccelerometer? {
    guard let path else { return all(in: tree, placement: placement).first(where: \.isBuiltIn) }
    return eventName(path).flatMap {
      InputAccelerometer(event: $0, in: tree, placement: placement)
    }
  }

  /// Returns the name of the event device that a path leads to; `nil` for other paths.
  static func eventName(_ path: String) -> String? {
    let target = unsafe realpath(path, nil)
    defer { unsafe free(target) }
    let resolved = unsafe target.map { unsafe String(cString: $0) } ?? path
    guard let name = resolved.split(separator: "/").last.map(String.init) else { return nil }
    return number(name) == nil ? nil : name
  }

  private static func number(_ name: String) -> Int? {
    name.hasPrefix("event") ? Int(name.dropFirst(5)) : nil
  }
}

struct AxisStream {
  private(set) var axes: [Int32?] = [nil, nil, nil]
  private var records = InputRecords()

  private static let axisType: UInt16 = 3
  /// SYN_DROPPED: the kernel's buffer was full, and events are lost.
  private static let droppedCode: UInt16 = 3

  var vector: SIMD3<Double>? {
    let known = axes.compactMap { $0 }
    return known.count == 3
      ? SIMD3(Double(known[0]), Double(known[1]), Double(known[2])) : nil
  }

  var waiting: Int { records.waiting }

  mutating func set(_ axis: Int, to value: Int32) { axes[axis] = value }

  mutating func receive(_ bytes: some Collection<UInt8>) -> Bool {
    var isDropped = false
    for event in records.decode(bytes) {
      switch (event.type, event.code) {
      case (Self.axisType, 0...2): axes[Int(event.code)] = event.value
      case (0, Self.droppedCode): isDropped = true
      default: break
      }
    }
    return isDropped
  }
}

struct AxisState: Equatable {
  /// The last value, in device units.
  var value: Int32
  /// The resolution, in units per g; 0 if unknown.
  var resolution: Int32

  init(value: Int32, resolution: Int32) {
    self.value = value
    self.resolution = resolution
  }

  init?(_ descriptor: Int32, _ axis: Int) {
    // The fields of struct input_absinfo: value, minimum, maximum, fuzz, flat, resolution.
    var info: (Int32, Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0, 0)
    // EVIOCGABS: direction read, size 24, type E, number 0x40 and the axis.
    let request = UInt(2) << 30 | UInt(24) << 16 | UInt(0x45) << 8 | (0x40 + UInt(axis))
    guard unsafe ioctl(descriptor, request, &info) >= 0 else { return nil }
    self.init(value: info.0, resolution: info.5)
  }
}
