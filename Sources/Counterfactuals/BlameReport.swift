// SPDX-License-Identifier: Apache-2.0
public import Arbitration

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
    var search = RepairSearch(Retrial(of: verdict, rules: rules), limit: limit)
    search.findExactly()
    findings = search.goals.map { search.finding($0) }
    evaluations = search.evaluations + search.contributions
  }

  /// The finding that an explanation speaks of: a conflict before a turn that did not come.
  public var main: BlameFinding? { findings.first }
}
