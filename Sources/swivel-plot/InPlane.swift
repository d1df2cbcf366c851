// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation

/// The angle in the plane of the screen, for drawing only.
enum InPlane {
  /// Degrees from top edge up, -180 to 180, growing towards left edge up.
  static func degrees(_ reading: Acceleration) -> Double {
    atan2(Double(-Int64(reading.x)), Double(reading.y)) * 180 / .pi
  }
}
