// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Explanation
public import Formats
import Orientation
public import Scenarios
import Text

private struct ExpectationCheck {
  private let simulation: Simulation
  private let json: SimulationJSON

  init(_ simulation: Simulation) {
    self.simulation = simulation
    json = SimulationJSON(simulation)
  }

  func failures() -> [String] {
    simulation.scenario.expectations.flatMap { check($0) }
  }

  private func check(_ expected: Expectation) -> [String] {
    let number = expected.step ?? simulation.steps.count - 1
    guard simulation.steps.indices.contains(number) else {
      return [
        line(
          expected, "after", number, wanted: "step \(number)",
          got: "a run that ended after step \(simulation.steps.count - 1)")
      ]
    }
    let verdict = simulation.steps[number].verdict
    var failures: [String] = []
    func compare<Value: Equatable>(
      _ key: String, _ wanted: Value?, _ got: Value, _ word: (Value) -> String
    ) {
      guard let wanted, wanted != got else { return }
      failures.append(line(expected, key, number, wanted: word(wanted), got: word(got)))
    }
    let bar = verdict.after.statusBar
    compare("device", expected.device, verdict.after.device.reported) { $0.name }
    compare("status-bar", expected.statusBar, bar.orientation) { $0.name }
    let writer = json.statusBar(verdict)["writer"]?.string
    compare("writer", expected.writer, writer) { $0 ?? "null" }
    compare("status-bar-hidden", expected.statusBarHidden, verdict.hidesStatusBar) { "\($0)" }
    compare("keyboard", expected.keyboard, verdict.keyboard) { $0?.name ?? "null" }
    compare("page", expected.page, verdict.page?.orientation) { $0?.name ?? "null" }
    for (name, orientation) in expected.windows {
      let windows = verdict.after.windows + verdict.exempt
      let got = windows.last { $0.name == name }?.orientation
      compare("windows", .some(.some(orientation)), got) { "\(name): \($0?.name ?? "gone")" }
    }
    for (key, pairs) in [("bounds", expected.bounds), ("transform", expected.transforms)] {
      let shown = json.windows(verdict).array ?? []
      for (name, value) in pairs {
        let got = shown.last { $0["id"]?.string == name }?[key]
        compare(key, .some(.some(value)), got) { "\(name): \($0?.flow ?? "gone")" }
      }
    }
    compare("outcome", expected.outcome, verdict.outcome) { $0.rawValue }
    let kinds = verdict.conflicts.map { $0.kind.rawValue }.sorted()
    compare("conflicts", expected.conflicts?.map { $0.rawValue }.sorted(), kinds) { list($0) }
    let culprits = verdict.conflicts.first?.culprits.map { simulation.scenario.name(of: $0) } ?? []
    compare("culprits", expected.culprits?.sorted(), culprits.sorted()) { list($0) }
    compare("since", expected.since, verdict.conflicts.first?.since) {
      $0.map { "\($0)" } ?? "null"
    }
    let ignored = number == 0 ? simulation.scenario.ignored : []
    compare("ignored", expected.ignored?.sorted(), ignored.sorted()) { list($0) }
    if let wanted = expected.asked { failures += askedOtherwise(wanted, verdict, expected, number) }
    compare("error", expected.error, verdict.error?.name.rawValue) { $0 ?? "null" }
    for name in expected.notAsked where wasAsked(name, verdict) {
      failures.append(
        line(expected, "not-asked", number, wanted: "\(name) not asked", got: "asked"))
    }
    let notifications = verdict.notifications.map { [$0.name, $0.value] }
    compare("notifications", expected.notifications, notifications) { lists($0) }
    if let wanted = expected.callbacks {
      let got = verdict.callbacks.map { [$0.controller, $0.name.rawValue] }
      if !Self.isInOrder(wanted, in: got, by: ==) {
        failures.append(
          line(expected, "callbacks-include", number, wanted: lists(wanted), got: lists(got)))
      }
    }
    return failures
  }

  private func wasAsked(_ controller: String, _ verdict: Verdict) -> Bool {
    verdict.asked.contains { $0.controller == controller || $0.via.contains(controller) }
  }

