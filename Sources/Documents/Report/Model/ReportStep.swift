// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Explanation

/// One decision as a report shows it.
public struct ReportStep: Sendable {
  /// The number of the decision, as `swivel explain --step` takes it.
  public let number: Int
  /// The time of the decision, in seconds.
  let at: String
  /// The headline of the step.
  let line: String
  let document: ExplanationDocument
  /// The pictures before, during and after the decision; one if nothing moved.
  let frames: [Frame]
  /// The column of the timeline.
  let column: TimelineColumn
  /// Whether the decision moved something, was stopped, or has a conflict.
  let isNotable: Bool
  let isConflict: Bool

  /// Creates a step from a verdict of a rule set; `source` is the file that commands name.
  ///
  /// `offset` is added to the decision's number.
  public init(
    _ verdict: Verdict, rules: any RuleSet, language: Language, source: String? = nil,
    names: [WindowID: String] = [:], offset: Int = 0
  ) {
    let explanation = Explanation(
      verdict, rules: rules, style: TextStyle(columns: .max, language: language),
      source: source, names: names)
    number = verdict.step + offset
    document = explanation.document
    at = document.at
    line = explanation.text(.short)
    let turnsOutputs = rules.scope == .output
    frames = Frame.strip(verdict, turnsOutputs: turnsOutputs)
    column = TimelineColumn(verdict, turnsOutputs: turnsOutputs)
    isConflict = !verdict.conflicts.isEmpty || verdict.error != nil
    isNotable = isConflict || verdict.outcome != .unchanged || frames.count > 1
  }
}
