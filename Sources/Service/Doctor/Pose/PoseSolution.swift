// SPDX-License-Identifier: Apache-2.0
import Orientation
public import Sensing
import Sensors

/// The mount matrix computed from four poses, or why there is none.
public enum PoseSolution: Hashable, Sendable {
  /// The readings are contradictory, with a reason for the user.
  case unusable(String)
  /// The matrix that makes all four edges right.
  case matrix(MountMatrix)

  /// Solves four readings: x must be +1 g with the left edge up, y −1 g with the top edge up.
  ///
  /// Only matrices that permute and negate axes are found. The sign of z makes the determinant +1,
  /// as four upright poses do not determine it.
  public init(_ readings: PoseReadings) {
    guard let top = readings[.top], let left = readings[.left], let bottom = readings[.bottom],
      let right = readings[.right]
    else {
      self = .unusable("a reading is missing")
      return
    }
    let lengths = [top, left, bottom, right].map(Self.length)
    guard let least = lengths.min(), let most = lengths.max(), least > 0, most.isFinite else {
      self = .unusable("a reading is zero or no number")
      return
    }
    guard most <= 1.5 * least else {
      self = .unusable("the readings differ in strength: keep the device still")
      return
    }
    guard let x = Self.axis(left, right), let y = Self.axis(bottom, top) else {
      self = .unusable(
        "opposite edges do not give opposite readings along one axis of the sensor: hold the "
          + "device upright, or the sensor sits obliquely or is silent")
      return
    }
    guard x.index != y.index else {
      self = .unusable("left and right give the same axis as top and bottom: a pose was missed")
      return
    }
    self = Self.complete(x, y)
  }

  private static func length(_ vector: SIMD3<Double>) -> Double {
    (vector * vector).sum().squareRoot()
  }

  /// Returns the sensor's axis along which the two readings are opposite; nil if there is none.
  private static func axis(
    _ positive: SIMD3<Double>, _ negative: SIMD3<Double>
  ) -> (index: Int, sign: Double)? {
    let difference = (positive - negative) / 2
    let size = length(difference)
    // If the readings are not opposite, their difference is small.
    guard size >= 0.7 * min(length(positive), length(negative)) else { return nil }
    let index = (0..<3).first { abs(difference[$0]) >= 0.85 * size }
    return index.map { ($0, difference[$0] > 0 ? 1 : -1) }
  }

  private static func complete(
    _ x: (index: Int, sign: Double), _ y: (index: Int, sign: Double)
  ) -> PoseSolution {
    func text(_ zSign: Double) -> String {
      let rows = [x, y, (index: 3 - x.index - y.index, sign: zSign)]
      return rows.map { row in
        (0..<3).map { NumberText.text($0 == row.index ? row.sign : 0) }.joined(separator: ", ")
      }.joined(separator: "; ")
    }
    let candidates = [1.0, -1.0].compactMap { MountMatrix(text($0)) }
    let found = candidates.first { $0.determinant > 0 }
    return found.map { .matrix($0) } ?? .unusable("no matrix fits")
  }
}
