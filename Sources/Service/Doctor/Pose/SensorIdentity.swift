// SPDX-License-Identifier: Apache-2.0
public import Sensing
public import Sensors

/// The properties by which udev's hardware database matches a sensor.
public struct SensorIdentity: Hashable, Sendable {
  /// The name of the sensor's node, such as `iio:device0`.
  public let name: String
  /// The label of the sensor; empty if it has none.
  public let label: String
  /// The modalias of the parent device; empty if unknown.
  public let modalias: String
  /// The machine's DMI modalias; empty if there is none.
  public let dmi: String

  /// Creates an identity from its texts.
  public init(name: String, label: String = "", modalias: String = "", dmi: String = "") {
    self.name = name
    self.label = label
    self.modalias = modalias
    self.dmi = dmi
  }

  /// Reads the identity of a device in a tree.
  public init(_ device: Accelerometer, in tree: DeviceTree) {
    let directory = device.directory
    self.init(
      name: device.name, label: DeviceTree.text(of: "\(directory)/label") ?? "",
      modalias: DeviceTree.text(of: "\(directory)/device/modalias")
        ?? DeviceTree.text(of: "\(directory)/../modalias") ?? "",
      dmi: DeviceTree.text(of: tree.path("/sys/class/dmi/id/modalias")) ?? "")
  }

  /// The first line of the record, which matches this kind of sensor in this model of machine.
  public var pattern: String {
    let start = label.isEmpty ? "sensor:" : "sensor:\(Self.literal(label)):"
    return "\(start)modalias:\(sensorPattern)*\(machinePattern)"
  }

  /// Returns the record's two lines; the second one is indented by a space, as the format requires.
  public func lines(_ matrix: MountMatrix) -> [String] {
    [pattern, " ACCEL_MOUNT_MATRIX=\(matrix.text)"]
  }

  /// Returns the record for udev's own database, with a comment that names the machine.
  public func proposal(_ matrix: MountMatrix) -> [String] {
    ["# \(field("svn")), \(field("pn"))"] + lines(matrix)
  }

  /// Returns a field of the machine's DMI modalias, or `unknown`.
  private func field(_ key: String) -> String {
    let found = dmi.split(separator: ":").first { $0.hasPrefix(key) && $0.count > key.count }
    return found.map { Self.literal(String($0.dropFirst(key.count))) } ?? "unknown"
  }

  private var sensorPattern: String {
    // The machine's pattern identifies the device; the second ACPI ID would only repeat the first.
    let parts = modalias.split(separator: ":")
    guard parts.first == "acpi", parts.count > 1 else { return Self.literal(modalias) }
    return "acpi:" + Self.literal(String(parts[1]))
  }

  private var machinePattern: String {
    guard !dmi.isEmpty else { return "" }
    let fields = dmi.split(separator: ":")
    let known = ["svn", "pn"].compactMap { key in
      fields.first { $0.hasPrefix(key) && $0.count > key.count }
    }
    return ":dmi:" + known.map { "*\(Self.literal(String($0))):" }.joined() + "*"
  }

  /// Returns the first 120 characters, in which those with a meaning in patterns, blanks and those
  /// other than printable ASCII are replaced by `?`, which matches any character.
  private static func literal(_ text: String) -> String {
    String(
      text.unicodeScalars.prefix(120).map { scalar -> Character in
        let isSafe = scalar.isASCII && scalar.value > 0x20 && scalar.value < 0x7F
        return isSafe && !"*?[]\\#".unicodeScalars.contains(scalar) ? Character(scalar) : "?"
      })
  }
}
