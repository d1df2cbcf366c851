// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Sensors

@Suite struct PollPaceTests {
  private let upright = Acceleration(x: 0, y: 1000, z: 0)

  @Test func aStillDeviceIsPolledLessAndLess() {
    var pace = PollPace()
    #expect(pace.interval(after: upright, at: .zero) == PollPace.fast)
    #expect(pace.interval(after: upright, at: Instant(milliseconds: 999)) == PollPace.fast)
    #expect(pace.interval(after: upright, at: Instant(milliseconds: 1000)) == PollPace.attentive)
    #expect(pace.interval(after: upright, at: Instant(milliseconds: 10_000)) == PollPace.slow)
    #expect(PollPace.slow >= .milliseconds(500))
  }

  @Test func noiseIsNoMovementButASlowTurnIs() {
    var pace = PollPace()
    var now = Instant.zero
    _ = pace.interval(after: upright, at: now)
    now = Instant(milliseconds: 20_000)
    for noise in [Int32(-30), 25, 30, -12] {
      #expect(
        pace.interval(after: Acceleration(x: noise, y: 1000, z: noise), at: now) == PollPace.slow)
    }
    // A degree a second: never much between two readings, but a lot in the end.
    var fastest = PollPace.slow
    for step in Int32(1)...8 {
      now += .milliseconds(500)
      fastest = min(
        fastest, pace.interval(after: Acceleration(x: step * 9, y: 1000, z: 0), at: now))
    }
    #expect(fastest == PollPace.fast)
  }

  @Test func aGuardedDeviceIsPolledRarely() {
    var pace = PollPace()
    _ = pace.interval(after: upright, at: .zero, isGuarded: true)
    #expect(!pace.isMoving)
    let later = Instant(milliseconds: 12_000)
    #expect(pace.interval(after: upright, at: later, isGuarded: true) == PollPace.guarded)
    let turned = Acceleration(x: 1000, y: 0, z: 0)
    #expect(pace.interval(after: turned, at: later, isGuarded: true) == PollPace.fast)
    #expect(pace.isMoving)
    _ = pace.interval(after: turned, at: later)
    #expect(!pace.isMoving)
  }

  @Test func aClockThatGoesBackSlowsThePolling() {
    var pace = PollPace()
    _ = pace.interval(after: upright, at: Instant(milliseconds: 5000))
    #expect(pace.interval(after: upright, at: .zero) == PollPace.slow)
  }
}
