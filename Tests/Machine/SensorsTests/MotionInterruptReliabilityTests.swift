// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Sensors

@Suite struct AlarmTrustTests {
  private func at(_ milliseconds: Int64) -> Instant { Instant(milliseconds: milliseconds) }

  @Test func trustIsEarnedByAnAlarmWithAMovement() {
    var interrupts = MotionInterruptReliability()
    #expect(!interrupts.areReliable)
    interrupts.note(isMoving: true, at: at(0))
    #expect(!interrupts.areReliable)
    let look1 = interrupts.noteAlarm(at: at(5000))
    #expect(look1)
    interrupts.note(isMoving: true, at: at(5010))
    #expect(interrupts.areReliable)
    // The same movement goes on, without another alarm.
    for step in Int64(1)...300 { interrupts.note(isMoving: true, at: at(5010 + step * 20)) }
    #expect(interrupts.areReliable)
    interrupts.note(isMoving: false, at: at(20_000))
    interrupts.note(isMoving: true, at: at(30_000))
    #expect(!interrupts.areReliable)
    // The alarm came a moment after the reading.
    let look2 = interrupts.noteAlarm(at: at(30_050))
    #expect(look2)
    #expect(interrupts.areReliable)
  }

  @Test func repeatedAlarmsCountOnceAndFalseOnesEndTrust() {
    var interrupts = MotionInterruptReliability()
    let look3 = interrupts.noteAlarm(at: at(0))
    #expect(look3)
    let look4 = interrupts.noteAlarm(at: at(50))
    #expect(!look4)
    let look5 = interrupts.noteAlarm(at: at(149))
    #expect(!look5)
    var count: Int64 = 1
    while !interrupts.isLost, count < 100 {
      let look6 = interrupts.noteAlarm(at: at(1000 * count))
      #expect(look6)
      count += 1
    }
    #expect(count == 20)
    interrupts.note(isMoving: true, at: at(1000 * count))
    #expect(!interrupts.isLost)
  }

  @Test func aClockThatGoesBackEarnsNoTrust() {
    var interrupts = MotionInterruptReliability()
    _ = interrupts.noteAlarm(at: at(10_000))
    interrupts.note(isMoving: true, at: at(0))
    #expect(!interrupts.areReliable)
    let look7 = interrupts.noteAlarm(at: at(20))
    #expect(look7)
  }
}
