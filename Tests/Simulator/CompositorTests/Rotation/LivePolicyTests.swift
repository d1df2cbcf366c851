// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Orientation
import Testing
import WaylandClient

/// Live policies over the wire, which are asked in each decision.
@Suite struct LivePolicyTests {
  private func live(_ stage: Stage) throws -> (client: TestClient, TestToplevel, TestPolicy) {
    let client = try stage.connect()
    let window = try TestToplevel(client)
    let policy = try TestPolicy(client, for: window.surface)
    try policy.policy.setLive()
    try window.map()
    return (client, window, policy)
  }

  /// Answers the newest query, and the queries that follow from it.
  private func answer(
    _ stage: Stage, _ policy: TestPolicy, _ supported: SwivelPolicyV1.Orientations
  ) throws {
    let query = try #require(policy.queries.last)
    try policy.policy.answer(
      serial: query.serial, autorotate: 1, supported: supported, preferred: .none)
    stage.settle()
  }

  @Test func aWindowTurnsOnlyToASupportedOrientation() throws {
    let stage = try Stage(rules: "uikit-7")
    let (_, window, policy) = try live(stage)
    #expect(policy.deadline == 100)
    try answer(stage, policy, [.portrait, .landscapeRight])

    stage.turn(.landscapeLeft)
    let query = try #require(policy.queries.last)
    #expect(query.proposed == .landscapeRight)
    #expect(query.current == .portrait)
    #expect(window.sizes.last == Size(width: 320, height: 480))
    try answer(stage, policy, [.portrait, .landscapeRight])
    #expect(window.sizes.last == Size(width: 480, height: 320))
    #expect(
      policy.outcomes.last
        == .init(
          serial: query.serial, source: .answered, result: .turned, orientation: .landscapeRight))

    stage.turn(.landscapeRight)
    try answer(stage, policy, [.portrait, .landscapeRight])
    #expect(policy.outcomes.last?.result == .stayed)
    #expect(policy.outcomes.last?.orientation == .landscapeRight)
  }

  @Test func aSilentClientTimesOutAndItsLastAnswerCounts() throws {
    let stage = try Stage(rules: "uikit-7")
    let (_, window, policy) = try live(stage)
    try answer(stage, policy, [.portrait, .landscapeRight])
    let decided = stage.compositor.verdict?.step
    stage.turn(.landscapeLeft)
    #expect(stage.compositor.verdict?.step == decided)
    stage.advance(by: .milliseconds(99))
    #expect(stage.compositor.verdict?.step == decided)
    stage.advance(by: .milliseconds(2))
    #expect(stage.compositor.verdict?.asked.contains { $0.origin == .timedOut } == true)
    #expect(window.sizes.last == Size(width: 480, height: 320))
    #expect(policy.outcomes.last?.source == .timedOut)
    #expect(policy.outcomes.last?.result == .turned)
  }

  @Test func aLateAnswerIsIgnoredAndASecondOneIsAnError() throws {
    let stage = try Stage(rules: "uikit-7")
    let (client, _, policy) = try live(stage)
    stage.advance(by: .milliseconds(150))
    try answer(stage, policy, [.portrait])
    client.expectAlive()
    try answer(stage, policy, [.portrait])
    client.expectError("swivel_policy_v1", SwivelPolicyV1.ErrorCode.alreadyAnswered.rawValue)
  }

  @Test func anUnknownSerialIsAnError() throws {
    let stage = try Stage(rules: "uikit-7")
    let (client, _, policy) = try live(stage)
    try policy.policy.answer(serial: 77, autorotate: 1, supported: [], preferred: .none)
    client.expectError("swivel_policy_v1", SwivelPolicyV1.ErrorCode.unknownSerial.rawValue)
  }

  @Test func aPolicyDestroyedDuringAQueryDelaysNoDecision() throws {
    let stage = try Stage(rules: "uikit-7")
    let (_, window, policy) = try live(stage)
    try answer(stage, policy, [.portrait, .landscapeRight])
    stage.turn(.landscapeLeft)
    policy.policy.destroy()
    stage.settle()
    #expect(window.sizes.last == Size(width: 480, height: 320))
  }

  @Test(arguments: [0, 1, 2, 3])
  func anInvalidPolicyRequestIsAProtocolError(_ kind: Int) throws {
    let stage = try Stage()
    let client = try stage.connect()
    let surface = try client.surface()
    let policy = try TestPolicy(client, for: surface)
    let code: SwivelPolicyV1.ErrorCode
    switch kind {
    case 0:
      try policy.policy.declare(autorotate: 2, supported: [], preferred: .none)
      code = .invalidFlag
    case 1:
      try policy.policy.declare(
        autorotate: 1, supported: .init(rawValue: 1), preferred: .none)
      code = .invalidMask
    case 2:
      try policy.policy.declare(
        autorotate: 1, supported: [], preferred: .init(rawValue: 5))
      code = .invalidOrientation
    default:
      try policy.policy.answer(serial: 0, autorotate: 1, supported: [], preferred: .none)
      code = .unknownSerial
    }
    client.expectError("swivel_policy_v1", code.rawValue)
  }
}
