// SPDX-License-Identifier: Apache-2.0
import Control
import Explanation
import Formats
import Testing
import Text

@testable import Daemon

/// The purpose of readings and the reason for none, for every combination of facts.
@Suite struct SensorGateTests {
  @Test(arguments: 0..<32)
  func theSensorIsReadOnlyInAnUnlockedSessionOnTheScreenThatCouldRotate(bits: Int) {
    let gate = SensorGate(
      unwanted: bits & 1 != 0 ? nil : .rotationLock, isSessionLocked: bits & 2 != 0,
      isSessionActive: bits & 4 != 0, follows: bits & 8 != 0, needsHinge: bits & 16 != 0)
    switch bits & 7 {
    case 0b101 where gate.follows: #expect(gate.demand == .judge)
    case 0b101 where gate.needsHinge: #expect(gate.demand == .hinge)
    default: #expect(gate.demand == .rest)
    }
    #expect((gate.rest == nil) == (gate.demand == .judge))
  }

  @Test func theReasonForRestIsTheFirstThatApplies() {
    var gate = SensorGate(follows: false)
    #expect(gate.rest == .starting)
    gate.unwanted = .rotationLock
    gate.isSessionLocked = true
    #expect(gate.rest == .rotationLock)
    gate.unwanted = nil
    #expect(gate.rest == .sessionLocked)
    gate.isSessionLocked = false
    #expect(gate.rest == .posture)
    gate.follows = true
    gate.trouble = SensorTrouble(kind: .missing, fault: "no service")
    // The sensor stays claimed, for it may work again.
    #expect(gate.rest == .unavailable && gate.demand == .judge)
    #expect(
      gate.rest?.json(gate.trouble, .english)
        == ["reason": "unavailable", "text": "no sensor is there: no service"])
    #expect(gate.rest?.json(gate.trouble, .chinese)["text"] == "没有传感器：no service")
    #expect(SensorRest.posture.json(gate.trouble, .chinese)["text"]?.string?.hasPrefix("在") == true)
    gate.isRecorded = true
    #expect(gate.rest == nil)
    #expect(Set(SensorRest.allCases.map(\.rawValue)).count == SensorRest.allCases.count)
  }

  @Test func aGateRestsUntilAnOutputCouldRotate() {
    var gate = SensorGate(follows: true)
    #expect(gate.demand == .rest)
    gate.unwanted = nil
    #expect(gate.demand == .judge)
  }
}
