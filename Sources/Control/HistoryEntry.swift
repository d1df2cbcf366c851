// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Explanation
public import Formats
import Orientation

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

  /// The decision in short.
  public var json: JSONValue {
    let line = VerdictLine(verdict, rulesID: rulesID, names: names).text
    return .object([
      .init("decision", .int(Int64(verdict.step))), .init("at", .int(verdict.at.nanoseconds)),
      .init("outcome", .string(verdict.outcome.rawValue)),
      .init("code", .string(ExplanationCode(verdict).rawValue)), .init("line", .string(line)),
      .init("requested", verdict.requested.map { .string($0.name) } ?? .null),
      .init("stop", stop),
    ])
  }

  private var stop: JSONValue {
    let stop = FirstBlockedGate(verdict)
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

  private func name(_ id: WindowID) -> String {
    let known = verdict.after.window(id) ?? verdict.before.window(id)
    return known?.name ?? names[id] ?? "\(id.rawValue)"
  }
}
