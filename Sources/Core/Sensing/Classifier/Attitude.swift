// SPDX-License-Identifier: Apache-2.0
package import Orientation

/// A screen's attitude relative to gravity: its angle in the plane and its tilt, independent of
/// each other.
///
/// Only integers are used, so that the result is the same on every machine. The CORDIC algorithm
/// rotates a vector towards an axis in eighteen steps, by arc tangents of powers of two. The
/// remaining angle is at most 437 millionths of a degree, each of the eighteen table entries is off
/// by at most half a millionth, and the shifts lose less than a unit each. For vectors of 2^22
/// units or more the sum is below 0.001°, so an angle rounded to tenths is off by less than 0.051°.
/// The part of a reading in the screen's plane has this length if it is at least 2^-18 of the
/// reading, a 64th of a thousandth of g at 4 g.
package struct Attitude: Sendable, Hashable {
  /// The angle in tenths of a degree, 0 to 3599, growing from top edge up towards left edge up.
  let angle: Int64
  /// The tilt in tenths of a degree, from -900 (face down) to 900 (face up); 0 for an upright
  /// screen.
  let tilt: Int64

  /// Creates the attitude of a vector; the components are at most 2^40, in any common unit.
  package init(x: Int64, y: Int64, z: Int64) {
    let size = UInt64(max(abs(x), abs(y), abs(z)))
    // The largest component is shifted so that its highest bit is bit 40, which leaves room for
    // growth and enough precision.
    let shift = size == 0 ? 0 : Int64(size.leadingZeroBitCount) - 23
    let plane = Self.turn(x: y << shift, y: -x << shift)
    let turned = Self.tenths(plane.angle)
    angle = turned < 0 ? turned + 3600 : turned
    // The steps have multiplied the length by `growth`, so z is scaled by the same factor; both are
    // divided first to prevent overflow.
    let z = ((z << shift) / 4096 * Self.growth) / 1_000_000_000
    tilt = Self.tenths(Self.turn(x: plane.length / 4096, y: z).angle)
  }

  /// Returns the difference between the angle and that of an orientation, in tenths of a degree, 0
  /// to 1800.
  package func distance(to orientation: DeviceOrientation) -> Int64 {
    let difference = abs(angle - Self.angle(of: orientation))
    return min(difference, 3600 - difference)
  }

  var nearest: DeviceOrientation {
    switch (angle + 450) / 900 {
    case 1: .landscapeRight
    case 2: .portraitUpsideDown
    case 3: .landscapeLeft
    default: .portrait
    }
  }

  private static func angle(of orientation: DeviceOrientation) -> Int64 {
    switch orientation {
    case .landscapeRight: 900
    case .portraitUpsideDown: 1800
    case .landscapeLeft: 2700
    case .portrait, .unknown, .faceUp, .faceDown: 0
    }
  }

  /// Returns the vector's angle in millionths of a degree, and its length multiplied by `growth`.
  private static func turn(x: Int64, y: Int64) -> (angle: Int64, length: Int64) {
    guard x != 0 || y != 0 else { return (0, 0) }
    var (x, y, angle) = (x, y, Int64(0))
    if x < 0 {
      angle = y < 0 ? -180_000_000 : 180_000_000
      (x, y) = (-x, -y)
    }
    for step in turns.indices {
      let (sideways, onwards) = (x >> Int64(step), y >> Int64(step))
      if y > 0 {
        (x, y, angle) = (x + onwards, y - sideways, angle + turns[step])
      } else {
        (x, y, angle) = (x - onwards, y + sideways, angle - turns[step])
      }
    }
    return (angle, x)
  }

  private static func tenths(_ microdegrees: Int64) -> Int64 {
    (microdegrees + (microdegrees < 0 ? -50_000 : 50_000)) / 100_000
  }

  /// The product of √(1 + 4^-i) over the eighteen steps, in billionths.
  static let growth: Int64 = 1_646_760_258

  /// The arc tangents of 2^0, 2^-1, … in millionths of a degree.
  static let turns: [Int64] = [
    45_000_000, 26_565_051, 14_036_243, 7_125_016, 3_576_334, 1_789_911, 895_174, 447_614,
    223_811, 111_906, 55_953, 27_976, 13_988, 6_994, 3_497, 1_749, 874, 437,
  ]
}

/// The square of a reading's length, so that lengths are compared without a square root.
struct MagnitudeSquare {
  private let square: Int64

  /// Creates the square; each axis is clamped to ±64 g, so that squares stay far within 64 bits.
  init(_ reading: Acceleration) {
    func bounded(_ value: Int32) -> Int64 { Int64(min(max(value, -64_000), 64_000)) }
    let (x, y, z) = (bounded(reading.x), bounded(reading.y), bounded(reading.z))
    square = x * x + y * y + z * z
  }

  /// Returns whether the length is within two limits in thousandths of g, inclusive.
  func isWithin(_ low: Int64, _ high: Int64) -> Bool {
    low * low <= square && square <= high * high
  }

  /// Returns whether two lengths near 1 g differ by at most about `limit` thousandths of g.
  func isNear(_ other: MagnitudeSquare, within limit: Int64) -> Bool {
    abs(square - other.square) <= 2000 * limit
  }
}
