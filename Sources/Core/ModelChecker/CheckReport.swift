// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// What a check found out.
public struct CheckReport: Sendable {
  /// The rule set's name.
  public var rules: String
  /// How many windows took part.
  public var windows: Int
  /// How many different states were reached.
  public var states: Int
  /// How many steps were looked at.
  public var transitions: Int
  /// How many events the longest shortest way has.
  public var depth: Int
  /// How often the rule function was called for it.
  public var decisions: Int
  /// What ended it before everything was looked at; nil when nothing was left.
  public var limit: CheckLimit?
  /// What was left out, each with its reason.
  public var reductions: [CheckReduction]
  /// Each property, in order.
  public var findings: [CheckFinding]
  /// What came of turns and placings somewhere.
  public var outcomes: [Outcome]

  /// How many combinations of answers were looked at to the end; nil with answers as given.
  public var combinations: Combinations?

  /// A part of all combinations of answers.
  public struct Combinations: Sendable, Hashable {
    /// How many were looked at to the end.
    public var done: Int
    /// How many there are; the largest number there is where that is too small.
    public var all: Int
    /// Up to how many windows' answers were changed in every way; nil if not even none.
    public var changed: Int?
  }

  /// Whether windows were made to leave; if not, the reductions say why.
  public var removes: Bool
  /// How long each part took: the model, projections, the search, each property with its replay.
  public var times: PartTimes

  /// How long the search took, without reading the file and judging what was found.
  public var searchTime: Duration { times["projections"] + times["nodes"] + times["search"] }

  /// Whether any property is broken.
  public var isViolated: Bool { findings.contains(where: \.isViolated) }

  /// Whether a bound left any property open.
  public var isUndecided: Bool {
    findings.contains { if case .undecided = $0.result { true } else { false } }
  }
}
