// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc
import Orientation
public import Sensing
public import Text

/// An accelerometer of the kernel's industrial I/O subsystem, described by its attributes.
public struct Accelerometer: KernelDevice, Hashable, Sendable {
  /// The accelerometer's directory in sysfs.
  public let directory: String
  /// The driver's name for the device, such as `bmc150_accel`; `unnamed` if there is none.
  public let driver: String
  /// m/s² per raw unit along x, y and z; if `nil`, the unit is unknown and only directions are
  /// used.
  public let scale: SIMD3<Double>?
  /// Raw units to add along each axis before scaling; 0 if the device reports no usable ones.
  public let offset: SIMD3<Double>
  /// The mount matrix, with the configuration's correction.
  public let matrix: MountMatrix
  /// The sources of the matrix, for messages; `nil` if there is none.
  public let matrixOrigin: String?
  /// The kernel's matrix, if it is valid and udev has one, which replaces it; otherwise `nil`.
  public let replacedMatrix: MountMatrix?
  /// The half of the device that holds the accelerometer; `nil` if unknown.
  public let location: AccelerometerLocation?
  /// Whether the configuration states that the driver mirrors the axes.
  private let isSaidToMirror: Bool
  /// Messages about faults in the attributes.
  public let warnings: [Message]

  /// The name of the directory, such as `iio:device0`.
  public var name: String { directory.split(separator: "/").last.map(String.init) ?? directory }
  /// The name of the directory and the driver's name.
  public var label: String { "\(name) (\(driver))" }

  var obstacle: Message? {
    for axis in ["x", "y", "z"] {
      let file = "\(directory)/in_accel_\(axis)_raw"
      guard unsafe access(file, R_OK) != 0 else { continue }
      let reason = unsafe String(cString: strerror(errno))
      return SensorPhrase.unreadableFile(label, file, reason)
    }
    return nil
  }

  /// Reads the attributes; `nil` unless the directory has raw values for all three axes.
  ///
  /// The placement's location takes precedence over the system's; its correction is applied after
  /// the system's matrix.
  public init?(
    directory: String, in tree: DeviceTree, placement: SensorPlacement = SensorPlacement()
  ) {
    let names = Set(DirectoryListing.names(in: directory))
    guard ["x", "y", "z"].allSatisfy({ names.contains("in_accel_\($0)_raw") }) else { return nil }
    let properties = DeviceProperties(of: directory, subsystem: "iio", in: tree)
    var warnings: [Message] = []
    self.directory = directory
    driver =
      DeviceTree.text(of: "\(directory)/name").map { $0.isEmpty ? "unnamed" : $0 } ?? "unnamed"
    scale = Self.perAxis("scale", in: directory, names, warnings: &warnings) {
      $0 != 0 && abs($0) <= 100
    }
    offset =
      Self.perAxis("offset", in: directory, names, warnings: &warnings) { _ in true } ?? .zero
    location =
      placement.location(of: directory, in: tree)
      ?? properties["ACCEL_LOCATION"].flatMap(AccelerometerLocation.init(label:))
      ?? ["label", "location"].lazy
      .compactMap { DeviceTree.text(of: "\(directory)/\($0)") }
      .compactMap(AccelerometerLocation.init(label:)).first
    let mounting = location == .base ? placement.base : placement.display
    isSaidToMirror = mounting.mirrors
    let (found, origin) = Self.matrix(in: directory, properties, warnings: &warnings)
    replacedMatrix =
      properties["ACCEL_MOUNT_MATRIX"] == nil
      ? nil
      : Self.kernelAttributes.lazy.compactMap { DeviceTree.text(of: "\(directory)/\($0)") }
        .compactMap { MountMatrix($0) }.first
    let isCorrected = mounting.correction != .identity
    matrix = isCorrected ? found.followed(by: mounting.correction) : found
    matrixOrigin =
      isCorrected
      ? [origin, "the configuration"].compactMap { $0 }.joined(separator: " and ") : origin
    if scale == nil { warnings.append(SensorPhrase.noScale()) }
    self.warnings = warnings
  }

  /// The factor for z, +1 or −1, that yields Android's sign.
  ///
  /// Matrices are made to correct x and y, and most leave z unchanged. The axes of a chip are
  /// right-handed and measure the force against gravity; drivers of HID sensors negate all three.
  /// If x and y are right, the matrix's handedness determines z's sign.
  var signOfZ: Int32 {
    let isMirrored = (driver == Self.hidDriver) != isSaidToMirror
    return (matrix.determinant < 0) == isMirrored ? 1 : -1
  }

  /// The name that the kernel's driver gives to every HID accelerometer.
  private static let hidDriver = "accel_3d"

  /// Reads an attribute for all axes or one per axis; `nil` unless every axis has a usable value.
  private static func perAxis(
    _ attribute: String, in directory: String, _ names: Set<String>, warnings: inout [Message],
    isUsable: (Double) -> Bool
  ) -> SIMD3<Double>? {
    var result = SIMD3<Double>.zero
    for (index, axis) in ["x", "y", "z"].enumerated() {
      let candidates = ["in_accel_\(axis)_\(attribute)", "in_accel_\(attribute)"]
      guard let name = candidates.first(where: names.contains) else { return nil }
      guard let value = DeviceTree.text(of: "\(directory)/\(name)")?.decimal, isUsable(value) else {
        let warning = SensorPhrase.noNumber(name)
        if !warnings.contains(warning) { warnings.append(warning) }
        return nil
      }
      result[index] = value
    }
    return result
  }

  /// The names of the attributes that may contain the kernel's matrix.
  private static let kernelAttributes = [
    "mount_matrix", "in_accel_mount_matrix", "in_mount_matrix",
  ]

  private static func matrix(
    in directory: String, _ properties: DeviceProperties, warnings: inout [Message]
  ) -> (MountMatrix, String?) {
    // udev's matrix takes precedence, since the hardware database corrects errors of the firmware.
    var candidates = [("udev's ACCEL_MOUNT_MATRIX", properties["ACCEL_MOUNT_MATRIX"])]
    for name in kernelAttributes {
      candidates.append((name, DeviceTree.text(of: "\(directory)/\(name)")))
    }
    for (origin, text) in candidates {
      guard let text, !text.isEmpty else { continue }
      if let matrix = MountMatrix(text) { return (matrix, origin) }
      warnings.append(SensorPhrase.noMatrix(origin))
      return (.identity, nil)
    }
    return (.identity, nil)
  }
}

extension MountMatrix {
  /// Parses the format of sysfs and udev: `1, 0, 0; 0, 1, 0; 0, 0, 1`.
  ///
  /// The result is `nil` unless the text has three rows of three numbers from -1000 to 1000, and no
  /// row is all zero.
  public init?(_ text: some StringProtocol) {
    let rows = text.split(separator: ";", omittingEmptySubsequences: false)
    guard rows.count == 3 else { return nil }
    var elements: [Double] = []
    for row in rows {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(\.decimal)
      guard cells.count == 3 else { return nil }
      elements += cells.compactMap { $0 }
    }
    self.init(elements: elements)
  }
}
