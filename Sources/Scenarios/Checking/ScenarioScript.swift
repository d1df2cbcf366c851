// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Diagnosis
import Orientation

/// Writes a list of events as a scenario file with the windows of another one.
struct ScenarioScript {
  let scenario: Scenario
  /// The tree that the scenario was read from.
  let root: Node

  /// The file; nil if an event has no word in scenario files.
  ///
  /// What comes of each event is played and expected at the end, so that the file checks itself.
  func file(title: String, events: [Event], comments: [String]) -> String? {
    var lines = ["# SPDX-License-Identifier: Apache-2.0"]
    lines += comments.map { "# \($0.split(whereSeparator: \.isNewline).joined(separator: " "))" }
    lines += ["swivel: 1", "title: \(inline(.string(title)))"]
    lines.append("rules: \(inline(.string(scenario.rules.id)))")
    for key in ["arbitration", "hidden-counts", "device", "app"] {
      guard let value = member(key) else { continue }
      lines.append("\(key): \(inline(value))")
    }
    lines.append("windows:")
    for window in member("windows")?.array ?? [] { lines.append("  - \(inline(window))") }
    lines.append("events:")
    for event in events {
      guard let text = text(event) else { return nil }
      lines.append("  - \(inline(text))")
    }
    if events.isEmpty { lines.removeLast() }
    let head = lines.joined(separator: "\n") + "\n"
    guard let played = try? Scenario.parse(head, file: "script") else { return nil }
    return head + "expect:\n" + expectation(Simulation(played)) + "\n"
  }

  private func expectation(_ simulation: Simulation) -> String {
    guard let last = simulation.steps.last?.verdict else { return "  []" }
    let conflicts = last.conflicts.map { JSONValue.string($0.kind.rawValue) }
    let members: [JSONValue.Member] = [
      .init("after", .int(Int64(simulation.steps.count - 1))),
      .init("status-bar", .string(last.after.statusBar.orientation.name)),
      .init("page", last.page.map { .string($0.orientation.name) } ?? .null),
      .init("outcome", .string(last.outcome.rawValue)),
      .init("conflicts", .array(conflicts)),
    ]
    return "  - \(inline(.object(members)))"
  }

  private func member(_ key: String) -> JSONValue? {
    (try? root.pairs())?.first { $0.name == key }.map { JSONValue($0.value) }
  }

  private func inline(_ value: JSONValue) -> String { value.oneLine }

  /// An event in the words of scenario files.
  private func text(_ event: Event) -> JSONValue? {
    switch event {
    case .device(.turned(let value)): [("device", .string(value.name))].value
    case .device(.rotationLock(let isLocked)): [("rotation-lock", .bool(isLocked))].value
    case .window(let id, .show): [("show", .string(scenario.name(of: id)))].value
    case .window(let id, .hide): [("hide", .string(scenario.name(of: id)))].value
    case .window(let id, .makeKey): [("make-key", .string(scenario.name(of: id)))].value
    case .window(let id, .remove): [("remove", .string(scenario.name(of: id)))].value
    case .add(let window, _):
      scenario.events.first { event in
        if case .event(.add(let other, _)) = event.action { other.id == window.id } else { false }
      }?.text
    default: nil
    }
  }
}

extension [(String, JSONValue)] {
  fileprivate var value: JSONValue { .object(map { JSONValue.Member($0.0, $0.1) }) }
}
