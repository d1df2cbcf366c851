// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Sensing
import Sensors

/// A recording that is played in real time, whose readings are judged.
final class ReplayFeed {
  /// Called with every reading, before it is judged.
  var onReading: ((Acceleration, Instant) -> Void)?
  var onTurn: ((DeviceOrientation) -> Void)?
  var onEnd: (() -> Void)?
  private let loop: EventLoop
  private let clock: Clock
  private var schedule: ReplaySchedule
  var judge: any OrientationJudge
  /// The counts of the played readings.
  private(set) var counts = ReadingCounts()
  private var hasEnded = false

  init(
    _ schedule: ReplaySchedule, on loop: EventLoop, clock: Clock,
    judge: any OrientationJudge = Classifier()
  ) {
    self.schedule = schedule
    self.loop = loop
    self.clock = clock
    self.judge = judge
  }

  /// Judges the due readings, and arms the timer for the next one or the judge's deadline.
  func step() {
    let now = clock.now
    while let next = schedule.nextInstant, next <= now {
      // If the timer is late, the judge's deadline still comes before a later reading.
      settle(until: next)
      guard let reading = schedule.takeDue(at: now) else { break }
      counts.countGood()
      onReading?(reading.acceleration, reading.instant)
      let change = judge.judge(reading.acceleration, at: reading.instant)
      if let change { onTurn?(change) }
    }
    settle(until: now)
    let instants = [schedule.nextInstant, judge.deadline].compactMap { $0 }
    if let next = instants.min() {
      loop.schedule(at: clock.onLoop(next)) { [weak self] in self?.step() }
    } else if !hasEnded {
      hasEnded = true
      onEnd?()
    }
  }

  private func settle(until instant: Instant) {
    guard let deadline = judge.deadline, deadline <= instant else { return }
    if let change = judge.settle(at: instant) { onTurn?(change) }
  }
}
