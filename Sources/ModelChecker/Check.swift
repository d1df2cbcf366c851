// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Looks at every sequence of show, hide, focus, turn, lock, add and remove of a stack.
///
/// Every decision is the rule function's; the states are breadth first, so scripts are shortest.
public enum Check {
  /// Checks a stack with every combination of answers in place of the given ones.
  ///
  /// Throws what keeps a stack from being checked at all.
  public static func runWithAnyAnswers(
    _ stack: CheckStack, bounds: CheckBounds = CheckBounds(),
    report: (CheckProgress) -> Bool = { _ in true }
  ) throws(CheckLimit) -> CheckReport {
    var sweep = try AnswerSweep(stack, bounds: bounds)
    return try sweep.run(report)
  }

  /// Checks a stack; `report` hears how far it has come and says whether to go on.
  ///
  /// With `tracksKeyWindow` the key is kept even where no decision reads it: more states, the same result.
  /// Throws what keeps a stack from being checked at all.
  public static func run(
    _ stack: CheckStack, bounds: CheckBounds = CheckBounds(), tracksKeyWindow: Bool = false,
    report: (CheckProgress) -> Bool = { _ in true }
  ) throws(CheckLimit) -> CheckReport {
    let model = try CheckModel(stack, tracksKeyWindow: tracksKeyWindow)
    let exploration = Exploration(model, bounds: bounds)
    let clock = ContinuousClock()
    let time = clock.measure { exploration.run(bounds, report: report) }
    let progress = CheckProgress(of: exploration)
    let findings = Findings(exploration).all { report(progress) }
    return CheckReport(
      rules: stack.rules.id, windows: stack.windows.count, states: exploration.space.count,
      transitions: exploration.transitions, depth: exploration.depth,
      decisions: model.decisions, limit: exploration.limit, reductions: model.reductions,
      findings: findings, outcomes: exploration.seen.outcomes,
      removes: exploration.removes, searchTime: time)
  }
}

extension Check {
  /// The stack as a model for Spin, with the same states as `run` looks at.
  ///
  /// `bounds` hold for the situations that are tried to write decisions down, and for the memory
  /// that these decisions take; `report` hears how many were tried and says whether to go on.
  /// Throws what keeps the stack from being written down.
  public static func promela(
    _ stack: CheckStack, bounds: CheckBounds = CheckBounds(), tracksKeyWindow: Bool = false,
    report: @escaping (Int) -> Bool = { _ in true }
  ) throws(CheckLimit) -> String {
    var model = try PromelaModel(
      CheckModel(stack, tracksKeyWindow: tracksKeyWindow), bounds: bounds, goesOn: report)
    return try model.text()
  }
}
