// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A judge that turns accelerometer readings into changes of the device orientation.
///
/// A judge reads no clock. Its owner calls `judge` with every reading, and `settle` at `deadline`
/// unless a reading comes first.
public protocol OrientationJudge: Sendable {
  /// The name of the judge, one of `JudgeName.all`.
  var name: String { get }
  /// The state of the judgement so far.
  var record: JudgeRecord { get }
  /// The instant at which to call `settle`; `nil` if no candidate waits.
  var deadline: Instant? { get }

  /// Judges a reading; returns the new orientation if it has changed.
  mutating func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation?
  /// Reports the orientation that has held until `instant` without a contradicting reading.
  mutating func settle(at instant: Instant) -> DeviceOrientation?
  /// Records that the first finger touched the screen, or that the last one left it.
  mutating func touch(isDown: Bool, at instant: Instant)
}

extension OrientationJudge {
  /// The last reported orientation; unknown before the first.
  public var current: DeviceOrientation { record.current }
  /// The gate that stopped the latest reading; `nil` if the reading confirmed or changed the
  /// orientation.
  public var stoppedAt: Gate? { record.stoppedAt }
  /// The numbers of readings and of those stopped at each gate.
  public var counts: GateCounts { record.counts }

  /// No deadline, as for most judges.
  public var deadline: Instant? { nil }
  /// Reports nothing, as for most judges.
  public mutating func settle(at instant: Instant) -> DeviceOrientation? { nil }
  /// Ignores touches, as most judges do.
  public mutating func touch(isDown: Bool, at instant: Instant) {}
}

/// The state of a judgement: the orientation, and the effect of the readings so far.
public struct JudgeRecord: Sendable, Hashable {
  /// The last reported orientation; unknown before the first.
  public private(set) var current: DeviceOrientation = .unknown
  /// The gate that stopped the latest reading; `nil` if the reading confirmed or changed the
  /// orientation.
  public private(set) var stoppedAt: Gate?
  /// The numbers of readings and of those stopped at each gate.
  public private(set) var counts = GateCounts()

  /// Creates a record without a reading.
  package init() {}

  /// Begins a reading.
  package mutating func begin() {
    counts.countReading()
    stoppedAt = nil
  }

  /// Counts the gate that stops the reading, if one does; returns `nil`.
  @discardableResult
  package mutating func stop(_ gate: Gate?) -> DeviceOrientation? {
    stoppedAt = gate
    if let gate { counts.count(gate) }
    return nil
  }

  /// Returns the orientation if it differs from the one reported last, which it replaces.
  package mutating func report(_ orientation: DeviceOrientation) -> DeviceOrientation? {
    guard orientation != current else { return nil }
    current = orientation
    return orientation
  }
}

/// The names of the judges that a configuration can choose.
public enum JudgeName {
  /// All names, the default first.
  ///
  /// The first one is `Classifier`; the module `Judging` makes the others.
  public static let all = ["swivel", "android", "chromeos", "iio-sensor-proxy", "rot8"]
}
