// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Explanation
public import Formats
import Orientation
public import Scenarios
import Text

/// A comparison of a scenario under several rule sets, with the rules that cause the differences.
public struct Comparison: Sendable {
  /// The run under one rule set.
  public struct Run: Sendable {
    /// The rule set's name.
    public let rules: String
    /// The simulation under these rules.
    public let simulation: Simulation
  }

  /// The first step at which the results of a rule set differ from those of the previous one.
  public struct Difference: Sendable, Equatable {
    /// The rule set of the earlier run.
    public let left: String
    /// The rule set of the later run, which differs.
    public let right: String
    /// The number of the step; 0 is the set-up.
    public let step: Int
    /// The rule that causes the difference; nil if the verdicts do not show it, or if one run
    /// ended.
    public let rule: RuleID?
  }

  /// The runs, in the order of the rule sets.
  public let runs: [Run]
  /// The first difference of each two consecutive runs that differ.
  public let differences: [Difference]
  private let path: String

  /// Plays a file under the given rule sets, or under all rule sets of the scenario's family if
  /// none is given; throws if the file or a name is invalid.
  public init(path: String, rules: [String] = []) throws(InputError) {
    try self.init(file: path, rules: rules) { (name) throws(InputError) in
      try Scenario.load(path: path, rules: name)
    }
  }

  /// Plays a scenario as `init(path:rules:)` does; `read(nil)` reads it under its own rule set.
  public init(
    file path: String, rules: [String], read: (String?) throws(InputError) -> Scenario
  ) throws(InputError) {
    let own = try read(nil).rules
    let names =
      rules.isEmpty
      ? RuleSetCatalog.names.filter { RuleSetCatalog.family($0) == own.family } : rules
    var runs: [Run] = []
    for name in names { runs.append(Run(rules: name, simulation: Simulation(try read(name)))) }
    self.runs = runs
    self.path = path
    self.differences = zip(runs, runs.dropFirst()).compactMap { Self.difference($0, $1) }
  }

  private static func difference(_ left: Run, _ right: Run) -> Difference? {
    let leftSteps = left.simulation.steps
    let rightSteps = right.simulation.steps
    let count = max(leftSteps.count, rightSteps.count)
    for step in 0..<count {
      guard step < leftSteps.count, step < rightSteps.count else {
        return Difference(left: left.rules, right: right.rules, step: step, rule: nil)
      }
      let before = leftSteps[step].verdict
      let after = rightSteps[step].verdict
      guard Result(before) != Result(after) else { continue }
      return Difference(
        left: left.rules, right: right.rules, step: step,
        rule: rule(before, after, left.rules, right.rules))
    }
    return nil
  }

  /// The part of a step's result that is compared.
  struct Result: Equatable {
    var outcome: Outcome
    var statusBar: InterfaceOrientation
    var isHidden: Bool
    var page: InterfaceOrientation?
    var windows: [InterfaceOrientation]
    var conflicts: [Conflict.Kind]

    init(_ verdict: Verdict) {
      outcome = verdict.outcome
      statusBar = verdict.after.statusBar.orientation
      isHidden = verdict.hidesStatusBar
      page = verdict.page?.orientation
      windows = verdict.after.windows.map { $0.orientation }
      conflicts = verdict.conflicts.map { $0.kind }
    }
  }

  /// Returns the rule that explains why two verdicts differ: that of an error of `right` which
  /// `left` lacks, otherwise of an answer or gate which only one has, otherwise C-6 if only one
  /// hides the status bar.
  private static func rule(
    _ left: Verdict, _ right: Verdict, _ leftRules: String, _ rightRules: String
  ) -> RuleID? {
    if let rule = right.error?.rule, right.error != left.error { return rule }
    let old = Record.all(in: left)
    let new = Record.all(in: right)
    let appeared = new.filter { !old.contains($0) }.map { $0.rule }
    let vanished = old.filter { !new.contains($0) }.map { $0.rule }
    // A rule that applies to only one of the two rule sets is the best explanation.
    return appeared.first { $0.applies(to: rightRules) && !$0.applies(to: leftRules) }
      ?? vanished.first { $0.applies(to: leftRules) && !$0.applies(to: rightRules) }
      ?? appeared.first ?? vanished.first
      ?? (left.hidesStatusBar != right.hidesStatusBar ? .c6 : nil)
  }

  private struct Record: Equatable {
    var rule: RuleID
    var window: WindowID?
    var text: String

