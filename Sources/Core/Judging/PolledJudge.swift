// SPDX-License-Identifier: Apache-2.0
public import Orientation
public import Sensing

/// A judge that judges the newest reading at fixed times only, as in programs that poll.
///
/// The first reading is judged at once. When the readings stop, the last one is judged once more.
public struct PolledJudge: OrientationJudge {
  private var judge: any OrientationJudge
  /// The time between two polls.
  public let period: Duration
  private let phase: Duration
  private var next: Instant?
  private var held: Acceleration?

  /// Creates a judge that polls every `period`, at least a millisecond, first `phase` after the
  /// first reading.
  public init(_ judge: any OrientationJudge, period: Duration, phase: Duration = .zero) {
    self.judge = judge
    self.period = max(.milliseconds(1), period)
    self.phase = phase > .zero ? phase : self.period
  }

  /// The name of the judge that is polled.
  public var name: String { judge.name }
  /// The state of the polled judge.
  public var record: JudgeRecord { judge.record }
  /// The instant of the next poll; `nil` if no reading waits.
  public var deadline: Instant? { held == nil ? nil : next }

  /// Keeps a reading for the next poll, or judges it if the poll is due.
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

  /// Judges the waiting reading if the poll is due.
  public mutating func settle(at instant: Instant) -> DeviceOrientation? {
    guard let held, let due = next, due <= instant else { return nil }
    return look(held, due: due, at: instant)
  }

  /// Passes the touch to the polled judge.
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
