// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Explanation
public import Formats
public import Orientation

/// An event that the daemon sends to watchers, one per line.
public enum ControlEvent: Equatable, Sendable {
  /// A decision, as the history contains it.
  case decision(JSONValue)
  /// The display server's result of a change.
  case output(JSONValue)
  /// A window has appeared that would block the next rotation.
  case warning(JSONValue)
  /// A command to overlays.
  case overlay(OverlayCommand)
  /// The configuration was read again, or has an error; the text is for the user.
  case configuration(isTaken: Bool, String)
  /// Another change of state.
  case change(StateChange)
  /// The number of lines that were dropped because the watcher did not read.
  case missed(Int)
  /// The daemon ends.
  case end

  /// Returns the event as a message, with the daemon's state after it.
  public func json(state: JSONValue) -> JSONValue {
    let (kind, members) = parts
    let head: [JSONValue.Member] = [
      .init("swivel", .int(ControlProtocol.version)), .init("event", .string(kind)),
    ]
    return .object(head + members + (self == .end ? [] : [.init("state", state)]))
  }

  private var parts: (kind: String, members: [JSONValue.Member]) {
    switch self {
    case .decision(let entry): ("decision", [.init("entry", entry)])
    case .output(let report): ("output", [.init("report", report)])
    case .warning(let warning): ("warning", [.init("warning", warning)])
    case .overlay(let command): ("overlay", [.init("command", .string(command.rawValue))])
    case .configuration(let isTaken, let words):
      ("configuration", [.init("taken", .bool(isTaken)), .init("message", .string(words))])
    case .change(let change): (change.kind, change.members)
    case .missed(let count): ("missed", [.init("count", .int(Int64(count)))])
    case .end: ("end", [])
    }
  }

  /// Creates an event from a message; nil if the version or kind is unknown.
  public init?(_ json: JSONValue) {
    guard json["swivel"]?.int == ControlProtocol.version else { return nil }
    switch json["event"]?.string {
    case "decision":
      guard let entry = json["entry"] else { return nil }
      self = .decision(entry)
    case "output":
      guard let report = json["report"] else { return nil }
      self = .output(report)
    case "warning":
      guard let warning = json["warning"] else { return nil }
      self = .warning(warning)
    case "overlay":
      guard let command = json["command"]?.string.flatMap({ OverlayCommand(rawValue: $0) }) else {
        return nil
      }
      self = .overlay(command)
    case "configuration":
      self = .configuration(isTaken: json["taken"]?.bool ?? false, json["message"]?.string ?? "")
    case "missed": self = .missed(Int(json["count"]?.int ?? 0))
    case "end": self = .end
    case let kind:
      guard let change = StateChange(kind: kind, json) else { return nil }
      self = .change(change)
    }
  }
}

/// One decision as the history contains it.
public struct HistoryEntry: Sendable {
  private let verdict: Verdict
  private let rulesID: String
  private let names: [WindowID: String]

  /// Creates an entry for a verdict of the named rule set; `names` includes windows that may be
  /// gone.
  public init(_ verdict: Verdict, rulesID: String, names: [WindowID: String]) {
    self.verdict = verdict
    self.rulesID = rulesID
    self.names = names
  }

  /// The decision's members in the protocol.
  public var json: JSONValue {
    let line = VerdictLine(verdict, rulesID: rulesID, names: names).text
    return [
      "decision": .int(Int64(verdict.step)), "at": .int(verdict.at.nanoseconds),
      "outcome": .string(verdict.outcome.rawValue),
      "code": .string(ExplanationCode(verdict).rawValue), "line": .string(line),
      "requested": verdict.requested.map { .string($0.name) } ?? .null, "stop": stop,
    ]
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

/// The display server's result of a change, as watchers get it.
public struct OutputReportEntry: Sendable {
  private let report: OutputReport
  private let name: String
  private let instant: Instant

  /// Creates an entry from a report, the name of its output, and the time of the report.
  public init(_ report: OutputReport, output name: String, at instant: Instant) {
    self.report = report
    self.name = name
    self.instant = instant
  }

  /// The report's members in the protocol.
  public var json: JSONValue {
    let line = OutputLine(report, output: name)
    return [
      "at": .int(instant.nanoseconds), "output": .string(name),
      "transform": .string(report.transform.wireName), "result": .string(report.result.rawValue),
      "code": .string(line.code.rawValue), "line": .string(line.text),
    ]
  }
}
