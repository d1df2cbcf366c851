// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Foundation
import Orientation
import Testing

@testable import Diagnosis

/// The search for blame against brute force, and its predictions against what happens.
@Suite struct BlameSearchTests {
  static let isLong = ProcessInfo.processInfo.environment["SWIVEL_LONG_TESTS"] != nil
  /// Stacks over all rule sets; each with one decision in which something is wrong.
  static let stacks = isLong ? 10_000 : 1_000

  @Test(arguments: RandomDecisions.ruleSets.indices)
  func equalsBruteForce(_ index: Int) {
    let rules = RandomDecisions.ruleSets[index]
    var left = Self.stacks / RandomDecisions.ruleSets.count + 1
    var seed: UInt64 = 0
    while left > 0, seed < 100_000 {
      seed += 1
      // Up to 8 windows; brute force over all answers of more than 3 takes too long every time.
      let windows = seed % 8 == 0 ? 8 : seed % 4 == 0 ? 5 : Int(seed % 3) + 1
      let run = RandomDecisions(seed: seed, rules: rules, windows: windows, events: 6)
      for decision in run.decisions.suffix(1) {
        let report = BlameReport(verdict: decision.verdict, rules: rules)
        if report.findings.isEmpty { continue }
        left -= 1
        var force = BruteForce(
          decision.verdict, rules, most: windows <= 3 ? 12 : windows == 5 ? 3 : 2)
        for finding in report.findings {
          compare(finding, &force, "\(rules.id), seed \(seed), \(finding.goal)")
        }
      }
    }
    #expect(left == 0)
  }

  private func compare(_ finding: BlameFinding, _ force: inout BruteForce, _ place: String) {
    let most = min(finding.searchedTo ?? force.most, force.most)
    let wanted = force.minimalSets(finding.goal).filter { $0.count <= most }
    let found = Set(finding.repairable.filter { $0.count <= most })
    #expect(found == wanted, "\(place)")
    guard finding.isComplete, force.most >= force.parties else { return }
    #expect(Set(finding.conflicts) == BruteForce.conflicts(wanted), "\(place)")
  }

  /// Every proposed repair, put into the arbiter, brings what was predicted.
  @Test(arguments: RandomDecisions.ruleSets.indices)
  func repairsDoWhatIsPredicted(_ index: Int) {
    let rules = RandomDecisions.ruleSets[index]
    var tried = 0
    for seed in 1...UInt64(Self.stacks / 10) {
      let windows = Int(seed % 8) + 1
      let run = RandomDecisions(seed: seed &* 31, rules: rules, windows: windows, events: 6)
      for decision in run.decisions {
        let report = BlameReport(verdict: decision.verdict, rules: rules)
        for finding in report.findings {
          for repair in finding.repairs {
            tried += 1
            check(repair, finding.goal, decision, "\(rules.id), seed \(seed)")
          }
        }
      }
    }
    #expect(tried > 20)
  }

  private func check(
    _ repair: Repair, _ goal: BlameGoal, _ decision: RandomDecisions.Decision, _ place: String
  ) {
    var arbiter = decision.arbiter
    arbiter.amend(repair.changes)
    for case .report(let verdict) in arbiter.handle(decision.verdict.event, at: .zero) {
      #expect(verdict.outcome == repair.outcome, "\(place): \(repair)")
      #expect(verdict.page?.orientation == repair.page, "\(place): \(repair)")
      #expect(verdict.after.statusBar.orientation == repair.statusBar, "\(place): \(repair)")
      #expect(verdict.error == nil, "\(place): \(repair)")
      switch goal {
      case .agreement: #expect(verdict.outcome != .split, "\(place): \(repair)")
      case .turn:
        let page = rulesTurnPages(arbiter) ? verdict.page?.orientation : nil
        let wanted = Retrial(of: decision.verdict, rules: arbiter.rules).requested
        #expect((page ?? verdict.after.statusBar.orientation) == wanted, "\(place): \(repair)")
      }
    }
  }

  private func rulesTurnPages(_ arbiter: Arbiter) -> Bool { arbiter.rules.family == .uikit }
}
