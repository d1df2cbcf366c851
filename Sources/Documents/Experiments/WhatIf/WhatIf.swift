// SPDX-License-Identifier: Apache-2.0
public import Scenarios
public import Arbitration
public import Explanation
public import Formats
import Orientation
import Text

// Experiments with a scenario or a recording.
//
// - `Simulation` as text, as JSON, and compared with its scenario's expectations. All three use the
//   verdicts of one run.
// - `WhatIf` decides a history again with other answers.
// - `ScenarioCheck` runs the model checker on the windows of a scenario and writes a counterexample
//   as a scenario, which is played before it is shown. `StackProof` does the same for the daemon.
// - `Comparison` plays one scenario under several rule sets.
// - `Shrink` takes events out of a scenario or a recording as long as the same symptom remains (delta
//   debugging: Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE TSE
//   2002).
//
// Begin below, then `WhatIfRun`.

/// A run with other answers from one decision on, compared with the original run.
public struct WhatIf: Sendable {
  /// One decision in both runs; nil where a run has ended.
  public struct Pair: Sendable {
    /// The decision in the original run.
    public let was: Verdict?
    /// The decision with the other answers.
    public let would: Verdict?

    /// The decision's number.
    public var number: Int { was?.step ?? would?.step ?? 0 }

    /// Whether the visible result or the conflicts differ.
    public var differs: Bool {
      guard let was, let would else { return true }
      return Ending(was) != Ending(would)
    }

    /// The visible result of a verdict, and its conflicts.
    private struct Ending: Equatable {
      let outcome: Outcome
      let page: InterfaceOrientation?
      let statusBar: InterfaceOrientation
      let error: RotationError?
      let conflicts: [Conflict]
      let desired: [Transform]

      init(_ verdict: Verdict) {
        outcome = verdict.outcome
        page = verdict.page?.orientation
        statusBar = verdict.after.statusBar.orientation
        error = verdict.error
        conflicts = verdict.conflicts
        desired = verdict.after.outputs.map(\.desired)
      }
    }
  }

  /// The largest number of differing decisions that are kept; the rest is only counted.
  static let mostPairs = 100

  /// The changed answers as the user typed them.
  public let edits: [String]
  /// The decision from which on the answers are changed.
  public private(set) var first: Pair?
  /// The later decisions that differ, up to a hundred.
  public private(set) var later: [Pair] = []
  /// The number of later decisions that differ.
  public private(set) var differing = 0
  /// The number of later decisions in the longer run.
  public private(set) var following = 0
  /// The names of all windows.
  public internal(set) var names: [WindowID: String] = [:]
  /// The name of the rule set.
  public let rulesID: String

  init(edits: [String], rulesID: String) {
    self.edits = edits
    self.rulesID = rulesID
  }

  mutating func note(_ pair: Pair) {
    guard first != nil else {
      first = pair
      return
    }
    following += 1
    guard pair.differs else { return }
    differing += 1
    if later.count < Self.mostPairs { later.append(pair) }
  }

  /// Plays a scenario twice, the second time with other answers from a step on.
  public init(_ scenario: Scenario, step: Int?, edits: [String]) throws(InputError) {
    self.init(edits: edits, rulesID: scenario.rules.id)
    let was = Simulation(scenario)
    let step = step ?? was.mostTelling
    guard was.steps.indices.contains(step) else {
      throw InputError(
        file: scenario.file, line: 0, column: 0,
        problem: "no step \(step); it has 0 to \(was.steps.count - 1)")
    }
    let interventions = try AnswerEdit.parse(
      edits, in: was.steps[step].verdict, rules: scenario.rules)
    let would = Simulation(scenario, interventions: interventions, from: step)
    names = was.names
    for index in step..<max(was.steps.count, would.steps.count) {
      note(
        Pair(
          was: was.steps.indices.contains(index) ? was.steps[index].verdict : nil,
          would: would.steps.indices.contains(index) ? would.steps[index].verdict : nil))
    }
  }

  /// The largest number of later differences in the text.
  private static let mostLines = 12

  /// Returns the comparison for the user: the decision itself, then the later differences.
  public func text(style: TextStyle = .plain) -> String {
    let language = style.language
    guard let first else { return WhatIfPhrase.noneLater(language) }
    let words = edits.map { UntrustedText($0).name() }.joined(separator: ", ")
    var lines = [WhatIfPhrase.heading(language, "\(first.number)", words)]
    lines += compare(first, style).map { "  \($0)" }
    if following == 0 {
      lines.append(WhatIfPhrase.noneLater(language))
    } else if differing == 0 {
      lines.append(WhatIfPhrase.laterSame(language, "\(following)"))
    } else {
      lines.append(WhatIfPhrase.later(language, "\(following)", "\(differing)"))
      for pair in later.prefix(Self.mostLines) {
        let number = "#\(pair.number) "
        let margin = String(repeating: " ", count: number.count)
        for (index, line) in compare(pair, style).enumerated() {
          lines.append("  \(index == 0 ? number : margin)\(line)")
        }
      }
      let rest = differing - min(later.count, Self.mostLines)
      if rest > 0 { lines.append("  " + WhatIfPhrase.more(language, "\(rest)")) }
    }
    return lines.joined(separator: "\n")
  }

  private func compare(_ pair: Pair, _ style: TextStyle) -> [String] {
    let was = pair.was.map { line($0, style) } ?? WhatIfPhrase.endsEarly(style.language)
    guard pair.differs else { return [WhatIfPhrase.same(style.language, was)] }
    let would = pair.would.map { line($0, style) } ?? WhatIfPhrase.ends(style.language)
    return [WhatIfPhrase.was(style.language, was), WhatIfPhrase.would(style.language, would)]
  }

  func line(_ verdict: Verdict, _ style: TextStyle) -> String {
    VerdictLine(verdict, rulesID: rulesID, style: style, names: names).text
  }

  /// Returns the comparison as one JSON document; sentences are in the language of the style.
  public func json(style: TextStyle = .plain) -> JSONValue {
    let pairs = [first].compactMap(\.self).filter(\.differs) + later
    return [
      "swivel": 1, "decision": .int(Int64(first?.number ?? 0)),
      "edits": .array(edits.map { .string($0) }), "rules": .string(rulesID),
      "differs": .bool(first?.differs == true || differing > 0),
      "following": .int(Int64(following)), "differing": .int(Int64(differing)),
      "differences": .array(
        pairs.map { pair in
          [
            "decision": .int(Int64(pair.number)),
            "was": pair.was.map { ending($0, style) } ?? .null,
            "would": pair.would.map { ending($0, style) } ?? .null,
          ]
        }),
    ]
  }

  private func ending(_ verdict: Verdict, _ style: TextStyle) -> JSONValue {
    [
      "outcome": .string(verdict.outcome.rawValue),
      "page": verdict.page.map { .string($0.orientation.name) } ?? .null,
      "status-bar": .string(verdict.after.statusBar.orientation.name),
      "conflicts": .array(verdict.conflicts.map { .string($0.kind.rawValue) }),
      "error": verdict.error.map { .string($0.name.rawValue) } ?? .null,
      "line": .string(line(verdict, style)),
    ]
  }
}