  // Only the members that the expectation has are compared and shown.
  private func askedOtherwise(
    _ wanted: [JSONValue], _ verdict: Verdict, _ expected: Expectation, _ number: Int
  ) -> [String] {
    let got = verdict.asked.map { json.asked($0) }
    func value(_ record: JSONValue, _ name: String) -> JSONValue? {
      // The record of an answer that was not forwarded has no member `via`.
      record[name] ?? (name == "via" ? .array([]) : nil)
    }
    let holds = Self.isInOrder(wanted, in: got) { item, record in
      (item.object ?? []).allSatisfy { value(record, $0.name) == $0.value }
    }
    if holds { return [] }
    let keys = wanted.flatMap { ($0.object ?? []).map { $0.name } }
    let shown = got.map { record in
      JSONValue.object((record.object ?? []).filter { keys.contains($0.name) })
    }
    return [
      line(
        expected, "asked", number, wanted: JSONValue.array(wanted).flow,
        got: JSONValue.array(shown).flow)
    ]
  }

  private static func isInOrder<Wanted, Got>(
    _ wanted: [Wanted], in got: [Got], by fits: (Wanted, Got) -> Bool
  ) -> Bool {
    var rest = got[...]
    for item in wanted {
      guard let index = rest.firstIndex(where: { fits(item, $0) }) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  private func list(_ words: [String]) -> String { "[\(words.joined(separator: ", "))]" }

  private func lists(_ words: [[String]]) -> String { list(words.map { list($0) }) }

  private func line(
    _ expected: Expectation, _ key: String, _ step: Int, wanted: String, got: String
  ) -> String {
    let mark = expected.marks[key] ?? expected.mark
    return
      "\(UntrustedText(mark.file).path):\(mark.line): after \(step): \(key): wanted \(wanted), got \(got)"
  }
}

extension Simulation {
  /// Returns the report for the user: first a line about the first conflict or else the last step,
  /// then each step.
  public func text(style: TextStyle = .plain) -> String {
    let check = fixCheck
    var blocks = [explanation(step: mostTelling, style: style).text(.short)]
    let file = UntrustedText(scenario.file).path
    let title = scenario.title.isEmpty ? file : UntrustedText(scenario.title).line
    let language = style.language
    blocks.append("\(title)\n" + RunPhrase.source(language, file, scenario.rules.id))
    for index in steps.indices {
      let event = steps[index].text.map { words($0) } ?? RunPhrase.setUp(language)
      let verdict = steps[index].verdict
      let isQuiet = verdict.isQuiet(scenario.rules.scope)
      let detail: Explanation.Detail = isQuiet ? .short : .standard
      blocks.append(
        RunPhrase.step(language, "\(index)", event) + "\n"
          + explanation(step: index, style: style, check: isQuiet ? nil : check)
          .text(detail))
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

  /// Returns the explanation of a step; `check` is `fixCheck` if fixes are to be checked.
  public func explanation(
    step: Int, style: TextStyle = .plain, check: FixCheck? = nil
  ) -> Explanation {
    Explanation(
      steps[step].verdict, rules: scenario.rules, style: style, source: scenario.file,
      names: names, check: check)
  }

  /// The whole run as one JSON document (scenario format 1).
  public var json: JSONValue { SimulationJSON(self).document }

  /// Returns one line for each expectation that is not met: its place, the expected and the actual
  /// value.
  public func failures() -> [String] { ExpectationCheck(self).failures() }

  // An event is an object with one member, whose braces are left out.
  private func words(_ event: JSONValue) -> String {
    guard let member = event.object?.first else { return event.compact() }
    return "\(member.name): \(member.value.string ?? member.value.compact())"
  }
}

extension Verdict {
  fileprivate func isQuiet(_ scope: OrientationScope) -> Bool {
    outcome(scope) == .unchanged && conflicts.isEmpty && moves.isEmpty
  }
}

/// The texts that precede and follow the explanations of a run.
enum RunPhrase: String, Phrase {
  case source = "{file}, rules {rules} | {file}，规则集 {rules}"
  case step = "step {step}  {event} | 第 {step} 步  {event}"
  case setUp = "set-up | 建立"
  case stopped = "The exception ended the run; later events were not played. | 异常结束了这次运行，之后的事件没有播放。"
  case ignored = "Without effect under {rules}: {keys} | 在 {rules} 下不起作用：{keys}"
}
