// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Looks at every sequence of show, hide, focus, turn, lock, add and remove of a stack.
///
/// Every decision is the rule function's; the states are breadth first, so scripts are shortest.
public enum Check {
  /// Checks a stack; `report` hears how far it has come and says whether to go on.
  ///
  /// Throws what keeps a stack from being checked at all.
  public static func run(
    _ stack: CheckStack, bounds: CheckBounds = CheckBounds(),
    report: (CheckProgress) -> Bool = { _ in true }
  ) throws(CheckLimit) -> CheckReport {
    let model = try CheckModel(stack)
    let exploration = Exploration(model, bounds: bounds)
    exploration.run(bounds, report: report)
    let progress = CheckProgress(
      states: exploration.space.count, expanded: exploration.space.count,
      depth: exploration.depth, bytes: exploration.space.bytes)
    let findings = Findings(exploration).all { report(progress) }
    return CheckReport(
      rules: stack.rules.id, windows: stack.windows.count, states: exploration.space.count,
      transitions: exploration.transitions, depth: exploration.depth,
      decisions: model.cells.filled, limit: exploration.limit, reductions: model.reductions,
      findings: findings, outcomes: exploration.outcomes.keys.sorted { $0.rawValue < $1.rawValue },
      removes: exploration.removes)
  }
}
