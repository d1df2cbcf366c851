// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A judge of accelerometer readings, which reports changes of the device orientation.
///
/// A judge reads no clock. Its owner calls `judge` with every reading, and `settle` at `deadline`
/// unless a reading comes first.
public protocol OrientationJudge: Sendable {
  /// The name of the judge, one of `JudgeName.all`.
  var name: String { get }
  /// The last reported orientation, the gate of the latest reading, and the counts of readings.
  var record: JudgeRecord { get }
  /// The instant at which to call `settle`; `nil` if no call is needed.
  var deadline: Instant? { get }

  /// Judges a reading; returns the new orientation if it has changed, otherwise `nil`.
  mutating func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation?
  /// Called at `deadline` if no reading comes first; returns the new orientation if it has changed,
  /// otherwise `nil`.
  mutating func settle(at instant: Instant) -> DeviceOrientation?
  /// Records that the first finger touched the screen if `isDown`, otherwise that the last one left
  /// it.
  mutating func touch(isDown: Bool, at instant: Instant)
}

extension OrientationJudge {
  /// The last reported orientation; unknown before the first.
  public var current: DeviceOrientation { record.current }
  /// The gate that stopped the latest reading; `nil` before the first, and if the reading confirmed
  /// or changed the orientation.
  public var stoppedAt: Gate? { record.stoppedAt }
  /// The number of readings, and of those that each gate stopped.
  public var counts: GateCounts { record.counts }

  /// Returns `nil`, since most judges have no deadline.
  public var deadline: Instant? { nil }
  /// Reports nothing, since most judges have no deadline.
  public mutating func settle(at instant: Instant) -> DeviceOrientation? { nil }
  /// Ignores touches, as most judges do.
  public mutating func touch(isDown: Bool, at instant: Instant) {}
}

/// The public state of a judge: the last reported orientation, the gate of the latest reading, and
/// the counts of readings.
public struct JudgeRecord: Sendable, Hashable {
  /// The last reported orientation; unknown before the first.
  public private(set) var current: DeviceOrientation = .unknown
  /// The gate that stopped the latest reading; `nil` before the first, and if the reading confirmed
  /// or changed the orientation.
  public private(set) var stoppedAt: Gate?
  /// The number of readings, and of those that each gate stopped.
  public private(set) var counts = GateCounts()

  package init() {}

  package mutating func begin() {
    counts.countReading()
    stoppedAt = nil
  }

  /// Stores and counts the gate that stopped the reading, if any; always returns `nil`.
  @discardableResult
  package mutating func stop(_ gate: Gate?) -> DeviceOrientation? {
    stoppedAt = gate
    if let gate { counts.count(gate) }
    return nil
  }

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
  /// The first one is `Classifier`; the others are in the module `Judging`.
  public static let all = ["swivel", "android", "chromeos", "iio-sensor-proxy", "rot8"]
}
