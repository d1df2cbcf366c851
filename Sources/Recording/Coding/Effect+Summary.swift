// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Formats
import Orientation

extension Effect {
  /// What a recording keeps of an effect: enough to see how another run differs.
  var summary: JSONValue {
    switch self {
    case .ask(let id, let question):
      .object([
        .init("ask", id.recorded), .init("policy", question.policy.recorded),
        .init("window", question.window.recorded), .init("question", question.kind.recorded),
        .init("proposed", question.proposed.recorded),
      ])
    case .armDeadline(let id, let instant): RecordCase.write("arm", id, instant)
    case .disarmDeadline(let id): RecordCase.write("disarm", id)
    case .rotateOutput(let output, let transform, let change):
      .object([
        .init("rotate", output.recorded), .init("to", transform.recorded),
        .init("change", change.recorded),
      ])
    case .outputReport(let report):
      .object([
        .init("output", report.output.recorded), .init("transform", report.transform.recorded),
        .init("result", report.result.recorded), .init("attempts", report.attempts.recorded),
      ])
    case .report(let verdict): verdict.summary
    }
  }
}

extension Verdict {
  /// The decision in short: what came of it, what moved, where it stopped first.
  fileprivate var summary: JSONValue {
    var members: [JSONValue.Member] = [
      .init("decision", step.recorded), .init("outcome", outcome.recorded),
    ]
    if let requested { members.append(.init("requested", requested.recorded)) }
    if !moves.isEmpty { members.append(.init("moves", .array(moves.map(\.recorded)))) }
    let stop = FirstStop(self)
    if let gate = stop.gate {
      var parts: [JSONValue.Member] = [
        .init("gate", gate.gate.recorded), .init("rule", gate.rule.recorded),
      ]
      if let window = gate.window { parts.append(.init("window", window.recorded)) }
      members.append(.init("stop", .object(parts)))
    } else if stop.kind != .moved {
      members.append(.init("stop", .string(stop.kind.rawValue)))
    }
    if !conflicts.isEmpty {
      members.append(.init("conflicts", .array(conflicts.map(\.summary))))
    }
    if error != nil { members.append(.init("error", error.summary)) }
    return .object(members)
  }
}

extension Conflict {
  /// The conflict with everybody who is blamed for it.
  var summary: JSONValue {
    .object([
      .init("kind", kind.recorded), .init("culprits", .array(culprits.map(\.recorded))),
      .init("since", since.recorded),
    ])
  }
}

extension Party {
  fileprivate var recorded: JSONValue {
    switch self {
    case .app: "app"
    case .delegate: "delegate"
    case .device: "device"
    case .window(let id): id.recorded
    }
  }
}

extension RotationError? {
  /// The error; null for none.
  var summary: JSONValue {
    guard let error = self else { return .null }
    return .object([
      .init("name", error.name.recorded), .init("rule", error.rule.recorded),
      .init("window", error.window.recorded), .init("controller", error.controller.recorded),
    ])
  }
}

extension Move {
  /// One thing that changes.
  var recorded: JSONValue {
    switch self {
    case .window(let id, let orientation): RecordCase.write("window", id, orientation)
    case .statusBar(let orientation, let writer): RecordCase.write("bar", orientation, writer)
    case .output(let id, let transform): RecordCase.write("output", id, transform)
    case .putOff(let id): RecordCase.write("put-off", id)
    }
  }
}
