// SPDX-License-Identifier: Apache-2.0
import Scenarios
import Arbitration
import Formats
import Orientation

/// A run as one JSON document.
struct SimulationJSON {
  private let simulation: Simulation
  private var scenario: Scenario { simulation.scenario }

  init(_ simulation: Simulation) { self.simulation = simulation }

  var document: JSONValue {
    [
      "swivel": .int(1), "title": .string(scenario.title), "rules": .string(scenario.rules.id),
      "steps": .array(simulation.steps.indices.map { json(step: $0) }),
    ]
  }

  private func json(step index: Int) -> JSONValue {
    let step = simulation.steps[index]
    let verdict = step.verdict
    var members: [JSONValue.Member] = [
      .init("step", .int(Int64(index))), .init("at", .int(step.at)),
      .init("event", step.text ?? .null),
      .init("device", .string(verdict.after.device.reported.name)),
      .init("status-bar", statusBar(verdict)), .init("keyboard", keyboard(verdict)),
      .init("windows", windows(verdict)), .init("page", page(verdict)),
      .init("outcome", .string(verdict.outcome.rawValue)),
      .init("conflicts", conflicts(verdict)), .init("error", error(verdict)),
      .init("asked", .array(verdict.asked.map { asked($0) })),
      .init(
        "notifications",
        .array(
          verdict.notifications.map {
            ["name": .string($0.name), "value": .string($0.value)]
          })),
      .init("callbacks", .array(verdict.callbacks.map { callback($0) })),
    ]
    if index == 0, !scenario.ignored.isEmpty {
      members.append(.init("ignored", .array(scenario.ignored.map { .string($0) })))
    }
    if simulation.isStopped, index == simulation.steps.count - 1 {
      members.append(.init("stopped", .bool(true)))
    }
    return .object(members)
  }

  func statusBar(_ verdict: Verdict) -> JSONValue {
    let bar = verdict.after.statusBar
    let writer: JSONValue =
      switch bar.writer {
      case .app: .string("app")
      case .window(let id): .string(scenario.name(of: id))
      case nil: .null
      }
    return [
      "orientation": .string(bar.orientation.name), "hidden": .bool(verdict.hidesStatusBar),
      "writer": writer,
    ]
  }

  private func keyboard(_ verdict: Verdict) -> JSONValue {
    verdict.keyboard.map { .string($0.name) } ?? .null
  }

  func windows(_ verdict: Verdict) -> JSONValue {
    let all = (verdict.after.windows + verdict.exempt).sorted { $0.id < $1.id }
    return .array(
      all.map { window in
        [
          "id": .string(window.name), "orientation": .string(window.orientation.name),
          "transform": transform(window), "bounds": bounds(window, verdict.after.device),
        ]
      })
  }

  // The matrix is the window's from iOS 8 on and its root view's before (V-5).
  private func transform(_ window: Window) -> JSONValue {
    guard scenario.rules.scope == .window else { return .null }
    return .array(window.orientation.matrix.map { .int(Int64($0)) })
  }

  private func bounds(_ window: Window, _ device: Device) -> JSONValue {
    guard let traits = scenario.rules.uikit else { return .null }
    let size = window.bounds(traits, on: device)
    return .array([.int(Int64(size.width)), .int(Int64(size.height))])
  }

  private func page(_ verdict: Verdict) -> JSONValue {
    guard let page = verdict.page else { return .null }
    return [
      "window": .string(scenario.name(of: page.window)),
      "controller": page.controller.map { .string($0) } ?? .null,
      "orientation": .string(page.orientation.name),
    ]
  }

  private func conflicts(_ verdict: Verdict) -> JSONValue {
    .array(
      verdict.conflicts.map { conflict in
        [
          "kind": .string(conflict.kind.rawValue),
          "culprits": .array(conflict.culprits.map { .string(scenario.name(of: $0)) }),
          "since": .int(Int64(conflict.since)),
        ]
      })
  }

  private func error(_ verdict: Verdict) -> JSONValue {
    guard let error = verdict.error else { return .null }
    return [
      "name": .string(error.name.rawValue), "rule": .string(error.rule.rawValue),
      "window": .string(scenario.name(of: error.window)),
      "controller": error.controller.map { .string($0) } ?? .null,
    ]
  }

  func asked(_ asked: Asked) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("window", .string(scenario.name(of: asked.window))),
      .init("controller", asked.controller.map { .string($0) } ?? .null),
      .init("question", .string(asked.question.rawValue)), .init("answer", answer(asked.answer)),
      .init("origin", .string(asked.origin.rawValue)),
    ]
    if !asked.via.isEmpty { members.append(.init("via", .array(asked.via.map { .string($0) }))) }
    members.append(.init("rule", .string(asked.rule.rawValue)))
    if let by = asked.by { members.append(.init("by", by.json)) }
    return .object(members)
  }

  private func answer(_ answer: Answer) -> JSONValue {
    switch answer {
    case .flag(let value): .bool(value)
    case .mask(let mask): .array(mask.orientations.map { .string($0.name) })
    case .orientation(let value): value.map { .string($0.name) } ?? .null
    }
  }

  private func callback(_ callback: Callback) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("window", .string(scenario.name(of: callback.window))),
      .init("controller", .string(callback.controller)),
      .init("name", .string(callback.name.rawValue)),
    ]
    if let to = callback.to { members.append(.init("to", .string(to.name))) }
    if let from = callback.from { members.append(.init("from", .string(from.name))) }
    let seen = callback.seen
    members.append(
      .init(
        "seen",
        [
          "bounds": .array([.int(Int64(seen.bounds.width)), .int(Int64(seen.bounds.height))]),
          "interface": .string(seen.interface.name), "status-bar": .string(seen.statusBar.name),
        ]))
    return .object(members)
  }
}
