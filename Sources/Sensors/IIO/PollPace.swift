// SPDX-License-Identifier: Apache-2.0
import Orientation

/// How often to look at a sensor that does not speak up by itself.
///
/// A device that moves is looked at fifty times a second, one that was moved lately ten times, one
/// that lies still twice: the hand that picks it up moves it long before it has turned. If the device
/// itself tells when it is moved, one that lies still is looked at only to see whether it does.
struct PollPace {
  /// Milliseconds between readings while it moves, after it moved, and while it lies still.
  static let fast: Int64 = 20
  static let attentive: Int64 = 100
  static let slow: Int64 = 500
  /// Milliseconds between readings while it lies still and would tell if it were moved.
  static let guarded: Int64 = 5000
  /// Milliseconds after the last movement for which each of the first two holds.
  static let fastFor: Int64 = 1000
  static let attentiveFor: Int64 = 10_000
  /// Thousandths of g on an axis that count as movement: two degrees, which a hand exceeds.
  ///
  /// Noise stays below, and so does the last digit of the coarsest sensors in use, 31.
  static let movement: Int32 = 35

  /// The reading that movement is measured from, so that a slow turn counts too.
  private var anchor: Acceleration?
  private var lastMovement = Instant.zero
  /// Whether the latest reading showed a movement.
  private(set) var isMoving = false

  /// Milliseconds until the next reading; `isGuarded` if the device tells when it is moved.
  mutating func interval(
    after reading: Acceleration, at instant: Instant, isGuarded: Bool = false
  ) -> Int64 {
    isMoving = false
    if let anchor, !anchor.differs(from: reading, by: Self.movement) {
      let stillFor = instant.milliseconds(since: lastMovement)
      if stillFor < 0 || stillFor >= Self.attentiveFor {
        return isGuarded ? Self.guarded : Self.slow
      }
      return stillFor < Self.fastFor ? Self.fast : Self.attentive
    }
    isMoving = anchor != nil
    anchor = reading
    lastMovement = instant
    return Self.fast
  }
}

extension Acceleration {
  fileprivate func differs(from other: Acceleration, by limit: Int32) -> Bool {
    // The components stay within ±64 000, far from overflow.
    abs(x &- other.x) > limit || abs(y &- other.y) > limit || abs(z &- other.z) > limit
  }
}
