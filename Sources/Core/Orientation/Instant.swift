// SPDX-License-Identifier: Apache-2.0

/// A point on a monotonic clock that somebody else reads.
public struct Instant: Sendable, Hashable, Comparable {
  /// Nanoseconds since that clock's own zero.
  public var nanoseconds: Int64

  /// Takes nanoseconds since the clock's zero.
  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Takes milliseconds since the clock's zero.
  public init(milliseconds: Int64) { self.nanoseconds = milliseconds &* 1_000_000 }

  /// Whole milliseconds since the clock's zero.
  public var milliseconds: Int64 { nanoseconds / 1_000_000 }

  /// The zero of the clock.
  public static let zero = Instant(nanoseconds: 0)

  /// Earlier is less.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The instant so much later; beyond the ends of the clock it wraps around.
  @inlinable public static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds &+ duration.nanoseconds)
  }

  /// The instant so much earlier; beyond the ends of the clock it wraps around.
  @inlinable public static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(nanoseconds: instant.nanoseconds &- duration.nanoseconds)
  }

  /// The time from the right instant to the left one, to the nanosecond; negative if that is earlier.
  ///
  /// More than 64 bits of nanoseconds wrap around.
  @inlinable public static func - (later: Instant, earlier: Instant) -> Duration {
    .nanoseconds(later.nanoseconds &- earlier.nanoseconds)
  }

  /// Moves on by so much; beyond the ends of the clock it wraps around.
  @inlinable public static func += (instant: inout Instant, duration: Duration) {
    instant = instant + duration
  }
}

extension Duration {
  /// Whole nanoseconds, the rest cut off; the nearest that 64 bits can hold.
  @inlinable package var nanoseconds: Int64 {
    // Nine seconds fit into 64 bits of attoseconds, where dividing is cheap.
    if let short = Int64(exactly: attoseconds) { return short / 1_000_000_000 }
    return Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// Whole milliseconds, the rest cut off; the nearest that 64 bits can hold.
  package var milliseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000_000) }

  /// The time as poll(2) and epoll_wait(2) take it: milliseconds, rounded up, none for a negative one.
  package var pollMilliseconds: Int32 {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return Int32(clamping: max(0, whole + (rest > 0 ? 1 : 0)))
  }
}
