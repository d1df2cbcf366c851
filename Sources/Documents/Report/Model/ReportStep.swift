// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Explanation

/// One decision as a report shows it.
public struct ReportStep: Sendable {
  /// Its number, as `swivel explain --step` takes it.
  public let number: Int
  /// When it was decided, in seconds.
  let at: String
  /// The line that stands alone.
  let line: String
  let document: ExplanationDocument
  /// What is to be seen before, during and after; one picture where nothing moved.
  let frames: [Frame]
  /// How everything stands after it.
  let column: TimelineColumn
  /// Whether something moved, was stopped or is wrong.
  let isNotable: Bool
  let isConflict: Bool

  /// Reads a verdict that a rule set gave; `source` is the file that commands should name.
  ///
  /// `offset` is what is to be added to its number.
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
