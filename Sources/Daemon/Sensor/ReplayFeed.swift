// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Sensing

/// Plays a recording in real time and reports how the device is held.
///
/// After the last reading the last value holds; nothing wakes up any more.
final class ReplayFeed {
  /// Receives every change.
  var onTurn: ((DeviceOrientation) -> Void)?
  /// Is called once when the last reading has been taken and judged.
  var onEnd: (() -> Void)?
  private let loop: EventLoop
  private let clock: Clock
  private var schedule: ReplaySchedule
  private var classifier = Classifier()
  private var hasEnded = false

  init(_ schedule: ReplaySchedule, on loop: EventLoop, clock: Clock) {
    self.schedule = schedule
    self.loop = loop
    self.clock = clock
  }

  /// Takes what is due and arms the timer for what comes next.
  func step() {
    let now = clock.now
    while let next = schedule.nextInstant, next <= now {
      // A late timer must not let a reading overtake what had settled before it.
      settle(until: next)
      guard let reading = schedule.takeDue(at: now) else { break }
      let change = classifier.classify(reading.acceleration, at: reading.instant)
      if let change { onTurn?(change) }
    }
    settle(until: now)
    let instants = [schedule.nextInstant, classifier.deadline].compactMap { $0 }
    if let next = instants.min() {
      loop.schedule(at: clock.nanoseconds(next)) { [weak self] in self?.step() }
    } else if !hasEnded {
      hasEnded = true
      onEnd?()
    }
  }

  private func settle(until instant: Instant) {
    guard let deadline = classifier.deadline, deadline <= instant else { return }
    if let change = classifier.settle(at: instant) { onTurn?(change) }
  }
}
