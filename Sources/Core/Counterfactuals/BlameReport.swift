// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

// This module repeats decisions with changed answers, to find the parties to blame and the repairs.
//
// A decision that did not reach its goal (`BlameGoal`) is repeated by the arbiter's own code
// (`Counterfactual`), with some parties' answers changed (`Intervention`). A minimal set of changes
// that reaches the goal is a `Repair`. A minimal set of parties whose answers together exclude the
// goal is a conflict. A party's share of the blame is one divided by the size of its smallest
// repair (Chockler and Halpern, "Responsibility and blame: a structural-model approach", 2004).
//
// - This target knows no rule. The rule set determines the meaning and the effect of an answer; a
//   test compares the findings with an exhaustive search.
// - There is one exact search and one bounded search. `CutsetSearch` is exact: cutset conditioning,
//   then dynamic programming over the contributions of single windows. It needs a
//   `RepairSearchable` rule set. The bounded search, in `RepairSearch`, uses the duality of repairs
//   and conflicts and serves every rule set, plug-ins' too. It does not replace the exact search:
//   under UIKit's rule sets it misses repairs of 2 stacks in 100, and for half of the stacks it
//   cannot state that no repair is missing.
// - A bound is reported: a finding states up to which number of changes no repair is missing
//   (`searchedTo`).
// - Repairs with fewer changes come first, and of equally many the most applicable. A set of
//   changes that contains a repair is not listed as a repair.
//
// docs/design/repairs.md explains the searches and why they miss nothing. Begin with
// `BlameReport.init`, then `RepairSearch.swift` and `CutsetSearch.swift`.

/// The parties to blame for a decision, found by repeating it with other answers.
public struct BlameReport: Sendable {
  /// The default limit of repeated decisions in the bounded search.
  public static let usualLimit = 1_000

  /// The findings for the goals that were not reached; empty if there is no such goal, or no party
  /// whose answer can be changed.
  public let findings: [BlameFinding]
  /// The number of repeated decisions and of repeated contributions of single windows.
  public let evaluations: Int

  /// Creates a report; the bounded search repeats the decision at most `limit` times.
  public init(verdict: Verdict, rules: any RuleSet, limit: Int = usualLimit) {
    var search = RepairSearch(Counterfactual(of: verdict, rules: rules), limit: limit)
    search.findExactly()
    findings = search.goals.map { search.finding($0) }
    evaluations = search.evaluations + search.contributions
  }

  /// The finding for agreement if there is one, otherwise the finding for a turn, if any.
  public var main: BlameFinding? { findings.first }
}

/// The parties that prevented one goal, and the repairs that would have reached it.
public struct BlameFinding: Sendable {
  /// The goal that was not reached.
  public let goal: BlameGoal
  /// The parties that each minimal repair changes, as far as repairs were found.
  public let repairable: [[Intervention.Subject]]
  /// The repairs: those with fewer changes first, and of equally many the most applicable first.
  ///
  /// Repairs of one or two parties are listed with every combination of changed answers, larger
  /// ones only with the same change for all parties of a kind or, if no such change suffices, with
  /// one combination.
  public let repairs: [Repair]
  /// The minimal sets of parties whose answers together exclude the goal; empty if there is no
  /// repair, or more than 256 such sets.
  public let conflicts: [[Intervention.Subject]]
  /// The number of changes up to which `repairable` is complete; nil if it is complete for any
  /// number.
  public let searchedTo: Int?

  /// Whether `repairable` lacks no minimal repair.
  public var isComplete: Bool { searchedTo == nil }

  /// Returns the size of the smallest repair that changes this party's answer; nil if no repair
  /// does.
  ///
  /// The party's responsibility is one divided by this size (Chockler and Halpern).
  public func share(of subject: Intervention.Subject) -> Int? {
    repairable.filter { $0.contains(subject) }.map { $0.count }.min()
  }
}

/// The goal of a repair.
public enum BlameGoal: String, Sendable, Hashable, CaseIterable {
  /// No error is raised and, in the scope `window`, the page has the status bar's orientation; if
  /// the verdict has a reverse split, all shown voters have that orientation too.
  case agreement
  /// The page, or the status bar if there is no page or the scope is not `window`, has the
  /// requested orientation, and no error is raised.
  case turn
}

/// A set of changed answers that reaches a goal, minimal as far as the search could show.
public struct Repair: Sendable, Hashable {
  /// The kind of consent that a repair needs.
  public enum Applicability: String, Sendable, Hashable, CaseIterable {
    /// The repair changes only windows that gave no other than default answers.
    case safe
    /// The repair overrides an answer other than a default, turns the lock off, adds to the
    /// orientations that app or delegate allow, or makes a window accept every orientation.
    case changesIntent = "changes intent"
    /// The repair removes a window or changes the device, which only the program's author or the
    /// device's maker can do.
    case needsAuthor = "needs author"
  }

  /// The changed answers, in the order of the parties.
  public let changes: [Intervention]
  /// The outcome of the event with these changes.
  public let outcome: Outcome
  /// The page's orientation with these changes; nil if there is no page.
  public let page: InterfaceOrientation?
  /// The status bar's orientation with these changes.
  public let statusBar: InterfaceOrientation
  /// The kind of consent that the repair needs.
  public let applicability: Applicability
}
