// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

extension EventLoop {
  /// The monotonic clock in nanoseconds; it stands still while the machine is suspended.
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The monotonic clock in nanoseconds, as deadlines count it.
  public var now: Int64 { Self.now }

  /// Calls `handler` once when the monotonic clock reaches `deadline` nanoseconds.
  ///
  /// A deadline in the past fires in the next round. Never early; late by the kernel's timer slack.
  @discardableResult
  public func schedule(at deadline: Int64, handler: @escaping () -> Void) -> Token {
    let token = makeToken()
    timers.insert(token, at: deadline, handler: handler)
    return token
  }

  /// Calls `handler` once after `delay` nanoseconds; a negative delay counts as zero.
  @discardableResult
  public func schedule(after delay: Int64, handler: @escaping () -> Void) -> Token {
    let (deadline, overflow) = now.addingReportingOverflow(max(0, delay))
    return schedule(at: overflow ? .max : deadline, handler: handler)
  }

  /// Sets the kernel timer to the earliest deadline, and only when that has changed.
  func armClock() throws(SystemError) {
    guard timers.earliest != armed else { return }
    var setting = itimerspec()
    if let earliest = timers.earliest {
      // All zero would disarm the timer; any moment in the past fires at once.
      let deadline = max(1, earliest)
      setting.it_value.tv_sec = Int(deadline / 1_000_000_000)
      setting.it_value.tv_nsec = Int(deadline % 1_000_000_000)
    }
    try SystemError.check(
      "timerfd_settime", timerfd_settime(clock.raw, Int32(TFD_TIMER_ABSTIME), &setting, nil))
    armed = timers.earliest
  }

  func fireTimers() {
    var expirations: UInt64 = 0
    _ = read(clock.raw, &expirations, MemoryLayout<UInt64>.size)
    armed = nil
    let moment = now
    let limit = makeToken().number
    while !isStopping, let handler = timers.popDue(at: moment, before: limit) { handler() }
  }
}
