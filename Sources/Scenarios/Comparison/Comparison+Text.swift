// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension Comparison {
  /// A block for each step in which the rule sets disagree, then the rules behind it.
  public var text: String {
    var lines: [String] = []
    let count = runs.map(\.simulation.steps.count).max() ?? 0
    for step in 0..<count {
      let groups = groups(step)
      let event = runs.first { step < $0.simulation.steps.count }?.simulation.steps[step].text
      let title = event.map { $0.compact() } ?? "set-up"
      if groups.count == 1, let only = groups.first {
        lines.append("step \(step)  \(title)  all agree: \(only.result)")
        continue
      }
      lines.append("step \(step)  \(title)")
      for group in groups {
        lines.append("    \(group.rules.joined(separator: " "))")
        lines.append("        \(group.result)")
      }
    }
    lines.append("")
    if differences.isEmpty {
      lines.append("No rule set departs from the one before it.")
    } else {
      lines.append("The rules that make the difference, each rule set against the one before it:")
    }
    for difference in differences {
      let place = "  \(difference.left) -> \(difference.right), step \(difference.step): "
      guard let rule = difference.rule else {
        lines.append(place + "the run ended earlier")
        continue
      }
      lines.append(place + "\(rule.rawValue)  \(Rule[rule].statement)")
    }
    return lines.joined(separator: "\n") + "\n"
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
    var parts = ["\(verdict.outcome.rawValue): page \(verdict.page?.orientation.name ?? "none")"]
    let hidden = verdict.hidesStatusBar ? " (out of sight)" : ""
    parts.append("bar \(verdict.after.statusBar.orientation.name)\(hidden)")
    for conflict in verdict.conflicts {
      let culprits = conflict.culprits.map { simulation.scenario.name(of: $0) }
      parts.append("\(conflict.kind.rawValue) by \(culprits.joined(separator: ", "))")
    }
    if let error = verdict.error { parts.append("\(error.name.rawValue) (\(error.rule.rawValue))") }
    return parts.joined(separator: ", ")
  }

  /// The same as one JSON document.
  public var json: JSONValue {
    .object([
      .init("swivel", .int(1)),
      .init(
        "runs",
        .array(
          runs.map {
            .object([.init("rules", .string($0.rules)), .init("run", $0.simulation.json)])
          })),
      .init(
        "differences",
        .array(
          differences.map {
            .object([
              .init("left", .string($0.left)), .init("right", .string($0.right)),
              .init("step", .int(Int64($0.step))),
              .init("rule", $0.rule.map { .string($0.rawValue) } ?? .null),
            ])
          })),
    ])
  }
}
