// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// The result of a check.
public struct CheckReport: Sendable {
  /// The name of the rule set.
  public var rules: String
  /// The number of windows.
  public var windows: Int
  /// The number of distinct states reached.
  public var states: Int
  /// The number of transitions taken.
  public var transitions: Int
  /// The number of events of the longest shortest path.
  public var depth: Int
  /// The number of calls of the rule set's `decide`.
  public var decisions: Int
  /// The bound that ended the search; nil after a full search.
  public var limit: CheckLimit?
  /// The reductions that were used.
  public var reductions: [CheckReduction]
  /// The result of each property, in order.
  public var findings: [CheckFinding]
  /// The outcomes of decisions that were met.
  public var outcomes: [Outcome]

  /// The combinations of answers that were checked; nil with the given answers.
  public var combinations: Combinations?

  /// The checked part of all combinations of answers.
  public struct Combinations: Sendable, Hashable {
    /// The number of combinations that were fully checked.
    public var done: Int
    /// The number of all combinations, or `Int.max` on overflow.
    public var all: Int
    /// The number of windows whose answers were changed in every combination; nil if not even 0 was
    /// finished.
    public var changed: Int?
  }

  /// Whether windows could leave; if not, the reductions contain the reason.
  public var removes: Bool
  /// The duration of each part: the model, projections, the search, each property with its replay.
  public var times: PartTimes

  /// The duration of the search, without reading the file and judging the results.
  public var searchTime: Duration { times["projections"] + times["nodes"] + times["search"] }

  /// Whether a property is violated.
  public var isViolated: Bool { findings.contains(where: \.isViolated) }

  /// Whether a bound left a property undecided.
  public var isUndecided: Bool {
    findings.contains { if case .undecided = $0.result { true } else { false } }
  }
}
