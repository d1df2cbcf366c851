// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Orientation

@Suite struct InstantTests {
  private let last = Instant(nanoseconds: .max)

  @Test func timesAreExactToTheNanosecond() {
    let start = Instant(nanoseconds: 1_234_567_891)
    #expect(start + .nanoseconds(7) - start == .nanoseconds(7))
    #expect(start - .milliseconds(2) == Instant(nanoseconds: 1_232_567_891))
    #expect(start - (start + .seconds(3)) == .seconds(-3))
  }

  @Test func arithmeticAtTheEndsOfTheClockDoesNotTrap() {
    #expect(last + .nanoseconds(1) == Instant(nanoseconds: .min))
    #expect(Instant(nanoseconds: .min) - last == .nanoseconds(1))
    #expect(Duration.seconds(Int64.max).nanoseconds == .max)
    #expect(Duration.seconds(Int64.min).milliseconds == .min)
  }

  @Test func pollTimeoutsAreRoundedUp() {
    #expect(Duration.nanoseconds(1).pollMilliseconds == 1)
    #expect(Duration.milliseconds(5).pollMilliseconds == 5)
    #expect(Duration.seconds(-1).pollMilliseconds == 0)
    #expect(Duration.seconds(Int64.max).pollMilliseconds == .max)
  }
}
