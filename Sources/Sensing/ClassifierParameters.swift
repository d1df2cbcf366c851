// SPDX-License-Identifier: Apache-2.0

/// The thresholds of the classifier; a value outside its range is moved to the nearest end.
public struct ClassifierParameters: Sendable, Hashable {
  /// Accepted lengths of a reading, in thousandths of g.
  public let magnitude: ClosedRange<Int32>
  /// Thousandths of the tangent of the tilt from which the screen counts as flat: 3732 is 75°.
  public let flatTangent: Int64
  /// Thousandths of the tangent of the tilt below which it is upright again: 2747 is 70°.
  public let uprightTangent: Int64
  /// Thousandths of the tangent of the in-plane angle at which to leave an orientation: 1192 is 50°.
  public let gapTangent: Int64
  /// Milliseconds for which readings must agree before a turn is reported.
  public let settleMilliseconds: Int64
  /// Milliseconds for which the screen must be flat before that is reported.
  public let flatMilliseconds: Int64

  /// Lengths that the lower and upper bound of the magnitude gate can take, in thousandths of g.
  public static let magnitudeRange: ClosedRange<Int32> = 100...4000
  /// Tangents of 60° to 87°, in thousandths.
  public static let flatTangentRange: ClosedRange<Int64> = 1732...19081
  /// Tangents of 45° to 67°, in thousandths: at 45° there is no hysteresis at all.
  public static let gapTangentRange: ClosedRange<Int64> = 1000...2356
  /// Milliseconds that the two waiting times can take.
  public static let waitingRange: ClosedRange<Int64> = 0...5000

  /// Takes thresholds in the units of the properties; each has a default.
  ///
  /// The upright tangent is also kept at or below the flat one.
  public init(
    magnitude: ClosedRange<Int32> = 500...1500, flatTangent: Int64 = 3732,
    uprightTangent: Int64 = 2747, gapTangent: Int64 = 1192, settleMilliseconds: Int64 = 80,
    flatMilliseconds: Int64 = 500
  ) {
    self.magnitude = magnitude.clamped(to: Self.magnitudeRange)
    self.flatTangent = Self.clamp(flatTangent, Self.flatTangentRange)
    self.uprightTangent = min(
      self.flatTangent, Self.clamp(uprightTangent, Self.flatTangentRange))
    self.gapTangent = Self.clamp(gapTangent, Self.gapTangentRange)
    self.settleMilliseconds = Self.clamp(settleMilliseconds, Self.waitingRange)
    self.flatMilliseconds = Self.clamp(flatMilliseconds, Self.waitingRange)
  }

  private static func clamp(_ value: Int64, _ range: ClosedRange<Int64>) -> Int64 {
    min(max(value, range.lowerBound), range.upperBound)
  }
}
