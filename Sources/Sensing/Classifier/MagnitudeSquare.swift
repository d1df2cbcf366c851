// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The square of a reading's length, compared without a root.
struct MagnitudeSquare {
  private let square: Int64

  /// Keeps to ±64 g per axis, so that the squares stay far within 64 bits.
  init(_ reading: Acceleration) {
    func bounded(_ value: Int32) -> Int64 { Int64(min(max(value, -64_000), 64_000)) }
    let (x, y, z) = (bounded(reading.x), bounded(reading.y), bounded(reading.z))
    square = x * x + y * y + z * z
  }

  /// Whether the length lies between two lengths in thousandths of g, ends included.
  func isWithin(_ low: Int64, _ high: Int64) -> Bool {
    low * low <= square && square <= high * high
  }
}
