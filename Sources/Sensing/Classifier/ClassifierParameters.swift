// SPDX-License-Identifier: Apache-2.0

/// The thresholds of the classifier; a value outside its range is moved to the nearest end.
///
/// Lengths are in thousandths of g, angles in tenths of a degree, times in milliseconds.
public struct ClassifierParameters: Sendable, Hashable {
  /// The shortest reading that is taken for gravity.
  public var magnitudeLow: Int64 = 500
  /// The longest reading that is taken for gravity.
  public var magnitudeHigh: Int64 = 2000
  /// The time constant of the smoothing; 0 smooths nothing.
  public var lowPass: Int64 = 20
  /// How far past the diagonal the angle must be to leave an orientation.
  public var gap: Int64 = 220
  /// For how long readings must agree before a turn is reported.
  public var settle: Int64 = 100
  /// The same if the first of them came after a pause, when nobody knows how long it has been so.
  public var settleFromRest: Int64 = 40
  /// The tilt from which the screen counts as flat.
  public var flat: Int64 = 750
  /// The tilt up to which an edge can be up; a flat screen stays flat down to it.
  public var upright: Int64 = 680
  /// For how long the screen must be flat before that is reported.
  public var flatWait: Int64 = 500
  /// The wait after the screen was reported flat.
  public var sinceFlat: Int64 = 300
  /// By how much the tilt must grow to be a swing.
  public var swing: Int64 = 150
  /// Within which time it must grow so.
  public var swingWindow: Int64 = 300
  /// The wait after a swing.
  public var sinceSwing: Int64 = 400
  /// The shortest reading of a device at rest.
  public var restLow: Int64 = 600
  /// The longest reading of a device at rest.
  public var restHigh: Int64 = 1350
  /// The wait after a reading that shows a device not at rest.
  public var sinceAcceleration: Int64 = 400
  /// The wait after the last finger has left the screen.
  public var sinceTouch: Int64 = 500
  /// The tilt face down from which the screen is held overhead; 900 is never.
  public var overhead: Int64 = 600
  /// The tilt face down up to which it stays overhead.
  public var overheadEnd: Int64 = 400

  /// Takes the defaults.
  public init() {}

  /// The same thresholds, each within its range and the pairs in order.
  public var clamped: ClassifierParameters {
    var result = self
    for parameter in Self.all {
      result[keyPath: parameter.value] = parameter.clamp(self[keyPath: parameter.value])
    }
    result.upright = min(result.upright, result.flat)
    result.overheadEnd = min(result.overheadEnd, result.overhead)
    return result
  }
}
