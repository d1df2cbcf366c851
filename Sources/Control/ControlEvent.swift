// SPDX-License-Identifier: Apache-2.0
public import Formats

/// What a daemon tells those who watch it, one line each.
public enum ControlEvent: Equatable, Sendable {
  /// A decision, as the history lists it.
  case decision(JSONValue)
  /// What the display server made of a change.
  case output(JSONValue)
  /// A window has just appeared that would be in the way of the next turn.
  case warning(JSONValue)
  /// A command for overlays.
  case overlay(OverlayCommand)
  /// The configuration was read again, or could not be; the words are for people.
  case configuration(isTaken: Bool, String)
  /// So many lines were left out because the watcher did not read.
  case missed(Int)
  /// The daemon ends.
  case end

  private var kind: String {
    switch self {
    case .decision: "decision"
    case .output: "output"
    case .warning: "warning"
    case .overlay: "overlay"
    case .configuration: "configuration"
    case .missed: "missed"
    case .end: "end"
    }
  }

  /// The event as a message, with how things stand after it.
  public func json(state: JSONValue) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("swivel", .int(ControlProtocol.version)), .init("event", .string(kind)),
    ]
    switch self {
    case .decision(let entry): members.append(.init("entry", entry))
    case .output(let report): members.append(.init("report", report))
    case .warning(let warning): members.append(.init("warning", warning))
    case .overlay(let command): members.append(.init("command", .string(command.rawValue)))
    case .configuration(let isTaken, let words):
      members += [.init("taken", .bool(isTaken)), .init("message", .string(words))]
    case .missed(let count): members.append(.init("count", .int(Int64(count))))
    case .end: return .object(members)
    }
    members.append(.init("state", state))
    return .object(members)
  }

  /// Reads a message; nil when it is none of this version, or of a kind that came later.
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
      self = .configuration(
        isTaken: json["taken"]?.bool ?? false, json["message"]?.string ?? "")
    case "missed": self = .missed(Int(json["count"]?.int ?? 0))
    case "end": self = .end
    default: return nil
    }
  }
}
