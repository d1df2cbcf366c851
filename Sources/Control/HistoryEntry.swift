// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Diagnosis
import Orientation
public import Scenarios

/// One decision as the history lists it.
public struct HistoryEntry: Sendable {
  private let verdict: Verdict
  private let rulesID: String
  private let names: [WindowID: String]

  /// Reads a verdict that the named rule set gave; `names` are those of windows that may be gone.
  public init(_ verdict: Verdict, rulesID: String, names: [WindowID: String]) {
    self.verdict = verdict
    self.rulesID = rulesID
    self.names = names
  }

  /// One line for people: number, time and what came of it.
  public func line(style: TextStyle = .plain) -> String {
    let text = VerdictLine(verdict, rulesID: rulesID, style: style, names: names).text
    return "#\(verdict.step) \(text)"
  }

  /// The decision in short.
  public var json: JSONValue { .object(members) }

  private var members: [JSONValue.Member] {
    let line = VerdictLine(verdict, rulesID: rulesID, names: names).text
    return [
      .init("decision", .int(Int64(verdict.step))), .init("at", .int(verdict.at.nanoseconds)),
      .init("outcome", .string(verdict.outcome.rawValue)),
      .init("code", .string(ExplanationCode(verdict).rawValue)), .init("line", .string(line)),
      .init("requested", verdict.requested.map { .string($0.name) } ?? .null),
      .init("stop", stop),
    ]
  }

  /// The decision with everybody who was asked, every gate and every conflict.
  public var fullJSON: JSONValue {
    .object(
      members + [
        .init("rules", .string(rulesID)),
        .init("title", .string(ExplanationCode(verdict).title)),
        .init("asked", .array(verdict.asked.map { json($0) })),
        .init("gates", .array(verdict.gates.map { json($0) })),
        .init("conflicts", .array(verdict.conflicts.map { json($0) })),
        .init("error", verdict.error.map { .string($0.name.rawValue) } ?? .null),
      ])
  }

  private var stop: JSONValue {
    let stop = FirstStop(verdict)
    var members: [JSONValue.Member] = [.init("kind", .string(stop.kind.rawValue))]
    if let gate = stop.gate { members += self.members(gate) }
    return .object(members)
  }

  private func members(_ gate: GateRecord) -> [JSONValue.Member] {
    [
      .init("gate", .string(gate.gate.rawValue)),
      .init("window", gate.window.map { .string(name($0)) } ?? .null),
      .init("rule", .string(gate.rule.rawValue)),
    ]
  }

  private func json(_ gate: GateRecord) -> JSONValue {
    .object(members(gate) + [.init("passed", .bool(gate.isPassed))])
  }

  private func json(_ asked: Asked) -> JSONValue {
    .object([
      .init("window", .string(name(asked.window))),
      .init("controller", asked.controller.map { .string($0) } ?? .null),
      .init("question", .string(asked.question.rawValue)), .init("answer", json(asked.answer)),
      .init("origin", .string(asked.origin.rawValue)),
      .init("via", .array(asked.via.map { .string($0) })),
      .init("rule", .string(asked.rule.rawValue)),
    ])
  }

  private func json(_ answer: Answer) -> JSONValue {
    switch answer {
    case .flag(let value): .bool(value)
    case .mask(let mask): .array(mask.orientations.map { .string($0.name) })
    case .orientation(let value): value.map { .string($0.name) } ?? .null
    }
  }

  private func json(_ conflict: Conflict) -> JSONValue {
    .object([
      .init("kind", .string(conflict.kind.rawValue)),
      .init("culprits", .array(conflict.culprits.map { .string(name($0)) })),
      .init("since", .int(Int64(conflict.since))),
    ])
  }

  private func name(_ party: Party) -> String {
    switch party {
    case .app: "app"
    case .delegate: "delegate"
    case .device: "device"
    case .window(let id): name(id)
    }
  }

  private func name(_ id: WindowID) -> String {
    let known = verdict.after.window(id) ?? verdict.before.window(id)
    return known?.name ?? names[id] ?? "\(id.rawValue)"
  }
}
