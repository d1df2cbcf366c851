// SPDX-License-Identifier: Apache-2.0
import Orientation

extension Acceleration {
  /// Converts m/s², rounded to thousandths of g; nil if a component is not a finite number.
  ///
  /// More than ±64 g is no orientation and no ordinary sensor's range: it is held at that.
  public init?(metersPerSecondSquaredX x: Double, y: Double, z: Double) {
    guard x.isFinite, y.isFinite, z.isFinite else { return nil }
    func thousandths(_ value: Double) -> Int32 {
      let scaled = min(max(value / 9.80665 * 1000, -64_000), 64_000)
      return Int32(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
    }
    self.init(x: thousandths(x), y: thousandths(y), z: thousandths(z))
  }
}
