// SPDX-License-Identifier: Apache-2.0
public import Formats
import Glibc
public import Orientation
import Sensing
import Sensors
import Text

/// The readings in the four poses, in m/s² along the sensor's own axes.
public struct PoseReadings: Hashable, Sendable {
  private var values: [PanelEdge: SIMD3<Double>] = [:]

  /// Creates an empty value.
  public init() {}

  /// The reading with an edge up; nil if there is none.
  public subscript(edge: PanelEdge) -> SIMD3<Double>? {
    get { values[edge] }
    set { values[edge] = newValue }
  }

  /// Returns the readings transformed by a matrix.
  func turned(by matrix: MountMatrix) -> PoseReadings {
    var result = PoseReadings()
    result.values = values.mapValues { matrix($0) }
    return result
  }

  /// Parses lines such as `left 9.8 0.1 0.3`, one each for top, left, bottom and right.
  ///
  /// Cells are separated by commas or spaces; `#` begins a comment.
  /// - Throws: an error for any other line.
  public init(_ bytes: [UInt8], file: String) throws(InputError) {
    let text = String(decoding: bytes, as: UTF8.self)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let cells = line.prefix { $0 != "#" }
        .split { $0 == "," || $0 == " " || $0 == "\t" || $0 == "\r" }
      guard let word = cells.first else { continue }
      func wrong(_ problem: String, valid: [String] = []) -> InputError {
        InputError(file: file, line: index + 1, column: 1, problem: problem, valid: valid)
      }
      guard let edge = Pose.names.first(where: { $0.name == word })?.edge else {
        throw wrong(
          "\(UntrustedText(String(word)).quoted)", valid: Pose.names.map { "\($0.name) X Y Z" })
      }
      guard values[edge] == nil else { throw wrong("\(word) a second time") }
      let numbers = cells.dropFirst().compactMap { Double($0) }
      guard cells.count == 4, numbers.count == 3,
        numbers.allSatisfy({ $0.isFinite && abs($0) < 1e6 })
      else { throw wrong("no three numbers after \(word)", valid: ["\(word) X Y Z in m/s²"]) }
      values[edge] = SIMD3(numbers[0], numbers[1], numbers[2])
    }
    if let missing = Pose.names.first(where: { values[$0.edge] == nil }) {
      throw InputError(
        file: file, line: 0, column: 0, problem: "there is no reading for \(missing.name)",
        valid: Pose.names.map { "\($0.name) X Y Z" })
    }
  }
}

/// Reads a sensor along its own axes, without a mount matrix.
struct PoseSensor {
  let device: Accelerometer

  /// Returns the mean of ten readings within half a second, in m/s² or raw units; nil if none is
  /// usable.
  func mean() -> SIMD3<Double>? {
    var sum = SIMD3<Double>.zero
    var count = 0
    for index in 0..<10 {
      if index > 0 { usleep(50_000) }
      guard let value = reading() else { continue }
      sum += value
      count += 1
    }
    return count > 0 ? sum / Double(count) : nil
  }

  private func reading() -> SIMD3<Double>? {
    var raw = SIMD3<Double>.zero
    for (index, axis) in ["x", "y", "z"].enumerated() {
      let file = "\(device.directory)/in_accel_\(axis)_raw"
      guard let value = DeviceTree.text(of: file).flatMap({ Double($0) }), abs(value) < 1e9 else {
        return nil
      }
      raw[index] = value
    }
    return (raw + device.offset) * (device.scale ?? SIMD3(repeating: 1))
  }
}

/// The poses of the dialogue.
public enum Pose {
  /// The names in a file of readings, in the order of the dialogue.
  public static let names: [(name: String, edge: PanelEdge)] = [
    ("top", .top), ("left", .left), ("bottom", .bottom), ("right", .right),
  ]

  /// Returns the request to the user.
  public static func request(_ edge: PanelEdge) -> String {
    "Hold the device upright so that the \(edge) edge of the screen, as it is without any "
      + "rotation, points up; keep it still and press Enter"
  }
}
