// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
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

  /// The search keeps its short cuts: the decisions and contributions that it repeats for 150 stacks
  /// of each rule set are no more than when the bounds were measured.
  @Test(arguments: [
    ("android", 150, 0), ("android-14", 150, 0), ("android-16", 150, 0), ("chromeos", 144, 0),
    ("chromeos-w3c", 144, 0), ("desktop", 217, 361), ("desktop+follow-key", 203, 607),
    ("desktop+ignore-hidden", 217, 361), ("desktop+intersection", 244, 513),
    ("desktop+key-only", 191, 235), ("uikit-5", 199, 790), ("uikit-6", 223, 1431),
    ("uikit-7", 223, 1431), ("uikit-8", 218, 1805), ("uikit-8+follow-key", 193, 2135),
    ("uikit-8+ignore-hidden", 215, 1306), ("uikit-8+intersection", 347, 5517),
    ("uikit-8+key-only", 247, 664), ("uikit-13", 217, 1685), ("uikit-16", 341, 2021),
    ("uikit-26", 341, 2021), ("uikit-27", 334, 1981),
  ])
  func theSearchRepeatsFewDecisions(name: String, evaluations: Int, contributions: Int) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var work = (evaluations: 0, contributions: 0)
    for verdict in decisions(rules, 1...150) {
      var search = RepairSearch(Counterfactual(of: verdict, rules: rules), limit: 1_000)
      search.findExactly()
      work.evaluations += search.evaluations
      work.contributions += search.contributions
    }
    #expect(work.evaluations <= evaluations && work.contributions <= contributions, "\(work)")
  }
}
