// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc
import Orientation
public import Sensing

/// An accelerometer of the kernel's industrial I/O subsystem, described by its attributes.
public struct Accelerometer: Hashable, Sendable {
  /// The accelerometer's directory in sysfs.
  public let directory: String
  /// The driver's name for the device, such as `bmc150_accel`.
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
  /// The kernel's matrix that udev's replaces; `nil` if the device lacks either.
  public let replacedMatrix: MountMatrix?
  /// The half of the device that holds the accelerometer; `nil` if unknown.
  public let location: AccelerometerLocation?
  /// Whether the configuration states that the driver mirrors the axes.
  private let isSaidToMirror: Bool
  /// Messages about faults in the attributes.
  public let warnings: [String]

  /// The name of the directory, such as `iio:device0`.
  public var name: String { directory.split(separator: "/").last.map(String.init) ?? directory }

  /// A message that this process cannot read the axes; `nil` if it can.
  var obstacle: String? {
    for axis in ["x", "y", "z"] {
      let file = "\(directory)/in_accel_\(axis)_raw"
      guard unsafe access(file, R_OK) != 0 else { continue }
      let reason = unsafe String(cString: strerror(errno))
      return "\(name) (\(driver)): \(file) cannot be read: \(reason)"
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
    var warnings: [String] = []
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
    if scale == nil { warnings.append("it has no usable scale: only the direction counts") }
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
    _ attribute: String, in directory: String, _ names: Set<String>, warnings: inout [String],
    isUsable: (Double) -> Bool
  ) -> SIMD3<Double>? {
    var result = SIMD3<Double>.zero
    for (index, axis) in ["x", "y", "z"].enumerated() {
      let candidates = ["in_accel_\(axis)_\(attribute)", "in_accel_\(attribute)"]
      guard let name = candidates.first(where: names.contains) else { return nil }
      guard let value = DeviceTree.text(of: "\(directory)/\(name)")?.decimal, isUsable(value) else {
        let text = "\(name) is not a usable number: left out"
        if !warnings.contains(text) { warnings.append(text) }
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
    in directory: String, _ properties: DeviceProperties, warnings: inout [String]
  ) -> (MountMatrix, String?) {
    // udev's matrix takes precedence, since the hardware database corrects errors of the firmware.
    var candidates = [("udev's ACCEL_MOUNT_MATRIX", properties["ACCEL_MOUNT_MATRIX"])]
    for name in kernelAttributes {
      candidates.append((name, DeviceTree.text(of: "\(directory)/\(name)")))
    }
    for (origin, text) in candidates {
      guard let text, !text.isEmpty else { continue }
      if let matrix = MountMatrix(text) { return (matrix, origin) }
      warnings.append("\(origin) is no matrix of three rows and columns: taken as not turned")
      return (.identity, nil)
    }
    return (.identity, nil)
  }
}

/// The result of reading a device.
enum DeviceReading<Value: Equatable & Sendable>: Equatable, Sendable {
  case value(Value)
  case fault(ReadingFault)
  /// The device was removed, or its file was replaced.
  case gone

  /// Returns the reading with its value converted; a value that cannot be converted is out of
  /// range.
  func map<Converted>(_ convert: (Value) -> Converted?) -> DeviceReading<Converted> {
    switch self {
    case .value(let value): convert(value).map { .value($0) } ?? .fault(.outOfRange)
    case .fault(let fault): .fault(fault)
    case .gone: .gone
    }
  }
}

/// A reader of an accelerometer's three axes through descriptors that stay open.
struct AccelerometerReader: ~Copyable, Sendable {
  private let device: Accelerometer
  private let x: AttributeFile
  private let y: AttributeFile
  private let z: AttributeFile

  /// Opens the attributes; `nil` if one cannot be opened.
  init?(_ device: Accelerometer) {
    guard let x = AttributeFile(path: "\(device.directory)/in_accel_x_raw"),
      let y = AttributeFile(path: "\(device.directory)/in_accel_y_raw"),
      let z = AttributeFile(path: "\(device.directory)/in_accel_z_raw")
    else { return nil }
    self.device = device
    self.x = x
    self.y = y
    self.z = z
  }

  /// Reads the three axes.
  ///
  /// The axes are read one after the other, so a reading may mix two moments; the classifier
  /// therefore requires several readings that agree.
  func read() -> DeviceReading<Acceleration> {
    guard !x.isUnlinked else { return .gone }
    var raw = SIMD3<Double>.zero
    for (index, reading) in [x.read(), y.read(), z.read()].enumerated() {
      switch reading {
      case .value(let value): raw[index] = value
      case .fault(let fault): return .fault(fault)
      case .gone: return .gone
      }
    }
    return Self.reading(raw, of: device)
  }

  /// Converts raw units of a device into a reading along the panel's axes.
  static func reading(
    _ raw: SIMD3<Double>, of device: Accelerometer
  ) -> DeviceReading<Acceleration> {
    reading(raw + device.offset, scale: device.scale, matrix: device.matrix)
  }

  /// Converts raw units into a reading along the panel's axes; `scale` is in m/s² per unit.
  ///
  /// If `scale` is `nil`, the vector's length is taken to be 1 g.
  static func reading(
    _ raw: SIMD3<Double>, scale: SIMD3<Double>?, matrix: MountMatrix
  ) -> DeviceReading<Acceleration> {
    var vector = raw
    guard vector != .zero else { return .fault(.allZero) }
    if let scale {
      vector *= scale
    } else {
      // If the unit is unknown, the vector's length is taken to be 1 g.
      let length = (vector * vector).sum().squareRoot()
      guard length.isFinite else { return .fault(.outOfRange) }
      vector *= 9.80665 / length
    }
    return DeviceReading.value(vector).map { Acceleration.mounted($0, by: matrix) }
  }
}

/// A sysfs attribute that is read repeatedly through one descriptor.
struct AttributeFile: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Opens the attribute; `nil` if that fails.
  init?(path: String) {
    // The open is non-blocking, since a path given by the user may be a FIFO.
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  func read() -> DeviceReading<Double> {
    // The kernel's numbers have at most 20 digits, a sign and a point.
    unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count >= 0 else {
        return errno == ENODEV || errno == ENOENT ? .gone : .fault(.unreadable)
      }
      guard count < buffer.count else { return .fault(.notANumber) }
      let text = unsafe String(decoding: buffer[..<count], as: UTF8.self).trimmed
      guard !text.isEmpty else { return .fault(.empty) }
      return text.decimal.map { .value($0) } ?? .fault(.notANumber)
    }
  }

  /// Whether the file was unlinked; reading then fails in sysfs, but not for a copied tree.
  var isUnlinked: Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }
}

extension MountMatrix {
  /// Parses the format of sysfs and udev: `1, 0, 0; 0, 1, 0; 0, 0, 1`.
  ///
  /// The result is `nil` unless the text has three rows of three finite numbers of at most 1000,
  /// and no row is all zero.
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

extension Acceleration {
  /// The largest plausible reading, in m/s²: 64 g.
  private static let maximumMeant = 64 * 9.80665

  /// Converts a sensor's m/s² to the panel's axes; `nil` if a component is not finite or above 64
  /// g.
  ///
  /// Signs change only in this function. Linux drivers deliver the axes of iio-sensor-proxy, which
  /// the matrices of udev's hardware database and of device trees also expect: y is −1 g with the
  /// top edge up, x is +1 g with the left edge up, opposite to Android's.
  static func mounted(_ vector: SIMD3<Double>, by matrix: MountMatrix) -> Acceleration? {
    let turned = matrix(vector)
    for axis in 0..<3 where !(abs(turned[axis]) <= maximumMeant) { return nil }
    return Acceleration(metersPerSecondSquaredX: turned.x, y: turned.y, z: turned.z)
      .map { Acceleration(proxyX: $0.x, y: $0.y, z: $0.z) }
  }
}
