// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Sensing
import Sensors

/// Plays a recording in real time and reports how the device is held.
final class ReplayFeed {
  /// Receives every reading, before it is judged.
  var onReading: ((Acceleration, Instant) -> Void)?
  var onTurn: ((DeviceOrientation) -> Void)?
  var onEnd: (() -> Void)?
  private let loop: EventLoop
  private let clock: Clock
  private var schedule: ReplaySchedule
  var judge: any OrientationJudge
  /// How many readings were played.
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

  /// Takes what is due and arms the timer for what comes next.
  func step() {
    let now = clock.now
    while let next = schedule.nextInstant, next <= now {
      // A late timer must not let a reading overtake what had settled before it.
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
