// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
package import Sensing
import Text

/// A source that plays a recording of an accelerometer in real time.
package final class ReplaySource: OrientationSource {
  package let name = "replay"
  package private(set) var counts = ReadingCounts()
  private var schedule: ReplaySchedule
  private var host: SensorHost?
  private var timer: Registration?

  /// Creates a source for the readings of a schedule, whose instants are those of the host's clock.
  package init(_ schedule: ReplaySchedule) { self.schedule = schedule }

  package func start(in host: SensorHost) { self.host = host }

  package func claim() { arm() }

  package func release() { timer = nil }

  package func stop() {
    timer = nil
    host = nil
  }

  private func arm() {
    guard let host, timer == nil, let next = schedule.nextInstant else { return }
    let pause = max(.zero, next - host.now())
    timer = host.loop.timer(after: pause) { [weak self] in self?.play() }
  }

  private func play() {
    timer = nil
    guard let host else { return }
    let now = host.now()
    while let reading = schedule.takeDue(at: now) {
      counts.countGood()
      host.report(.reading(reading.acceleration, reading.instant))
    }
    if schedule.nextInstant == nil {
      host.report(.ended("the recording has ended; its last value stays"))
    }
    arm()
  }
}
