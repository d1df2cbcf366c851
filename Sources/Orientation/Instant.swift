// SPDX-License-Identifier: Apache-2.0

/// A point on a monotonic clock that somebody else reads.
public struct Instant: Sendable, Hashable, Comparable {
  /// Nanoseconds since that clock's own zero.
  public var nanoseconds: Int64

  /// Takes nanoseconds since the clock's zero.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

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

  /// The instant so many milliseconds later.
  public func advanced(milliseconds: Int64) -> Instant {
    Instant(nanoseconds: nanoseconds &+ milliseconds &* 1_000_000)
  }

  /// Milliseconds from another instant to this one; negative if this one is earlier.
  public func milliseconds(since other: Instant) -> Int64 {
    (nanoseconds &- other.nanoseconds) / 1_000_000
  }
}
