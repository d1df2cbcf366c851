// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Daemon

/// The purpose of readings, for every combination of facts.
@Suite struct SensorGateTests {
  @Test(arguments: 0..<32)
  func theSensorIsReadOnlyInAnUnlockedSessionOnTheScreenThatCouldRotate(bits: Int) {
    let gate = SensorGate(
      isWanted: bits & 1 != 0, isSessionLocked: bits & 2 != 0, isSessionActive: bits & 4 != 0,
      follows: bits & 8 != 0, needsHinge: bits & 16 != 0)
    switch bits & 7 {
    case 0b101 where gate.follows: #expect(gate.demand == .judge)
    case 0b101 where gate.needsHinge: #expect(gate.demand == .hinge)
    default: #expect(gate.demand == .rest)
    }
  }

  @Test func aGateRestsUntilAnOutputCouldRotate() {
    var gate = SensorGate(follows: true)
    #expect(gate.demand == .rest)
    gate.isWanted = true
    #expect(gate.demand == .judge)
  }
}
