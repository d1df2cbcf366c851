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

/// The judges by their names.
public enum Judges {
  /// Which readings a judge sees.
  public enum Sampling: Sendable, Hashable {
    /// As the original does: some poll, and see their first reading so many ms into the period.
    case original(phase: Int64)
    /// All of them.
    case everyReading
  }

  /// The names of all judges, the default first.
  public static let names = ["swivel", "android", "chromeos", "iio-sensor-proxy", "rot8"]

  /// Makes a judge; nil if there is none of that name.
  ///
  /// The parameters are those of `swivel`; the others have none.
  public static func make(
    _ name: String, parameters: ClassifierParameters = ClassifierParameters(),
    sampling: Sampling = .original(phase: 0)
  ) -> (any OrientationJudge)? {
    guard let judge = unpolled(name, parameters) else { return nil }
    guard let period = period(of: name), case .original(let phase) = sampling else { return judge }
    return PolledJudge(judge, period: period, phase: phase)
  }

  /// Milliseconds between two looks of the original; nil if it takes every reading.
  public static func period(of name: String) -> Int64? {
    switch name {
    case "iio-sensor-proxy": 700
    case "rot8": 500
    default: nil
    }
  }

  private static func unpolled(
    _ name: String, _ parameters: ClassifierParameters
  ) -> (any OrientationJudge)? {
    switch name {
    case "swivel": Classifier(parameters: parameters)
    case "android": AndroidJudge()
    case "chromeos": ChromeOSJudge()
    case "iio-sensor-proxy": IIOSensorProxyJudge()
    case "rot8": Rot8Judge()
    default: nil
    }
  }
}
