// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Something that turns accelerometer readings into changes of the device orientation.
///
/// It reads no clock. Whoever does calls `judge` with every reading, and `settle` at `deadline`
/// unless a reading comes first.
public protocol OrientationJudge: Sendable {
  /// The name by which `Judges` makes it.
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

  /// A reading has come in.
  mutating func begin() {
    counts.countReading()
    stoppedAt = nil
  }

  /// A gate stops the reading, if one does.
  @discardableResult
  mutating func stop(_ gate: Gate?) -> DeviceOrientation? {
    stoppedAt = gate
    if let gate { counts.count(gate) }
    return nil
  }

  /// The orientation is another one now; nil if it is the same.
  mutating func report(_ orientation: DeviceOrientation) -> DeviceOrientation? {
    guard orientation != current else { return nil }
    current = orientation
    return orientation
  }
}

/// The judges by their names.
public enum Judges {
  /// Which readings a judge sees.
  public enum Sampling: Sendable, Hashable {
    /// As the original does: some poll, and see their first reading so far into the period.
    case original(phase: Duration)
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
    sampling: Sampling = .original(phase: .zero)
  ) -> (any OrientationJudge)? {
    guard let judge = unpolled(name, parameters) else { return nil }
    guard let period = period(of: name), case .original(let phase) = sampling else { return judge }
    return PolledJudge(judge, period: period, phase: phase)
  }

  /// The time between two looks of the original; nil if it takes every reading.
  public static func period(of name: String) -> Duration? {
    switch name {
    case "iio-sensor-proxy": .milliseconds(700)
    case "rot8": .milliseconds(500)
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
