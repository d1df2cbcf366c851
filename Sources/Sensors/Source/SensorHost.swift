// SPDX-License-Identifier: Apache-2.0
public import EventLoop
public import Orientation

/// What a source lives in: a loop, a clock, and somebody who listens.
public struct SensorHost {
  /// The loop whose thread everything happens on.
  public let loop: EventLoop
  /// The monotonic clock that readings are stamped with.
  public let now: () -> Instant
  /// Takes what a source says; never called from within a call to the source.
  public let report: (SensorEvent) -> Void

  /// Takes a loop, by default its own clock, and a listener.
  public init(
    loop: EventLoop, now: @escaping () -> Instant = { Instant(nanoseconds: EventLoop.now) },
    report: @escaping (SensorEvent) -> Void
  ) {
    self.loop = loop
    self.now = now
    self.report = report
  }

  /// The same place with somebody else listening.
  func reporting(to report: @escaping (SensorEvent) -> Void) -> SensorHost {
    SensorHost(loop: loop, now: now, report: report)
  }

  /// Lets somebody listen from the loop, for what is known at once.
  func reportSoon(_ event: SensorEvent) {
    loop.schedule(after: 0) { [report] in report(event) }
  }
}
