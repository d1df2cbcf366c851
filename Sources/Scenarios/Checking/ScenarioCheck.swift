// SPDX-License-Identifier: Apache-2.0
public import Diagnosis

/// A scenario's windows checked, with scripts that play what was found.
public struct ScenarioCheck: Sendable {
  /// What was checked.
  public let scenario: Scenario
  /// What came of it.
  public let report: CheckReport
  private let root: Node

  /// Reads and checks a file; `rules` overrules its own rule set.
  ///
  /// Throws an `InputError` for a wrong file, and a `CheckLimit` for what cannot be checked.
  public init(
    path: String, rules: String? = nil, bounds: CheckBounds = CheckBounds(),
    isWhole: Bool = false,
    withAnyAnswers: Bool = false,
    progress: (CheckProgress) -> Bool = { _ in true }
  ) throws {
    let document = try Document.load(path: path)
    try self.init(
      document, rules: rules, bounds: bounds, isWhole: isWhole,
      withAnyAnswers: withAnyAnswers, progress: progress)
  }

  /// Checks a scenario that has been read.
  public init(
    _ document: Document, rules: String? = nil, bounds: CheckBounds = CheckBounds(),
    isWhole: Bool = false,
    withAnyAnswers: Bool = false,
    progress: (CheckProgress) -> Bool = { _ in true }
  ) throws {
    root = document.root
    scenario = try ScenarioReader.read(document, override: rules)
    let stack = CheckStack(scenario)
    report =
      withAnyAnswers
      ? try Check.runWithAnyAnswers(stack, bounds: bounds, report: progress)
      : try Check.run(stack, bounds: bounds, isWhole: isWhole, report: progress)
  }

  /// The scenario file that breaks a property; nil for a property that no script breaks.
  public func script(_ finding: CheckFinding) -> String? {
    guard case .violated(let example) = finding.result else { return nil }
    var comments = [
      "\(finding.property.code) is broken: it is not so that \(finding.property.claim).",
      example.isShortest
        ? "No shorter list of these events breaks it." : "A shorter list may break it too.",
    ]
    if let note = example.note { comments.append("\(note).") }
    return ScenarioScript(scenario: scenario, root: root, answers: example.answers).file(
      title: "\(finding.property.code) broken: \(scenario.title)", events: example.events,
      comments: comments)
  }
}
