// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

// Counterfactuals: deciding again with other answers, to say who stands in the way and what would help.
//
// A decision that did not reach its goal (`BlameGoal`) is taken again through the arbiter's own code
// (`Counterfactual`), with some parties' answers changed (`Intervention`). A minimal set of changes that
// reaches the goal is a `Repair`. A minimal set of parties whose answers together exclude it is a
// conflict. A party's share of the blame is one divided by the size of its smallest repair (Chockler and
// Halpern, "Responsibility and blame: a structural-model approach", 2004).
//
// - Nothing here knows a rule. What an answer means and what it leads to, the rule set says; a test
//   holds what is found against trying everything.
// - There is one exact search and one bounded search. `CutsetSearch` is exact: cutset conditioning, then
//   dynamic programming over what single windows contribute. It needs a rule set that is
//   `RepairSearchable`. The other, in `RepairSearch`, goes by the duality of repairs and conflicts and
//   serves every rule set, plug-ins' too. It does not replace the exact search: under UIKit's rule
//   sets it misses repairs of 2 stacks in 100, and cannot say of half that none is missing.
// - A bound is told: a finding says up to how many changes nothing was missed (`searchedTo`).
// - Of repairs with the same parties, the most applicable comes first; one that is contained in another
//   makes that other one no repair.
//
// docs/design/repairs.md says how the searches work and why they miss nothing. Begin with
// `BlameReport.init`, then `RepairSearch.swift` and `CutsetSearch.swift`.

/// Everybody who is to blame for a decision, found by taking it again with other answers.
public struct BlameReport: Sendable {
  /// How many decisions are taken again at most unless told otherwise.
  public static let usualLimit = 1_000

  /// What was not reached and why; empty when nothing is wrong.
  public let findings: [BlameFinding]
  /// How many times the decision, or one window's part in it, was taken again.
  public let evaluations: Int

  /// Takes a decision again, at most `limit` times, with every answer that could mend it.
  public init(verdict: Verdict, rules: any RuleSet, limit: Int = usualLimit) {
    var search = RepairSearch(Counterfactual(of: verdict, rules: rules), limit: limit)
    search.findExactly()
    findings = search.goals.map { search.finding($0) }
    evaluations = search.evaluations + search.contributions
  }

  /// The finding that an explanation speaks of: a conflict before a turn that did not come.
  public var main: BlameFinding? { findings.first }
}

/// Who stood in the way of one goal, and what would have reached it.
public struct BlameFinding: Sendable {
  /// What was to be reached.
  public let goal: BlameGoal
  /// The parties of every minimal repair: sets of which no part is enough.
  public let repairable: [[Intervention.Subject]]
  /// The repairs, the most applicable first.
  ///
  /// Up to two parties in every way in which they can change; more of them in like ways only.
  public let repairs: [Repair]
  /// The minimal sets of parties whose answers together exclude the goal.
  public let conflicts: [[Intervention.Subject]]
  /// How many changes at once were tried without a gap; nil when all are found.
  public let searchedTo: Int?

  /// Whether there is no other minimal repair.
  public var isComplete: Bool { searchedTo == nil }

  /// How many answers must change at once, counting this party's; nil for one without blame.
  ///
  /// Its responsibility is one divided by that number (Chockler and Halpern).
  public func share(of subject: Intervention.Subject) -> Int? {
    repairable.filter { $0.contains(subject) }.map(\.count).min()
  }
}

/// What a repair is to achieve.
public enum BlameGoal: String, Sendable, Hashable, CaseIterable {
  /// Status bar and page agree, no other shown window differs, nothing is raised.
  case agreement
  /// The page turns to what was asked for, nothing is raised.
  case turn
}

/// A change of answers that mends an outcome, none of which can be left out.
public struct Repair: Sendable, Hashable {
  /// Who would have to want it.
  public enum Applicability: String, Sendable, Hashable, CaseIterable {
    /// Nobody's written answer is overruled.
    case safe
    /// Somebody's written answer, or a setting, is overruled.
    case changesIntent = "changes intent"
    /// Only whoever wrote the program, or built the device, can do it.
    case needsAuthor = "needs author"
  }

  /// The answers to be changed, in the order of the parties.
  public let changes: [Intervention]
  /// What would have come of the event.
  public let outcome: Outcome
  /// How the page would be turned; nil if there is none.
  public let page: InterfaceOrientation?
  /// How the status bar would be turned.
  public let statusBar: InterfaceOrientation
  /// Who would have to want it.
  public let applicability: Applicability
}
