// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Diagnosis
import Orientation

/// Writes a list of events as a scenario file with the windows of another one.
struct ScenarioScript {
  let scenario: Scenario
  /// The tree that the scenario was read from.
  let root: Node
  /// The answers that windows give in place of their own.
  var answers: [CheckAnswer] = []

  /// The file; nil if an event has no word in scenario files.
  ///
  /// It is played once and expects at its end what came out, so that the file checks itself.
  func file(title: String, events: [Event], comments: [String]) -> String? {
    let texts = events.compactMap { text($0) }
    guard texts.count == events.count else { return nil }
    // A name in the app's delegate or in forwards-to has to exist, so what is not needed is added
    // at the end if the file cannot be read without it.
    for extra in [[], missing(events)] {
      let head = head(title, comments, texts + extra)
      guard let played = try? Scenario.parse(head, file: "script") else { continue }
      return head + "expect:\n" + expectation(Simulation(played), after: events.count) + "\n"
    }
    return nil
  }

  private func head(_ title: String, _ comments: [String], _ events: [JSONValue]) -> String {
    var lines = ["# SPDX-License-Identifier: Apache-2.0"]
    lines += comments.map { "# \($0.split(whereSeparator: \.isNewline).joined(separator: " "))" }
    lines += ["swivel: 1", "title: \(JSONValue.string(title).oneLine)"]
    lines.append("rules: \(scenario.rules.id)")
    for key in ["arbitration", "hidden-counts", "device", "app"] {
      guard let value = member(key) else { continue }
      lines.append("\(key): \(value.flow)")
    }
    lines.append("windows:")
    for window in member("windows")?.array ?? [] { lines.append("  - \(answering(window).flow)") }
    if !events.isEmpty { lines.append("events:") }
    lines += events.map { "  - \($0.flow)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func expectation(_ simulation: Simulation, after count: Int) -> String {
    let number = min(count, simulation.steps.count - 1)
    let last = simulation.steps[number].verdict
    let conflicts = last.conflicts.map { JSONValue.string($0.kind.rawValue) }
    let members: [JSONValue.Member] = [
      .init("after", .int(Int64(number))),
      .init("status-bar", .string(last.after.statusBar.orientation.name)),
      .init("page", last.page.map { .string($0.orientation.name) } ?? .null),
      .init("outcome", .string(last.outcome.rawValue)),
      .init("conflicts", .array(conflicts)),
    ]
    return "  - \(JSONValue.object(members).flow)"
  }

  private func member(_ key: String) -> JSONValue? {
    (try? root.pairs())?.first { $0.name == key }.map { JSONValue($0.value) }
  }

  private func missing(_ events: [Event]) -> [JSONValue] {
    scenario.events.compactMap { event in
      guard case .event(.add(let window, _)) = event.action else { return nil }
      let isThere = events.contains {
        if case .add(let other, _) = $0 { other.id == window.id } else { false }
      }
      return isThere ? nil : event.text
    }
  }

  /// An event in the words of scenario files.
  private func text(_ event: Event) -> JSONValue? {
    switch event {
    case .device(.turned(let value)): entry("device", .string(value.name))
    case .device(.rotationLock(let isLocked)): entry("rotation-lock", .bool(isLocked))
    case .window(let id, .show): entry("show", .string(scenario.name(of: id)))
    case .window(let id, .hide): entry("hide", .string(scenario.name(of: id)))
    case .window(let id, .makeKey): entry("make-key", .string(scenario.name(of: id)))
    case .window(let id, .remove): entry("remove", .string(scenario.name(of: id)))
    case .add(let window, _):
      scenario.events.first { event in
        if case .event(.add(let other, _)) = event.action { other.id == window.id } else { false }
      }?.text["add"].map { entry("add", answering($0)) }
    default: nil
    }
  }

  private func entry(_ name: String, _ value: JSONValue) -> JSONValue {
    .object([JSONValue.Member(name, value)])
  }

  /// A window's text with the answers that it is to give.
  private func answering(_ window: JSONValue) -> JSONValue {
    guard let members = window.object, let name = window["id"]?.string,
      let answer = answers.first(where: { scenario.name(of: $0.window) == name })
    else { return window }
    var policy: [JSONValue.Member] = []
    if let turns = answer.policy.autorotate { policy.append(.init("autorotate", .bool(turns))) }
    for (key, mask) in [("supported", answer.policy.supported), ("legacy", answer.policy.legacy)] {
      guard let mask else { continue }
      policy.append(.init(key, .array(mask.orientations.map { .string($0.name) })))
    }
    let isDesktop = scenario.rules.family == .desktop
    if isDesktop {
      for member in window["policy"]?.object ?? []
      where member.name == "veto" || member.name == "policy" {
        policy.append(member)
      }
    } else if let id = window["root"]?["id"] {
      policy.insert(.init("id", id), at: 0)
    }
    let key = isDesktop ? "policy" : "root"
    return .object(members.filter { $0.name != key } + [.init(key, .object(policy))])
  }
}
