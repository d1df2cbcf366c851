// SPDX-License-Identifier: Apache-2.0

/// The thresholds of the classifier; values outside their ranges are clamped.
///
/// Lengths are in thousandths of g, angles in tenths of a degree, times in milliseconds. The
/// `since…` times delay turns to another upright orientation; they do not apply to a flat device
/// that returns to its former one.
public struct ClassifierParameters: Sendable, Hashable {
  /// The least length of a reading that counts as gravity.
  public var magnitudeLow: Int64 = 500
  /// The greatest length of a reading that counts as gravity.
  public var magnitudeHigh: Int64 = 2000
  /// The time constant of the low-pass filter; 0 disables smoothing.
  public var lowPass: Int64 = 20
  /// The hysteresis: how far past the diagonal the angle must be to leave an orientation.
  public var hysteresis: Int64 = 220
  /// The time for which readings must agree before a turn is reported.
  public var dwell: Int64 = 100
  /// The value of `dwell` after a pause in the readings, during which the device may already have
  /// turned; never more than `dwell` in effect.
  public var dwellFromRest: Int64 = 40
  /// The tilt from which on the screen counts as flat.
  public var flat: Int64 = 750
  /// The tilt up to which an edge can be up; a flat screen stays flat down to this tilt.
  public var upright: Int64 = 680
  /// The time for which the screen must be flat before a flat orientation is reported.
  public var flatWait: Int64 = 500
  /// The minimum time between a screen that is reported as flat and a reported turn.
  public var sinceFlat: Int64 = 300
  /// The increase of the tilt that counts as a swing.
  public var swing: Int64 = 150
  /// The time within which the tilt must increase by `swing`.
  public var swingWindow: Int64 = 300
  /// The minimum time between a swing towards flat and a reported turn.
  public var sinceSwing: Int64 = 400
  /// The least length of a reading of a device at rest.
  public var restLow: Int64 = 600
  /// The greatest length of a reading of a device at rest.
  public var restHigh: Int64 = 1350
  /// The minimum time between a shake or push and a reported turn.
  public var sinceAcceleration: Int64 = 400
  /// The minimum time between the end of the last touch and a reported turn.
  public var sinceTouch: Int64 = 500
  /// The tilt towards face down from which on a user is assumed to lie below the screen; 900
  /// disables the gate.
  public var overhead: Int64 = 600
  /// The tilt towards face down to which an overhead screen must return before a turn is reported.
  public var overheadEnd: Int64 = 400

  /// Creates the default thresholds.
  public init() {}

  /// The thresholds, clamped to their ranges; `upright` is at most `flat`, and `overheadEnd` at
  /// most `overhead`.
  public var clamped: ClassifierParameters {
    var result = self
    for parameter in Self.all {
      result[parameter] = parameter.clamp(self[parameter])
    }
    result.upright = min(result.upright, result.flat)
    result.overheadEnd = min(result.overheadEnd, result.overhead)
    return result
  }

