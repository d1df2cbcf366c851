// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Sensors

@Suite struct AlarmTrustTests {
  private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

  @Test func trustIsEarnedByAnAlarmWithAMovement() {
    var trust = AlarmTrust()
    #expect(!trust.isEarned)
    trust.note(isMoving: true, at: at(0))
    #expect(!trust.isEarned)
    let look1 = trust.noteAlarm(at: at(5000))
    #expect(look1)
    trust.note(isMoving: true, at: at(5010))
    #expect(trust.isEarned)
    // The same movement goes on, and is told no more.
    for step in Int64(1)...300 { trust.note(isMoving: true, at: at(5010 + step * 20)) }
    #expect(trust.isEarned)
    trust.note(isMoving: false, at: at(20_000))
    trust.note(isMoving: true, at: at(30_000))
    #expect(!trust.isEarned)
    // The alarm came a moment after the reading.
    let look2 = trust.noteAlarm(at: at(30_050))
    #expect(look2)
    #expect(trust.isEarned)
  }

  @Test func repeatedAlarmsCountOnceAndFalseOnesEndTrust() {
    var trust = AlarmTrust()
    let look3 = trust.noteAlarm(at: at(0))
    #expect(look3)
    let look4 = trust.noteAlarm(at: at(50))
    #expect(!look4)
    let look5 = trust.noteAlarm(at: at(149))
    #expect(!look5)
    var count: Int64 = 1
    while !trust.isLost, count < 100 {
      let look6 = trust.noteAlarm(at: at(1000 * count))
      #expect(look6)
      count += 1
    }
    #expect(count == 20)
    trust.note(isMoving: true, at: at(1000 * count))
    #expect(!trust.isLost)
  }

  @Test func aClockThatGoesBackEarnsNoTrust() {
    var trust = AlarmTrust()
    _ = trust.noteAlarm(at: at(10_000))
    trust.note(isMoving: true, at: at(0))
    #expect(!trust.isEarned)
    let look7 = trust.noteAlarm(at: at(20))
    #expect(look7)
  }
}
