// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation

/// The loop's monotonic clock, counted from the start of the run.
struct Clock {
  private let start = EventLoop.now

  var now: Instant { Instant(nanoseconds: EventLoop.now - start) }

  /// The instant as the loop's timers count it.
  func nanoseconds(_ instant: Instant) -> Int64 {
    let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(start)
    return overflow ? .max : sum
  }
}
