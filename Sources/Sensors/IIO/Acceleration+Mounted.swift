// SPDX-License-Identifier: Apache-2.0
import Orientation
import Sensing

extension Acceleration {
  /// The largest reading that a sensor can have meant, in m/s²: 64 g.
  static let largestMeant = 64 * 9.80665

  /// Turns a sensor's own m/s² into the panel's axes; nil if it is not finite or above 64 g.
  ///
  /// This is the only place where signs change. Linux drivers deliver, and the matrices of udev's
  /// hardware database and of device trees expect, what iio-sensor-proxy takes for granted: y is
  /// −1 g with the top edge up, x is +1 g with the left edge up, opposite to Android's.
  static func mounted(_ vector: SIMD3<Double>, by matrix: MountMatrix) -> Acceleration? {
    let turned = matrix(vector)
    for axis in 0..<3 where !(abs(turned[axis]) <= largestMeant) { return nil }
    return Acceleration(metersPerSecondSquaredX: turned.x, y: turned.y, z: turned.z)
      .map { Acceleration(proxyX: $0.x, y: $0.y, z: $0.z) }
  }
}
