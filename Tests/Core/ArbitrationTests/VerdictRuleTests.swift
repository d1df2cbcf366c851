// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// The rules that verdicts cite for gates and for answers by default.
@Suite struct VerdictRuleTests {
  /// The kinds of gate of each rule that defines one; AN-30 is left out, since no random device has its setting.
  private static let gates: [GateRecord.Gate: [RuleID]] = [
    .version: [.a2, .e1, .e2, .e6, .p2],
    .orientationLock: [.an10, .cr2, .cr11, .cr14, .cr16, .e8],
    .deviceSetting: [
      .an3, .an4, .an5, .an6, .an7, .an8, .an9, .an11, .an34, .cr1, .cr18, .w14,
    ],
    .autorotate: [.an12, .b2, .w5, .w7],
    .rotationLock: [.an1, .an2, .an12, .an14, .cr2, .cr7, .cr15, .f10, .w1, .w13],
    .effectiveMask: [.an13, .an16, .an18, .b3, .b11, .b12, .cr7, .cr15, .e2, .e4, .w5, .w7],
    .arbitration: [
      .an15, .an20, .an21, .an23, .an24, .an26, .an28, .an31, .cr8, .cr9, .cr10, .cr13, .m23,
      .formatArbitration,
    ],
    .deviceOrientation: [.an17, .an33, .an35, .b1, .cr4, .f2, .f4, .w2, .formatDevice],
    .takesPart: [
      .an19, .an22, .an25, .an32, .b6, .cr10, .cr12, .cr19, .e2, .m7, .m9, .m23, .w8,
      .formatVoter,
    ],
    .disableCount: [.m15], .background: [.m16], .output: [.w3, .w10], .focus: [.w4],
    .veto: [.w6, .w7],
  ]

  /// Returns the verdicts of many random decisions under all rule sets.
  private static func verdicts() -> [Verdict] {
    var verdicts: [Verdict] = []
    for rules in RandomDecisions.ruleSets {
      for seed in 0..<120 {
        var random = ArbitraryScene(seed: seed, hasLivePolicies: seed.isMultiple(of: 3))
        var arbiter = Arbiter(rules: rules, scene: random.scene(windows: 4))
        var event = Event.setUp
        for _ in 0..<12 {
          verdicts += arbiter.handle(event, at: .zero).verdicts
          event = random.event(in: arbiter.scene)
        }
      }
    }
    return verdicts
  }

  @Test func everyGateIsOfTheKindThatItsRuleDefines() {
    var met: Set<RuleID> = []
    for gate in Self.verdicts().flatMap(\.gates) {
      met.insert(gate.rule)
      let isRight = Self.gates[gate.gate]?.contains(gate.rule) == true
      if !isRight { Issue.record("\(gate.rule.rawValue): \(gate.gate)") }
    }
    let missing = Set(Self.gates.values.joined()).subtracting(met)
    #expect(missing == [], "no random decision has met these rules")
  }

  /// Rules: V-8, V-9, B-7, B-9, M-13, A-3, C-5, W-9.
  @Test func everyAnswerByDefaultCitesTheRuleOfItsQuestion() {
    let rules: [Question.Kind: Set<RuleID>] = [
      .shouldAutorotate: [.v9, .b9, .c5, .m13, .w5, .w7, .w9],
      .supported: [.v8, .b7, .m13, .an20, .cr11, .w5, .w7, .w9],
      .legacy: [.a3, .m13], .preferred: [.v11, .w9, .w11],
    ]
    for asked in Self.verdicts().flatMap(\.asked) where asked.origin == .standard {
      let isRight = rules[asked.question]?.contains(asked.rule) == true
      if !isRight { Issue.record("\(asked.question): \(asked.rule.rawValue)") }
    }
  }
}
