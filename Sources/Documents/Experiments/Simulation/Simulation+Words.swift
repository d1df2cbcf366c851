// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Explanation
public import Formats
public import Scenarios

extension Simulation {
  /// Returns the report for the user: the blame first, then step by step.
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

  /// Returns the explanation of one step.
  public func explanation(step: Int, style: TextStyle = .plain) -> Explanation {
    Explanation(
      steps[step].verdict, rules: scenario.rules, style: style, source: scenario.file,
      names: names)
  }

  /// The whole run as one JSON document (scenario format 1).
  public var json: JSONValue { SimulationJSON(self).document }

  /// Returns one line for each expectation that does not hold: place, expected value, actual value.
  public func failures() -> [String] { ExpectationCheck(self).failures() }

  // An event is an object with one member.
  private func words(_ event: JSONValue) -> String {
    guard let member = event.object?.first else { return event.compact() }
    return "\(member.name): \(member.value.string ?? member.value.compact())"
  }
}

extension Verdict {
  /// Whether nothing has moved and nothing is in conflict.
  fileprivate var isQuiet: Bool {
    outcome == .unchanged && conflicts.isEmpty && moves.isEmpty
  }
}
