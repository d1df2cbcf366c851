// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation

/// A reading in m/s² for the judges that were written with floating point numbers.
struct PlaneVector {
  var x: Double
  var y: Double
  var z: Double

  static let gravity = 9.80665

  init(_ reading: Acceleration) {
    func meters(_ value: Int32) -> Double { Double(value) * Self.gravity / 1000 }
    (x, y, z) = (meters(reading.x), meters(reading.y), meters(reading.z))
  }

  var length: Double { (x * x + y * y + z * z).squareRoot() }
  var lengthInPlane: Double { (x * x + y * y).squareRoot() }

  static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