    static func all(in verdict: Verdict) -> [Record] {
      verdict.asked.map {
        Record(
          rule: $0.rule, window: $0.window,
          text: "\($0.question.rawValue) \($0.answer) \($0.origin.rawValue)")
      }
        + verdict.gates.map {
          Record(rule: $0.rule, window: $0.window, text: "\($0.gate.rawValue) \($0.isPassed)")
        }
    }
  }

  /// The report: a line for each step with the same result under all rule sets, a section for each
  /// other step, then the rules behind the differences.
  public var text: String {
    var lines = heading + [""]
    let count = runs.map { $0.simulation.steps.count }.max() ?? 0
    for step in 0..<count {
      let groups = groups(step)
      let event = runs.first { step < $0.simulation.steps.count }?.simulation.steps[step].text
      let title = event.map { $0.compact() } ?? "set-up"
      if groups.count == 1, let only = groups.first {
        lines.append(
          runs.count > 1
            ? "step \(step)  \(title)  the same in all: \(only.result)"
            : "step \(step)  \(title)  \(only.result)")
        continue
      }
      lines.append("step \(step)  \(title)")
      for group in groups {
        lines.append("    \(group.rules.joined(separator: " "))")
        lines.append("        \(group.result)")
      }
    }
    guard runs.count > 1 else { return lines.joined(separator: "\n") + "\n" }
    lines.append("")
    if differences.isEmpty {
      lines.append("All rule sets give the same results.")
    } else {
      lines.append("The rules that make the difference, each rule set against the one before it:")
    }
    for difference in differences {
      let ended = runs.first {
        $0.simulation.steps.count <= difference.step
          && [difference.left, difference.right].contains($0.rules)
      }
      let why =
        difference.rule.map { "\($0.rawValue)  \(Rule[$0].statement)" }
        ?? ended.map { "the run under \($0.rules) ended earlier" }
        ?? "no answer or gate differs"
      lines.append(
        "  \(difference.left) -> \(difference.right), step \(difference.step): \(why)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The names of the played rule sets; for a single one, also which others can be played.
  private var heading: [String] {
    let names = runs.map { $0.rules }
    guard names.count == 1, let only = names.first else {
      return ["played under \(names.joined(separator: ", "))"]
    }
    let cured = Mitigation.allCases.map { "\(only)+\($0.rawValue)" }
      .filter { RuleSetCatalog.make($0) != nil }
    guard !cured.isEmpty else {
      return [
        "played under \(only) alone, so nothing is compared; no other rule set fits this file"
      ]
    }
    let options = ([only] + cured).map { "--rules \($0)" }.joined(separator: " ")
    return [
      "played under \(only) alone, so nothing is compared; the same rules with a known change fit "
        + "this file as well:",
      "  swivel compare \(UntrustedText(path).argument) \(options)",
    ]
  }

  private func groups(_ step: Int) -> [(result: String, rules: [String])] {
    var groups: [(result: String, rules: [String])] = []
    for run in runs {
      let result = summary(run.simulation, step)
      if let index = groups.firstIndex(where: { $0.result == result }) {
        groups[index].rules.append(run.rules)
      } else {
        groups.append((result, [run.rules]))
      }
    }
    return groups
  }

  private func summary(_ simulation: Simulation, _ step: Int) -> String {
    guard step < simulation.steps.count else { return "not reached: an exception ended the run" }
    let verdict = simulation.steps[step].verdict
    let rules = simulation.scenario.rules
    func word(_ orientation: InterfaceOrientation) -> String {
      rules.word(for: orientation, on: verdict.after.device)
    }
    let page = verdict.page.map { word($0.orientation) } ?? "none"
    var parts = ["\(verdict.outcome.rawValue): page \(page)"]
    let bar = word(verdict.after.statusBar.orientation)
    parts.append(verdict.hidesStatusBar ? "bar \(bar) (hidden)" : "bar \(bar)")
    for conflict in verdict.conflicts {
      let culprits = conflict.culprits.map { simulation.scenario.name(of: $0) }
      parts.append("\(conflict.kind.rawValue) by \(culprits.joined(separator: ", "))")
    }
    if let error = verdict.error { parts.append("\(error.name.rawValue) (\(error.rule.rawValue))") }
    return parts.joined(separator: ", ")
  }

  /// The comparison as one JSON document.
  public var json: JSONValue {
    [
      "swivel": .int(1),
      "runs": .array(
        runs.map {
          ["rules": .string($0.rules), "run": $0.simulation.json]
        }),
      "differences": .array(
        differences.map {
          [
            "left": .string($0.left), "right": .string($0.right), "step": .int(Int64($0.step)),
            "rule": $0.rule.map { .string($0.rawValue) } ?? .null,
          ]
        }),
    ]
  }
}
