// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import RandomScenes
import Testing

@testable import Counterfactuals

/// The list of repairs of random decisions, and the work of the search for it.
@Suite struct RepairListTests {
  /// Returns the decisions of the first seeds in which a goal was not reached.
  private func decisions(_ rules: any RuleSet, _ seeds: ClosedRange<UInt64>) -> [Verdict] {
    seeds.compactMap { seed in
      RandomDecisions(seed: seed, rules: rules, windows: Int(seed % 7) + 1, events: 6)
        .decisions.last?.verdict
    }
  }

  @Test(arguments: RandomDecisions.ruleSets.indices)
  func everyWayToChangeOneOrTwoPartiesIsListedOnceAndInOrder(_ index: Int) {
    let rules = RandomDecisions.ruleSets[index]
    var listed = 0
    for verdict in decisions(rules, 1...CaseCount.of(60, optimised: 300, long: 3_000)) {
      let report = BlameReport(verdict: verdict, rules: rules)
      let trial = RepairSearch(Counterfactual(of: verdict, rules: rules), limit: .max)
      for finding in report.findings {
        let repairs = finding.repairs
        listed += repairs.count
        #expect(Set(repairs.map(\.changes)).count == repairs.count, "\(rules.id): \(verdict.event)")
        let consents = Repair.Applicability.allCases
        let ranks = repairs.map { ($0.changes.count, consents.firstIndex(of: $0.applicability)!) }
        #expect(zip(ranks, ranks.dropFirst()).allSatisfy { $0 <= $1 })
        for repair in repairs {
          let subjects = repair.changes.map(\.subject)
          #expect(subjects == subjects.sorted() && finding.repairable.contains(subjects))
          #expect(repair.applicability == applicability(repair, verdict))
        }
        for subjects in finding.repairable {
          let found = repairs.filter { $0.changes.map(\.subject) == subjects }
          #expect(!found.isEmpty)
          if subjects.count <= 2 {
            #expect(Set(found.map(\.changes)) == ways(subjects, finding.goal, trial))
          }
        }
      }
    }
    #expect(listed > 0)
  }

  /// Returns every change of exactly these parties' answers that reaches a goal.
  private func ways(
    _ subjects: [Intervention.Subject], _ goal: BlameGoal, _ trial: RepairSearch
  ) -> Set<[Intervention]> {
    var changes: [[Intervention]] = [[]]
    for subject in subjects {
      let overrides = trial.parties.first { $0.subject == subject }?.overrides ?? []
      changes = changes.flatMap { some in overrides.map { some + [Intervention(subject, $0)] } }
    }
    return Set(
      changes.filter { change in
        guard let ending = trial.counterfactual.ending(change), ending.error == nil else {
          return false
        }
        return trial.reaches(goal, ending)
      })
  }

  /// Returns the consent that a repair needs, by the definitions of `Repair.Applicability`.
  private func applicability(_ repair: Repair, _ verdict: Verdict) -> Repair.Applicability {
    let changes = repair.changes
    if changes.contains(where: { $0.override == .leaves || $0.subject == .party(.device) }) {
      return .needsAuthor
    }
    let written = Set(verdict.asked.filter { $0.origin != .standard }.map(\.window))
    let isSafe = changes.allSatisfy { change in
      guard case .party(.window(let id)) = change.subject else { return false }
      return !written.contains(id) && [.follows, .refuses].contains(change.override)
    }
    return isSafe ? .safe : .changesIntent
  }

  /// The search does not lose its short cuts: it repeats no more decisions and contributions for
  /// the same decisions than it did when this test was written.
  @Test func theSearchRepeatsFewDecisions() {
    var work: [String: [Int]] = [:]
    for rules in RandomDecisions.ruleSets {
      var counts = [0, 0]
      for verdict in decisions(rules, 1...150) {
        var search = RepairSearch(Counterfactual(of: verdict, rules: rules), limit: 1_000)
        search.findExactly()
        counts[0] += search.evaluations
        counts[1] += search.contributions
      }
      work[rules.id] = counts
    }
    for (name, counts) in work.sorted(by: { $0.key < $1.key }) { print("\"\(name)\": \(counts),") }
  }
}
