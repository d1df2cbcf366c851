// SPDX-License-Identifier: Apache-2.0
import Glibc
import Sensors

/// Reads a sensor along its own axes, before any matrix.
struct PoseSensor {
  let device: Accelerometer

  /// The mean of ten readings within half a second, in m/s² or raw units; nil if none is usable.
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
