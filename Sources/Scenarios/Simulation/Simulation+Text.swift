// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Explanation
import Formats

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

  /// The names of all windows that ever exist, by number.
  public var names: [WindowID: String] {
    var names: [WindowID: String] = [:]
    for (index, name) in scenario.windowNames.enumerated() { names[WindowID(Int32(index))] = name }
    return names
  }

  /// The first step with a conflict, else the last one.
  public var mostTelling: Int {
    steps.firstIndex { !$0.verdict.conflicts.isEmpty } ?? steps.count - 1
  }

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
