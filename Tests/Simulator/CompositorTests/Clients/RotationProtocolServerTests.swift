// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing
import WaylandClient

@testable import Daemon

/// The server's side of match policies, message by message.
@Suite struct RotationProtocolServerTests {
  private static let all: SwivelPolicyV1.Orientations = [
    .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight,
  ]

  /// Returns a stage, and a client that is asked about windows of the application.
  private func live(
    _ applications: [String] = ["mpv"], _ pattern: String = "mpv"
  ) throws -> (ClientStage, PolicyPeer, SwivelPolicyV1Proxy) {
    let stage = try ClientStage(applications)
    let peer = try stage.peer()
    let policy = try #require(try peer.match(pattern))
    try policy.setLive()
    try stage.pump()
    return (stage, peer, policy)
  }

  @Test func aLivePolicyIsAskedOnceAndItsAnswerDecides() throws {
    let (stage, peer, _) = try live()
    #expect(peer.takeHeard().prefix(3) == ["offers 2", "deadline 100", "matched 1 mpv"])
    peer.onQuery = { policy, serial in
      try? policy.answer(
        serial: serial, autorotate: 1, supported: .landscapeRight, preferred: .none)
    }
    try stage.expire()
    _ = peer.takeHeard()
    try stage.turn(.landscapeLeft)
    let verdict = try #require(stage.verdicts.last)
    #expect(verdict.outcome == .turned)
    #expect(verdict.asked.map(\.by?.name) == ["client:mpv", "client:mpv"])
    #expect(verdict.asked.allSatisfy { $0.by?.ring == .client && $0.origin == .written })
    #expect((verdict.asked.first?.by?.elapsed ?? .zero) > .zero)
    // One query, one outcome: answered (2), turned (1), landscape-right (3).
    let heard = peer.takeHeard()
    #expect(heard.count == 2 && heard[0].hasPrefix("query ") && heard[0].hasSuffix(" 1 3 1"))
    #expect(heard.last?.hasSuffix(" 1 2 1 3") == true, "\(heard)")
    try stage.turn(.portrait)
    #expect(stage.verdicts.last?.outcome == .blocked)
  }

  /// In iOS 5 and earlier the method is called for each orientation, so a NO refuses all.
  ///
  /// Rules: A-2.
  @Test func aNoAnswersUIKit5WithAnEmptyMask() throws {
    let rules = try #require(RuleSetCatalog.make("uikit-5"))
    let stage = try ClientStage(["mpv"], rules: rules)
    let peer = try stage.peer()
    peer.onQuery = { policy, serial in
      try? policy.answer(serial: serial, autorotate: 0, supported: Self.all, preferred: .none)
    }
    try #require(try peer.match("mpv")).setLive()
    try stage.pump()
    try stage.turn(.landscapeLeft)
    let asked = try #require(stage.verdicts.last?.asked.first)
    #expect(asked.answer == .mask([]) && asked.by?.name == "client:mpv")
    #expect(stage.arbiter.scene.windows.map(\.orientation) == [.portrait])
  }

  @Test func aDeclaredPolicyIsNotAsked() throws {
    let stage = try ClientStage(["mpv"])
    let peer = try stage.peer()
    let policy = try #require(try peer.match("m?v"))
    try policy.declare(autorotate: 1, supported: .portrait, preferred: .portrait)
    try stage.pump()
    _ = peer.takeHeard()
    try stage.turn(.landscapeLeft)
    #expect(stage.verdicts.last?.outcome == .blocked)
    // Declared (1), stayed (2), portrait (1), without a query.
    #expect(peer.takeHeard() == ["outcome 0 1 1 2 1"])
  }

  @Test func anUnsetMatchPolicyLeavesTheDecisionToTheConfiguration() throws {
    let stage = try ClientStage(["mpv"])
    let peer = try stage.peer()
    try peer.match("mpv")
    try stage.pump()
    try stage.turn(.landscapeLeft)
    #expect(stage.verdicts.last?.outcome == .blocked)
    #expect(stage.verdicts.last?.asked.first?.origin == .written)
  }

  /// However many questions a silent client leaves open, it costs one deadline.
  @Test func aSilentClientCostsOneDeadlineForAllItsWindows() throws {
    let (stage, peer, _) = try live(["mpv", "mpv.2"], "mpv*")
    // Each window that is matched leads to a decision.
    for _ in 0..<2 { try stage.expire() }
    #expect(!stage.arbiter.isWaiting)
    let before = stage.verdicts.count
    _ = peer.takeHeard()
    try stage.turn(.landscapeLeft)
    #expect(stage.arbiter.isWaiting)
    try stage.expire()
    #expect(!stage.arbiter.isWaiting && stage.verdicts.count == before + 1)
    let asked = try #require(stage.verdicts.last?.asked)
    #expect(asked.allSatisfy { $0.origin == .timedOut && $0.by?.name == "client:mpv*" })
    #expect(peer.takeHeard().contains { $0.hasPrefix("outcome") && $0.contains(" 3 ") })
  }

  @Test func anAnswerAfterTheDeadlineIsIgnored() throws {
    let (stage, peer, policy) = try live()
    try stage.expire()
    try stage.turn(.landscapeLeft)
    let serial = try #require(Self.lastSerial(peer))
    try stage.expire()
    let verdicts = stage.verdicts.count
    try policy.answer(serial: serial, autorotate: 0, supported: [], preferred: .none)
    try stage.pump()
    #expect(stage.verdicts.count == verdicts && peer.connection.failure == nil)
    // The client is asked again in the next decision.
    peer.onQuery = { policy, serial in
      try? policy.answer(serial: serial, autorotate: 1, supported: Self.all, preferred: .none)
    }
    try stage.turn(.portraitUpsideDown)
    #expect(stage.verdicts.last?.asked.first?.origin == .written)
  }

