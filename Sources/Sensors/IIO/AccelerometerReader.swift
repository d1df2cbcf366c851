// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Reads an accelerometer's three axes; its descriptors stay open in between.
struct AccelerometerReader: ~Copyable {
  /// What a reading came to.
  enum Outcome: Equatable {
    case reading(Acceleration)
    case fault(ReadingFault)
    case gone
  }

  private let device: Accelerometer
  private let x: AttributeFile
  private let y: AttributeFile
  private let z: AttributeFile

  /// Opens the attributes; nil if one cannot be opened.
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

  /// Takes one reading.
  ///
  /// The axes are read one after the other, so that a mixture of two moments is possible: the
  /// classifier wants several readings to agree.
  func read() -> Outcome {
    guard !x.isUnlinked else { return .gone }
    var raw = SIMD3<Double>.zero
    for (index, content) in [x.read(), y.read(), z.read()].enumerated() {
      switch content {
      case .number(let value): raw[index] = value
      case .fault(let fault): return .fault(fault)
      case .gone: return .gone
      }
    }
    return Self.outcome(raw, of: device)
  }

  /// Turns raw units into a reading along the panel's axes.
  static func outcome(_ raw: SIMD3<Double>, of device: Accelerometer) -> Outcome {
    var vector = raw + device.offset
    guard vector != .zero else { return .fault(.allZero) }
    if let scale = device.scale {
      vector *= scale
    } else {
      // Without a unit the only length that makes sense is that of gravity.
      let length = (vector * vector).sum().squareRoot()
      guard length.isFinite else { return .fault(.outOfRange) }
      vector *= 9.80665 / length
    }
    return Acceleration.mounted(vector, by: device.matrix).map { .reading($0) }
      ?? .fault(.outOfRange)
  }
}
