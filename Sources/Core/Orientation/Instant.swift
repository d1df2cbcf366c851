// SPDX-License-Identifier: Apache-2.0

/// A point on a monotonic clock, which the caller reads.
public struct Instant: Sendable, Hashable, Comparable {
  /// Nanoseconds since the clock's zero.
  public var nanoseconds: Int64

  /// Creates an instant from nanoseconds since the clock's zero.
  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Creates an instant from milliseconds since the clock's zero.
  public init(milliseconds: Int64) { self.nanoseconds = milliseconds &* 1_000_000 }

  /// Whole milliseconds since the clock's zero.
  public var milliseconds: Int64 { nanoseconds / 1_000_000 }

  /// The zero of the clock.
  public static let zero = Instant(nanoseconds: 0)

  /// Returns whether the left instant is earlier.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns the instant later by a duration; wraps around at the ends of the clock.
  @inlinable public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds &+ duration.nanoseconds)
  }

  /// Returns the instant earlier by a duration; wraps around at the ends of the clock.
  @inlinable public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds &- duration.nanoseconds)
  }

  /// Returns the time from the right instant to the left one; negative if the left one is earlier.
  ///
  /// A difference of more than 64 bits of nanoseconds wraps around.
  @inlinable public static func - (later: Instant, earlier: Instant) -> Duration {
    .nanoseconds(later.nanoseconds &- earlier.nanoseconds)
  }

  /// Advances by a duration; wraps around at the ends of the clock.
  @inlinable public static func += (instant: inout Instant, duration: Duration) {
    instant = instant + duration
  }
}

extension Duration {
  /// Whole nanoseconds, truncated and clamped to 64 bits.
  @inlinable package var nanoseconds: Int64 {
    // Durations of up to nine seconds fit into 64 bits of attoseconds, whose division is fast.
    if let short = Int64(exactly: attoseconds) { return short / 1_000_000_000 }
    return Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// Whole milliseconds, truncated and clamped to 64 bits.
  package var milliseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000_000) }

  /// Milliseconds for poll(2) and epoll_wait(2), rounded up; 0 for a negative duration.
  package var pollMilliseconds: Int32 {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return Int32(clamping: max(0, whole + (rest > 0 ? 1 : 0)))
  }
}
