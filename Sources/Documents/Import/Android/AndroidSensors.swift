// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats

/// The events of the sensors that rotate a display, from `dumpsys sensorservice`.
struct AndroidSensors {
  /// The last reading of an accelerometer in m/s², with the axis signs of Android.
  private(set) var acceleration: (x: Double, y: Double, z: Double)?
  /// The last event of a sensor that reports rotations itself (TYPE_DEVICE_ORIENTATION).
  private(set) var orientation: AndroidRotation?

  private enum Kind {
    case accelerometer, orientation, other
  }

  private var kind = Kind.other

  /// Reads a line: a heading names a sensor, the lines below are its events, the newest last.
  mutating func read(_ line: DumpText.Line) {
    if line.text.hasSuffix("events"), let colon = line.text.firstIndex(of: ":") {
      let name = line.text[..<colon].lowercased()
      kind =
        if name.contains("accelerometer"), !name.contains("uncalibrated") {
          .accelerometer
        } else if name.contains("device orientation") || name.contains("device_orientation") {
          .orientation
        } else {
          .other
        }
      return
    }
    guard kind != .other, let close = line.text.firstIndex(of: ")") else { return }
    guard line.text.contains("(ts=") else { return }
    let values = line.text[line.text.index(after: close)...].split(separator: ",")
      .compactMap { Double($0.filter { $0 != " " }) }
    switch kind {
    case .accelerometer:
      guard values.count >= 3, values.prefix(3).allSatisfy(\.isFinite) else { return }
      acceleration = (values[0], values[1], values[2])
    case .orientation:
      let rotations = AndroidRotation.allCases
      guard let first = values.first, first.isFinite, (0...3).contains(first) else { return }
      orientation = rotations[Int(first)]
    case .other: break
    }
  }
}
