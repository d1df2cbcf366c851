// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Explanation
public import Formats
public import Scenarios

extension Simulation {
  /// The run for people: first who is to blame, then step by step.
  public func text(style: TextStyle = .plain) -> String {
    var blocks = [explanation(step: mostTelling, style: style).text(.short)]
    let title = scenario.title.isEmpty ? scenario.file : scenario.title
    let language = style.language
    blocks.append("\(title)\n" + RunPhrase.source(language, scenario.file, scenario.rules.id))
    for index in steps.indices {
      let event = steps[index].text.map { words($0) } ?? RunPhrase.setUp(language)
      let verdict = steps[index].verdict
      let detail: Explanation.Detail = verdict.isQuiet ? .short : .standard
      blocks.append(
        RunPhrase.step(language, "\(index)", event) + "\n"
          + explanation(step: index, style: style).text(detail))
    }
    if isStopped, steps.count <= scenario.events.count {
      blocks.append(RunPhrase.stopped(language))
    }
    if !scenario.ignored.isEmpty {
      blocks.append(
        RunPhrase.ignored(
          language, scenario.rules.id, scenario.ignored.joined(separator: ", ")))
    }
    return blocks.joined(separator: "\n\n")
  }

  /// The explanation of one step.
  public func explanation(step: Int, style: TextStyle = .plain) -> Explanation {
    Explanation(
      steps[step].verdict, rules: scenario.rules, style: style, source: scenario.file,
      names: names)
  }

  /// The whole run as one JSON document (scenario format 1).
  public var json: JSONValue { SimulationJSON(self).document }

  /// One line for each expectation that does not hold: place, what was wanted, what came.
  public func failures() -> [String] { ExpectationCheck(self).failures() }

  // An event is a map of one key.
  private func words(_ event: JSONValue) -> String {
    guard let member = event.object?.first else { return event.compact() }
    return "\(member.name): \(member.value.string ?? member.value.compact())"
  }
}

extension Verdict {
  /// Whether nothing moved, nothing is in conflict and nobody was stopped.
  fileprivate var isQuiet: Bool {
    outcome == .unchanged && conflicts.isEmpty && moves.isEmpty
  }
}
