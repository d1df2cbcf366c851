// SPDX-License-Identifier: Apache-2.0
import Glibc
import Orientation

@testable import Sensing

/// Readings of a simulated hand; angles grow from portrait towards left edge up.
enum Motion {
  /// Returns the reading for an in-plane angle and a tilt to face up, in degrees, at a length in g.
  static func reading(angle: Double, tilt: Double = 0, length: Double = 1) -> Acceleration {
    let (angle, tilt) = (angle * .pi / 180, tilt * .pi / 180)
    func axis(_ value: Double) -> Int32 { Int32((value * length * 1000).rounded()) }
    return Acceleration(
      x: axis(-sin(angle) * cos(tilt)), y: axis(cos(angle) * cos(tilt)), z: axis(sin(tilt)))
  }

  /// Feeds `count` equal readings 20 ms apart and returns the changes with their times.
  static func hold(
    _ reading: Acceleration, for count: Int, from start: Int64, _ classifier: inout Classifier
  ) -> [(Int64, DeviceOrientation)] {
    (0..<count).compactMap { index in
      let time = start + Int64(index) * 20
      return classifier.judge(reading, at: Instant(milliseconds: time)).map { (time, $0) }
    }
  }
}