  @Test func aClientThatDisconnectsDuringAQueryFallsBackAtOnce() throws {
    let (stage, peer, _) = try live()
    try stage.expire()
    try stage.turn(.landscapeLeft)
    #expect(stage.arbiter.isWaiting)
    let before = stage.verdicts.count
    try stage.drop(peer)
    #expect(!stage.arbiter.isWaiting)
    let verdict = stage.verdicts[before]
    #expect(verdict.outcome == .blocked && verdict.asked.first?.origin == .failed)
    #expect(stage.server.matches.isEmpty)
    // The configuration answers for the window again.
    try stage.turn(.portraitUpsideDown)
    #expect(stage.verdicts.last?.asked.first?.by == nil)
  }

  @Test func aNewerMatchWithTheSamePatternReplacesTheOlder() throws {
    let (stage, first, _) = try live()
    try stage.expire()
    _ = first.takeHeard()
    let second = try stage.peer()
    let policy = try #require(try second.match("mpv"))
    try policy.declare(autorotate: 1, supported: Self.all, preferred: .none)
    try stage.pump()
    #expect(first.takeHeard() == ["finished 0"])
    #expect(second.heard.contains("matched 1 mpv"))
    try stage.turn(.landscapeLeft)
    #expect(stage.verdicts.last?.outcome == .turned)
    // Later requests to the older policy have no effect, and are no error.
    try first.policies[0].answer(serial: 99, autorotate: 7, supported: [], preferred: .none)
    try stage.pump()
    #expect(first.connection.failure == nil)
  }

  @Test func theNewestMatchWinsAndTheOlderOneGetsTheWindowBack() throws {
    let (stage, older, _) = try live(["mpv"], "*")
    let newer = try stage.peer()
    let policy = try #require(try newer.match(nil, title: "title of m*"))
    try policy.setLive()
    try stage.pump()
    #expect(older.heard.contains("unmatched 1"))
    #expect(newer.heard.contains("matched 1 mpv title of mpv"))
    // Patterns for titles are not recorded.
    #expect(stage.server.matches.map(\.name) == ["client:*", "client:title"])
    try stage.expire()
    policy.destroy()
    try stage.pump()
    #expect(older.heard.contains("matched 2 mpv"))
  }

  @Test func invalidationsThatArriveTogetherCountOnce() throws {
    let (stage, _, policy) = try live()
    try stage.expire()
    try policy.invalidate()
    try policy.invalidate()
    try stage.pump()
    #expect(stage.wishes == 1)
    try stage.expire()
    try policy.invalidate()
    try stage.pump()
    #expect(stage.wishes == 2)
  }

  @Test(arguments: ["mask", "flag", "wish", "serial", "twice", "empty", "surface"])
  func anInvalidRequestDisconnectsOnlyItsClient(mistake: String) throws {
    let (stage, peer, policy) = try live()
    let witness = try stage.peer()
    try stage.expire()
    try stage.turn(.landscapeLeft)
    let serial = Self.lastSerial(peer) ?? 0
    func answer(
      _ serial: UInt32, autorotate: UInt32 = 1, _ mask: UInt32 = 30, wish: UInt32 = 0
    ) throws {
      try policy.answer(
        serial: serial, autorotate: autorotate, supported: .init(rawValue: mask),
        preferred: .init(rawValue: wish))
    }
    let words: String
    switch mistake {
    case "mask":
      try answer(serial, 0xFF)
      words = "supported is 255"
    case "flag":
      try answer(serial, autorotate: 2)
      words = "autorotate is 2"
    case "wish":
      try answer(serial, wish: 9)
      words = "preferred is 9"
    case "serial":
      try answer(serial + 5)
      words = "was never sent"
    case "twice":
      try answer(serial)
      try answer(serial)
      words = "has an answer already"
    case "empty":
      try peer.match(nil)
      words = "needs a pattern"
    default:
      _ = try peer.manager?.getVerdicts()
      words = "get_match_policy only"
    }
    try stage.pump()
    #expect(peer.connection.failure != nil, "\(mistake)")
    #expect(stage.notes.contains { $0.contains(words) }, "\(stage.notes)")
    #expect(stage.server.policies.isEmpty && !stage.arbiter.isWaiting)
    #expect(witness.connection.failure == nil)
    try stage.turn(.portrait)
    #expect(stage.verdicts.last?.asked.allSatisfy { $0.by == nil } == true)
  }

  @Test func theNumberOfPoliciesIsBounded() throws {
    let stage = try ClientStage([])
    let peer = try stage.peer()
    for number in 0...RotationProtocolServer.mostPolicies { try peer.match("app-\(number)") }
    try stage.pump()
    #expect(stage.server.policies.count == RotationProtocolServer.mostPolicies)
    #expect(peer.heard.last == "finished 2")
  }

  @Test func stoppingTheServerFinishesItsPolicies() throws {
    let (stage, peer, _) = try live()
    stage.server.stop()
    try stage.pump()
    #expect(peer.heard.last == "finished 1")
  }

  private static func lastSerial(_ peer: PolicyPeer) -> UInt32? {
    peer.heard.last { $0.hasPrefix("query ") }.flatMap { UInt32($0.split(separator: " ")[1]) }
  }
}
