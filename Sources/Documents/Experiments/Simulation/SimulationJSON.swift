// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Explanation
public import Formats
import Orientation
import Scenarios

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
      "word": .string(scenario.rules.word(for: bar.orientation, on: verdict.after.device)),
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

  // From iOS 8 on the matrix is the window's; before, it is that of the root view (V-5).
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
      "word": .string(scenario.rules.word(for: page.orientation, on: verdict.after.device)),
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

extension Explanation {
  /// The explanation as one JSON document; `docs/explanations.md` lists its keys.
  public var json: JSONValue {
    let document = document
    return [
      "swivel": .int(1), "code": .string(document.code), "title": .string(document.title),
      "outcome": .string(document.outcome), "headline": .string(document.headline),
      "event": .string(document.event), "requested": Self.text(document.requested),
      "moved": .string(document.moved), "rules": .string(document.rules),
      "step": .int(Int64(document.step)), "at": .string(document.at),
      "windows": .array(document.windows.map(Self.row)),
      "because": [
        "sentences": Self.list(document.sentences),
        "rules": .array(
          document.citations.map {
            ["id": .string($0.rule), "statement": .string($0.statement)]
          }),
      ],
      "since": document.since.map { .int(Int64($0)) } ?? .null, "also": Self.list(document.also),
      "untold": Self.text(document.untold),
      "gates": .array(document.gates.map(Self.gate)), "heard": Self.list(document.heard),
      "answered-by": .array(document.answeredBy.map(Self.respondent)),
      "blame": Self.blame(document.blame), "fixes": Self.list(document.fixes),
      "actions": .array(document.actions.map(Self.action)),
      "next": Self.text(document.next), "missed-turn": Self.text(document.missedTurn),
      "later": Self.list(document.later), "sensor": Self.text(document.sensor),
    ]
  }

  private static func row(_ row: ExplanationDocument.Row) -> JSONValue {
    [
      "window": .string(row.window), "app": text(row.app),
      "level": row.level.map { .int(Int64($0)) } ?? .null, "shown": flag(row.isShown),
      "key": flag(row.isKey), "asked-via": text(row.via), "turn": flag(row.turn),
      "turn-origin": text(row.turnOrigin), "supports": row.supports.map(list) ?? .null,
      "supports-origin": text(row.supportsOrigin), "request": text(row.request),
      "allows": text(row.allows), "effect": .string(row.effect), "culprit": .bool(row.isCulprit),
    ]
  }

  private static func action(_ fix: Fix) -> JSONValue {
    [
      "kind": .string(fix.kind.rawValue), "text": .string(fix.text), "command": text(fix.command),
      "file": text(fix.file), "lines": list(fix.lines), "predicts": text(fix.effect),
    ]
  }

  private static func gate(_ gate: ExplanationDocument.Gate) -> JSONValue {
    [
      "window": text(gate.window), "gate": .string(gate.gate), "passed": .bool(gate.isPassed),
      "rule": .string(gate.rule),
    ]
  }

  private static func respondent(_ asked: ExplanationDocument.Respondent) -> JSONValue {
    .object(
      [
        .init("window", .string(asked.window)), .init("question", .string(asked.question)),
        .init("origin", .string(asked.origin)),
      ] + (asked.by?.json.object ?? []))
  }

  private static func blame(_ blame: ExplanationDocument.Blame) -> JSONValue {
    let blockers = blame.blockers.map { list in
      JSONValue.object(list.map { .init($0.orientation, Self.list($0.names)) })
    }
    return [
      "tried": .int(Int64(blame.tried)), "findings": .array(blame.findings.map(finding)),
      "blockers": blockers ?? .null,
    ]
  }

  private static func finding(_ finding: ExplanationDocument.Finding) -> JSONValue {
    [
      "goal": .string(finding.goal), "sentence": .string(finding.sentence),
      "complete": .bool(finding.isComplete),
      "searched-to": finding.searchedTo.map { .int(Int64($0)) } ?? .null,
      "responsible": .array(
        finding.responsible.map {
          ["who": .string($0.who), "responsibility": .string("1/\($0.oneIn)")]
        }),
      "repairs": .array(finding.repairs.map(repair)),
      "conflicts": .array(finding.conflicts.map { list($0) }),
    ]
  }

  private static func repair(_ repair: ExplanationDocument.Repair) -> JSONValue {
    [
      "edits": list(repair.edits), "applicability": .string(repair.applicability),
      "outcome": .string(repair.outcome), "page": text(repair.page),
      "status-bar": .string(repair.statusBar), "predicts": .string(repair.prediction),
      "command": text(repair.command),
    ]
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  private static func flag(_ flag: Bool?) -> JSONValue { flag.map { .bool($0) } ?? .null }

  private static func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

extension Respondent {
  /// The respondent as JSON, with the duration of its answer in nanoseconds.
  var json: JSONValue {
    [
      "policy": .string(name), "ring": .int(Int64(ring.number)), "kind": .string(ring.rawValue),
      "nanoseconds": elapsed.map { .int($0.nanoseconds) } ?? .null,
    ]
  }
}
