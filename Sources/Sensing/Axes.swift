// SPDX-License-Identifier: Apache-2.0
import Orientation

/// One reading prepared for comparisons of ratios, with no division and no overflow.
struct Axes {
  private let x: Int64
  private let y: Int64
  private let z: Int64

  /// Keeps to ±64 g per axis, so that every product below stays far within 64 bits.
  init(_ reading: Acceleration) {
    func bounded(_ value: Int32) -> Int64 { Int64(min(max(value, -64_000), 64_000)) }
    x = bounded(reading.x)
    y = bounded(reading.y)
    z = bounded(reading.z)
  }

  private var inPlaneSquare: Int64 { x * x + y * y }

  func hasLength(within range: ClosedRange<Int32>) -> Bool {
    let square = inPlaneSquare + z * z
    let (low, high) = (Int64(range.lowerBound), Int64(range.upperBound))
    return low * low <= square && square <= high * high
  }

  var facesUp: Bool { z > 0 }

  /// Whether z exceeds the in-plane part by at least this many thousandths.
  func tilts(by tangent: Int64) -> Bool {
    z * z * 1_000_000 >= inPlaneSquare * tangent * tangent
  }

  /// The orientation whose axis is nearest; on the exact diagonal a portrait one.
  var nearestUpright: DeviceOrientation {
    guard abs(x) > abs(y) else { return y > 0 ? .portrait : .portraitUpsideDown }
    return x > 0 ? .landscapeLeft : .landscapeRight
  }

  /// Whether the larger in-plane axis exceeds the smaller by at least this many thousandths.
  func passesDiagonal(by tangent: Int64) -> Bool {
    max(abs(x), abs(y)) * 1000 >= min(abs(x), abs(y)) * tangent
  }
}
