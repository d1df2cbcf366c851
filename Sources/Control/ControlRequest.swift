// SPDX-License-Identifier: Apache-2.0
public import Diagnosis
public import Scenarios

/// What a client can ask a running daemon.
public enum ControlRequest: Equatable, Sendable {
  /// How much of an explanation is wanted; the words are those of the protocol.
  public enum Detail: String, Sendable, CaseIterable {
    case short
    case standard = "default"
    case full
  }

  /// Whether somebody is there.
  case ping
  /// How things stand.
  case status
  /// The last decisions, oldest first; with `since` those with this number and later ones.
  case history(since: Int?, count: Int)
  /// The rules and everything that decisions look at, as recordings have them.
  case scene
  /// One decision in words; nil is the last one.
  case explain(Int?, Detail, TextStyle)
  /// Everything that happens from now on; `all` also decisions that only say that nothing changed.
  case watch(all: Bool)
  /// Passes a command on to overlays.
  case overlay(OverlayCommand)

  /// The names of all requests.
  public static let names = ["ping", "status", "history", "explain", "watch", "scene", "overlay"]

  /// The request as a message.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [.init("swivel", .int(ControlProtocol.version))]
    switch self {
    case .ping: members.append(.init("request", "ping"))
    case .status: members.append(.init("request", "status"))
    case .scene: members.append(.init("request", "scene"))
    case .history(let since, let count):
      members.append(.init("request", "history"))
      if let since { members.append(.init("since", .int(Int64(since)))) }
      members.append(.init("count", .int(Int64(count))))
    case .explain(let number, let detail, let style):
      members.append(.init("request", "explain"))
      members.append(.init("decision", number.map { .int(Int64($0)) } ?? "last"))
      members.append(.init("detail", .string(detail.rawValue)))
      members.append(.init("colour", .bool(style.colour)))
      members.append(.init("columns", .int(Int64(style.columns))))
      members.append(.init("language", .string(style.language.rawValue)))
      if style.language != .english {
        members.append(.init("lang", .string(style.language.rawValue)))
      }
    case .overlay(let command):
      members.append(.init("request", "overlay"))
      members.append(.init("command", .string(command.rawValue)))
    case .watch(let all):
      members.append(.init("request", "watch"))
      members.append(.init("all", .bool(all)))
    }
    return .object(members)
  }

  /// Reads a message; the error says what is valid.
  public init(_ json: JSONValue) throws(ControlFailure) {
    guard let version = json["swivel"]?.int else {
      throw ControlFailure(.badRequest, "no object with a member \"swivel\", the version")
    }
    guard version == ControlProtocol.version else {
      throw ControlFailure(
        .badVersion, "version \(version); this daemon speaks \(ControlProtocol.version)")
    }
    switch json["request"]?.string {
    case "ping": self = .ping
    case "status": self = .status
    case "scene": self = .scene
    case "history":
      let count = try Self.number(json, "count") ?? 20
      self = .history(since: try Self.number(json, "since"), count: count)
    case "explain":
      let isLast = json["decision"].map { $0 == "last" || $0.isNull } ?? true
      let number = isLast ? nil : try Self.number(json, "decision")
      let word = json["detail"]?.string ?? Detail.standard.rawValue
      guard let detail = Detail(rawValue: word) else {
        let words = Detail.allCases.map(\.rawValue).joined(separator: ", ")
        throw ControlFailure(.badRequest, "unknown detail; valid: \(words)")
      }
      let columns = min(max(try Self.number(json, "columns") ?? 100, 40), 10_000)
      let colour = json["colour"]?.bool ?? false
      let language = json["lang"]?.string.flatMap { Language(rawValue: $0) } ?? .english
      let style = TextStyle(colour: colour, columns: columns, language: language)
      self = .explain(number, detail, style)
    case "watch": self = .watch(all: json["all"]?.bool ?? false)
    case "overlay":
      guard let command = json["command"]?.string.flatMap({ OverlayCommand(rawValue: $0) }) else {
        let words = OverlayCommand.allCases.map(\.rawValue).joined(separator: ", ")
        throw ControlFailure(.badRequest, "unknown command for overlays; valid: \(words)")
      }
      self = .overlay(command)
    default:
      throw ControlFailure(
        .unknownRequest, "unknown request; valid: \(Self.names.joined(separator: ", "))")
    }
  }

  private static func number(_ json: JSONValue, _ name: String) throws(ControlFailure) -> Int? {
    guard let value = json[name], !value.isNull else { return nil }
    guard let number = value.int, (0...Int64(Int32.max)).contains(number) else {
      throw ControlFailure(.badRequest, "\(name) is no number from 0 to \(Int32.max)")
    }
    return Int(number)
  }
}
