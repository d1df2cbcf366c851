// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Something that turns accelerometer readings into changes of the device orientation.
///
/// It reads no clock. Whoever does calls `judge` with every reading, and `settle` at `deadline`
/// unless a reading comes first.
public protocol OrientationJudge: Sendable {
  /// The name by which `Judges` makes it.
  var name: String { get }
  /// The last orientation reported; unknown before the first.
  var current: DeviceOrientation { get }
  /// The gate that stopped the latest reading; nil if it confirmed or changed the orientation.
  var stoppedAt: Gate? { get }
  /// Readings so far, and those stopped at each gate.
  var counts: GateCounts { get }
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
  /// Most judges report on a reading or not at all.
  public var deadline: Instant? { nil }
  /// Most judges report on a reading or not at all.
  public mutating func settle(at instant: Instant) -> DeviceOrientation? { nil }
  /// Most judges do not care who touches the screen.
  public mutating func touch(isDown: Bool, at instant: Instant) {}
}
