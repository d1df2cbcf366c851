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

  /// Long enough that a factor that is off by one in a million shows.
  @Test(arguments: [Int64(1), 999, 86_400_000, 31_536_000_000])
  func aMillisecondHasAMillionNanoseconds(count: Int64) {
    let time = Duration.nanoseconds(count * 1_000_000)
    #expect(time.milliseconds == count)
    #expect((time - .nanoseconds(1)).milliseconds == count - 1)
  }

  @Test func aDayHasAsManyPollMillisecondsAsItIsLong() {
    let day = Duration.seconds(86_400)
    #expect(day.pollMilliseconds == 86_400_000)
    #expect((day + .nanoseconds(1)).pollMilliseconds == 86_400_001)
    #expect((day - .nanoseconds(1)).pollMilliseconds == 86_400_000)
  }

  @Test(arguments: [Int64(0), 1, 999_999_999_999_999])
  func aPartOfAMillisecondIsCutOff(attoseconds: Int64) {
    #expect(Duration(secondsComponent: 0, attosecondsComponent: attoseconds).milliseconds == 0)
  }

  @Test func pollTimeoutsAreRoundedUp() {
    #expect(Duration.nanoseconds(1).pollMilliseconds == 1)
    #expect(Duration.milliseconds(5).pollMilliseconds == 5)
    #expect(Duration.seconds(-1).pollMilliseconds == 0)
    #expect(Duration.seconds(Int64.max).pollMilliseconds == .max)
  }

  @Test(arguments: [Int64(0), 1, 86_400_000, 31_536_000_000])
  func anInstantCountsFromTheZeroOfTheClock(milliseconds: Int64) {
    let instant = Instant(milliseconds: milliseconds)
    #expect(instant - .zero == .milliseconds(milliseconds))
    #expect(instant.nanoseconds == milliseconds * 1_000_000)
    #expect(instant.milliseconds == milliseconds)
  }

  @Test func noInstantIsEarlierThanItself() {
    #expect(Instant.zero < Instant(nanoseconds: 1))
    #expect(!(Instant.zero < Instant.zero))
  }
}
