// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Something that turns accelerometer readings into changes of the device orientation.
///
/// It reads no clock. Whoever does calls `judge` with every reading, and `settle` at `deadline`
/// unless a reading comes first.
public protocol OrientationJudge: Sendable {
  /// The name of the judge, one of `JudgeName.all`.
  var name: String { get }
  /// What it has made of the readings so far.
  var record: JudgeRecord { get }
  /// When to call `settle`; nil while nothing waits for the clock.
  var deadline: Instant? { get }

  /// Takes a reading and returns the new orientation if it has changed.
  mutating func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation?
  /// Reports what has held until `instant` with no reading against it.
  mutating func settle(at instant: Instant) -> DeviceOrientation?
  /// Takes note that a finger touches the screen, or that the last one has left it.
  mutating func touch(isDown: Bool, at instant: Instant)
}

extension OrientationJudge {
  /// The last orientation reported; unknown before the first.
  public var current: DeviceOrientation { record.current }
  /// The gate that stopped the latest reading; nil if it confirmed or changed the orientation.
  public var stoppedAt: Gate? { record.stoppedAt }
  /// Readings so far, and those stopped at each gate.
  public var counts: GateCounts { record.counts }

  /// Most judges report on a reading or not at all.
  public var deadline: Instant? { nil }
  /// Most judges report on a reading or not at all.
  public mutating func settle(at instant: Instant) -> DeviceOrientation? { nil }
  /// Most judges do not care who touches the screen.
  public mutating func touch(isDown: Bool, at instant: Instant) {}
}

/// What a judge has made of the readings so far.
public struct JudgeRecord: Sendable, Hashable {
  /// The last orientation reported; unknown before the first.
  public private(set) var current: DeviceOrientation = .unknown
  /// The gate that stopped the latest reading; nil if it confirmed or changed the orientation.
  public private(set) var stoppedAt: Gate?
  /// Readings so far, and those stopped at each gate.
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
