// SPDX-License-Identifier: Apache-2.0
import ModelChecker

extension ScenarioCheck {
  /// What is known although a bound came first, and how to go on; empty when nothing is left.
  public var advice: [String] {
    guard let limit = report.limit else { return [] }
    var lines: [String] = []
    if let combinations = report.combinations {
      let all = combinations.all == .max ? "too many to count" : "\(combinations.all)"
      let changed = combinations.changed.map {
        ": all that change the answers of at most \($0) windows"
      }
      lines.append(
        "looked through: \(combinations.done) combinations of answers (\(all))\(changed ?? "")")
    } else if report.depth > 1 {
      lines.append("looked through: every sequence of at most \(report.depth - 1) events")
    }
    switch limit {
    case .states(let states):
      lines.append("go on: with --limit \(states * 10), if there is time")
    case .memory(let size):
      lines.append("go on: with --memory \(size * 2), if the machine has that much")
    case .interrupted:
      lines.append("go on: run it again and wait, or stop by itself with --limit")
    case .windows, .outputs, .livePolicy, .heldOutput, .settings, .vocabulary, .promela,
      .unplayable:
      return lines
    }
    if report.combinations == nil {
      lines.append(
        "or: --promela FILE writes the same stack for Spin, whose bit-state search and swarm take "
          + "larger ones, on many machines")
    }
    lines.append("or: leave out windows that have no part in it")
    return lines
  }
}
