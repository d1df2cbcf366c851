// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import Explanation

/// What an explanation says about the parts of a decision, over random decisions of all rule sets.
@Suite struct CitedRuleTests {
  private static func verdicts(_ rules: any RuleSet) -> [Verdict] {
    (0..<40).flatMap { seed in
      var random = ArbitraryScene(seed: seed, hasLivePolicies: false)
      var arbiter = Arbiter(rules: rules, scene: random.scene(windows: 4))
      var event = Event.setUp
      return (0..<12).flatMap { _ in
        defer { event = random.event(in: arbiter.scene) }
        return arbiter.handle(event, at: .zero).verdicts
      }
    }
  }

  /// The gates that say why a window's answer counts, does not count or was not wanted.
  @Test(arguments: RandomDecisions.ruleSets.indices)
  func theGateThatDecidesIsCited(index: Int) {
    let rules = RandomDecisions.ruleSets[index]
    for verdict in Self.verdicts(rules) {
      let explanation = Explanation(verdict, rules: rules)
      let cited = Reasons(explanation.evidence, explanation.code).rules
      for gate in verdict.gates {
        let isDecisive =
          [.arbitration, .focus, .version].contains(gate.gate)
          || [.p2, .b12, .w5, .w6, .w13, .w14].contains(gate.rule)
        guard isDecisive, !gate.rule.rawValue.hasPrefix("format:") else { continue }
        #expect(cited.contains(gate.rule), "\(rules.id): \(gate.rule.rawValue)")
      }
    }
  }

  /// Another window that becomes the page is named with the orientation in which it is seen.
  @Test(arguments: RandomDecisions.ruleSets.indices)
  func aNewPageIsNamed(index: Int) {
    let rules = RandomDecisions.ruleSets[index]
    for verdict in Self.verdicts(rules) where rules.scope != .output {
      guard let before = verdict.pageBefore, let page = verdict.page, before.window != page.window
      else { continue }
      let evidence = Explanation(verdict, rules: rules).evidence
      #expect(evidence.movedWords.contains(evidence.quotedName(of: page.window)))
    }
  }
}
