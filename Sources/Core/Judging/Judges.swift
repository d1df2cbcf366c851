// SPDX-License-Identifier: Apache-2.0
public import Orientation
public import Sensing

// This module compares orientation judges.
//
// The judges of iio-sensor-proxy, rot8, ChromeOS and Android are rebuilt here from their published
// rules. `JudgeComparison` runs judges over recordings (`swivel judge`), `Sweep` over a slow turn.
// The daemon does not import this module: a program passes it the judges that its configuration may
// name (`RunOptions.judges`).
//
// Begin with `Judges.make`, then `JudgeRun`.

/// The judges by name; `JudgeName.all` has the names.
public enum Judges {
  /// The times at which readings are passed to a judge.
  public enum Sampling: Sendable, Hashable {
    /// The judge receives readings as in the original program: a polling judge polls first at the
    /// first reading, then after `phase` (a whole period if zero), then once per period.
    case original(phase: Duration)
    case everyReading
  }

  /// Returns the named judge; nil for an unknown name.
  ///
  /// The parameters apply to `swivel`; the other judges have none. The sampling affects only judges
  /// that poll.
  public static func make(
    _ name: String, parameters: ClassifierParameters = ClassifierParameters(),
    sampling: Sampling = .original(phase: .zero)
  ) -> (any OrientationJudge)? {
    guard let judge = unpolled(name, parameters) else { return nil }
    guard let period = period(of: name), case .original(let phase) = sampling else { return judge }
    return PolledJudge(judge, period: period, phase: phase)
  }

  /// Returns the polling period of the original program; nil if it judges every reading.
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

/// A wrapper that makes a judge poll: it passes on only the newest reading, at fixed times.
///
/// The first reading is passed on at once. If no further reading arrives, the last one is passed on
/// at the next poll, unless it already was.
public struct PolledJudge: OrientationJudge {
  private var judge: any OrientationJudge
  /// The time between two polls.
  public let period: Duration
  private let phase: Duration
  private var next: Instant?
  private var held: Acceleration?

  /// Creates a judge that polls every `period`, at least one millisecond; the second poll is
  /// `phase` after the first reading, or one period if `phase` is zero.
  public init(_ judge: any OrientationJudge, period: Duration, phase: Duration = .zero) {
    self.judge = judge
    self.period = max(.milliseconds(1), period)
    self.phase = phase > .zero ? phase : self.period
  }

  /// The name of the judge that is polled.
  public var name: String { judge.name }
  /// The record of the wrapped judge.
  public var record: JudgeRecord { judge.record }
  /// The instant of the next poll; `nil` if no reading waits for it.
  public var deadline: Instant? { held == nil ? nil : next }

  /// Judges a reading if it is the first or the poll is due, otherwise stores it for the next poll
  /// and returns `nil`.
  public mutating func judge(_ reading: Acceleration, at instant: Instant) -> DeviceOrientation? {
    guard let due = next else {
      next = instant + phase
      return judge.judge(reading, at: instant)
    }
    guard due <= instant else {
      held = reading
      return nil
    }
    return look(reading, due: due, at: instant)
  }

  /// Judges the stored reading, if there is one and the poll is due; otherwise returns `nil`.
  public mutating func settle(at instant: Instant) -> DeviceOrientation? {
    guard let held, let due = next, due <= instant else { return nil }
    return look(held, due: due, at: instant)
  }

  /// Passes the touch to the wrapped judge.
  public mutating func touch(isDown: Bool, at instant: Instant) {
    judge.touch(isDown: isDown, at: instant)
  }

  private mutating func look(
    _ reading: Acceleration, due: Instant, at instant: Instant
  ) -> DeviceOrientation? {
    held = nil
    let steps = (instant - due).nanoseconds / period.nanoseconds + 1
    next = due + period * steps
    return judge.judge(reading, at: instant)
  }
}