  /// All parameters of the classifier with their names, units, ranges and meanings.
  public static let all: [JudgeParameter] = [
    .init(
      name: "magnitude-low", unit: .milligravity, range: 100...1000,
      summary: "Shorter readings are no gravity.", access: { $1(&$0.magnitudeLow) }),
    .init(
      name: "magnitude-high", unit: .milligravity, range: 1000...4000,
      summary: "Longer readings are no gravity.", access: { $1(&$0.magnitudeHigh) }),
    .init(
      name: "low-pass", unit: .milliseconds, range: 0...1000,
      summary: "The time constant of the smoothing.", access: { $1(&$0.lowPass) }),
    .init(
      name: "gap", unit: .tenthsOfDegree, range: 0...400,
      summary: "How far past the diagonal an orientation is left.", access: { $1(&$0.hysteresis) }),
    .init(
      name: "settle", unit: .milliseconds, range: 0...5000,
      summary: "For how long readings must agree before a turn.", access: { $1(&$0.dwell) }),
    .init(
      name: "settle-from-rest", unit: .milliseconds, range: 0...5000,
      summary: "The same after a pause of the sensor; never more than settle.",
      access: { $1(&$0.dwellFromRest) }),
    .init(
      name: "flat", unit: .tenthsOfDegree, range: 600...890,
      summary: "The tilt from which the screen is flat.", access: { $1(&$0.flat) }),
    .init(
      name: "upright", unit: .tenthsOfDegree, range: 300...890,
      summary: "The tilt up to which an edge can be up.", access: { $1(&$0.upright) }),
    .init(
      name: "flat-wait", unit: .milliseconds, range: 0...5000,
      summary: "How long the screen must be flat before that is reported.",
      access: { $1(&$0.flatWait) }),
    .init(
      name: "since-flat", unit: .milliseconds, range: 0...5000,
      summary: "The wait after the screen was flat.", access: { $1(&$0.sinceFlat) }),
    .init(
      name: "swing", unit: .tenthsOfDegree, range: 50...900,
      summary: "How much the tilt grows in a swing.", access: { $1(&$0.swing) }),
    .init(
      name: "swing-window", unit: .milliseconds, range: 50...1000,
      summary: "The time within which the tilt grows by `swing`.", access: { $1(&$0.swingWindow) }),
    .init(
      name: "since-swing", unit: .milliseconds, range: 0...5000,
      summary: "The wait after a swing towards flat.", access: { $1(&$0.sinceSwing) }),
    .init(
      name: "rest-low", unit: .milligravity, range: 0...1000,
      summary: "Shorter readings are of a device that is being moved.", access: { $1(&$0.restLow) }),
    .init(
      name: "rest-high", unit: .milligravity, range: 1000...4000,
      summary: "Longer readings are of a device that is being moved.", access: { $1(&$0.restHigh) }),
    .init(
      name: "since-acceleration", unit: .milliseconds, range: 0...5000,
      summary: "The wait after the device was being moved.", access: { $1(&$0.sinceAcceleration) }),
    .init(
      name: "since-touch", unit: .milliseconds, range: 0...5000,
      summary: "The wait after the last touch.", access: { $1(&$0.sinceTouch) }),
    .init(
      name: "overhead", unit: .tenthsOfDegree, range: 200...900,
      summary: "The tilt face down from which the screen is overhead.", access: { $1(&$0.overhead) }
    ),
    .init(
      name: "overhead-end", unit: .tenthsOfDegree, range: 0...900,
      summary: "The tilt face down at which the screen is no longer overhead.",
      access: { $1(&$0.overheadEnd) }),
  ]

  /// The value of a threshold.
  public subscript(parameter: JudgeParameter) -> Int64 {
    get {
      var (copy, value) = (self, Int64(0))
      parameter.access(&copy) { value = $0 }
      return value
    }
    set { parameter.access(&self) { $0 = newValue } }
  }

  /// Sets a threshold by its name in configuration files to the nearest value in its range; returns
  /// false if the name is unknown.
  public mutating func set(_ name: String, to value: Int64) -> Bool {
    guard let parameter = Self.all.first(where: { $0.name == name }) else { return false }
    self[parameter] = parameter.clamp(value)
    return true
  }
}

/// A threshold of the classifier, as configuration files and help texts describe it.
public struct JudgeParameter: Sendable, Hashable {
  /// The unit of a threshold.
  public enum Unit: String, Sendable, Hashable {
    case milligravity = "0.001 g"
    case tenthsOfDegree = "0.1 degree"
    case milliseconds = "ms"
  }

  /// The name in configuration files.
  public let name: String
  /// The unit of the value.
  public let unit: Unit
  /// The range of the value.
  public let range: ClosedRange<Int64>
  /// The meaning, in one sentence.
  public let summary: String
  /// Passes the value in the thresholds to a function that reads or changes it.
  let access: @Sendable (inout ClassifierParameters, (inout Int64) -> Void) -> Void

  /// The default value.
  public var defaultValue: Int64 { ClassifierParameters()[self] }

  /// Returns whether two thresholds have the same name.
  public static func == (a: JudgeParameter, b: JudgeParameter) -> Bool { a.name == b.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Returns the nearest value in the range.
  public func clamp(_ value: Int64) -> Int64 {
    min(max(value, range.lowerBound), range.upperBound)
  }
}
