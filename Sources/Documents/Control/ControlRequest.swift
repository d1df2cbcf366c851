// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Explanation
public import Formats
public import Orientation
public import Text

/// A client's request to the daemon.
public enum ControlRequest: Equatable, Sendable {
  /// The level of detail of an explanation; the raw values are those of the protocol.
  public enum Detail: String, Sendable, CaseIterable {
    case short
    case standard = "default"
    case full
  }

  /// The decision to explain.
  public enum Subject: Equatable, Sendable {
    case number(Int)
    case last
    /// The missed turn that is to be reported (`MissedTurnSearch`); if there is none, the last
    /// decision.
    case missedTurn
  }

  /// Requests a reply, to see whether the daemon runs.
  case ping
  /// Requests the daemon's status, with its sentences in a language.
  case status(Language = .english)
  /// Requests the last `count` decisions, oldest first; with `since`, at most `count` decisions
  /// from that number on.
  case history(since: Int?, count: Int)
  /// Requests the rule set and the scene, in the format of recordings.
  case scene
  case explain(Subject, Detail, TextStyle)
  /// Requests the events from now on; decisions that are not noteworthy (`Verdict.isNoteworthy`)
  /// are left out unless `all` is true.
  case watch(all: Bool)
  /// Requests the events for the only client with a rotate button, as with `watch(all: false)`.
  ///
  /// While it is connected, the sensor is read even if a lock allows only one orientation.
  case suggest
  /// Requests a recording of at least the last `count` decisions, as far as they are kept; more
  /// than `ControlProtocol.mostEntries` count as that many.
  case dump(count: Int)
  case overlay(OverlayCommand)
  case lock(OrientationLock)
  /// Locks rotation to the orientation that the first managed output shows with this edge up.
  case lockToEdge(PanelEdge)
  case unlock
  /// Unlocks rotation if it is locked; otherwise locks it to the current orientation.
  case toggleLock
  /// Rotates the named output on behalf of the user; `nil` selects every output that rotates with
  /// the device.
  case rotate(RotationWish, output: String? = nil)
  /// Saves and applies the user's choice for an output whose mount is unknown: a fixed transform,
  /// or `nil` if the output rotates with the device.
  case orient(output: String, Transform?)
  case reload
  /// Ends the daemon, which first restores the transform of every output that it has rotated.
  case quit

  /// Requests a what-if with other answers from a decision on; nil selects the last decision.
  case whatIf(Int?, [String], TextStyle)

  /// Starts a recording in a new file, beginning with all events since the start of the daemon; nil
  /// ends the recording.
  case record(String?)

  /// The names of all requests.
  public static let names = [
    "ping", "status", "history", "explain", "whatif", "watch", "suggest", "scene", "record", "tape",
    "overlay", "lock", "unlock", "toggle-lock", "rotate", "orient", "reload",
    "quit",
  ]
  /// The value of `to` in an `orient` request for an output that rotates with the device.
  static let withDevice = "auto"
  /// The maximum number of changed answers in a what-if request.
  static let mostEdits = 64

  /// The request as a message.
  public var json: JSONValue { json(in: .english) }

  func json(in language: Language) -> JSONValue {
    let (name, members) = parts
    let head: [JSONValue.Member] = [
      .init("swivel", .int(ControlProtocol.version)), .init("request", .string(name)),
    ]
    let isNamed = language == .english || members.contains { $0.name == "language" }
    return .object(
      head + members + (isNamed ? [] : [.init("language", .string(language.rawValue))]))
  }

  /// Returns the language that a message asks for.
  public static func language(of message: JSONValue) -> Language {
    // The first versions of the protocol named this member `lang`.
    let word = message["language"]?.string ?? message["lang"]?.string
    return word.flatMap { Language(rawValue: $0) } ?? .english
  }

  private var parts: (name: String, members: [JSONValue.Member]) {
    switch self {
    case .ping: ("ping", [])
    case .status(let language): ("status", [.init("language", .string(language.rawValue))])
    case .scene: ("scene", [])
    case .history(let since, let count):
      (
        "history",
        (since.map { [.init("since", .int(Int64($0)))] } ?? [])
          + [.init("count", .int(Int64(count)))]
      )
    case .explain(let subject, let detail, let style):
      (
        "explain",
        [.init("decision", subject.json), .init("detail", .string(detail.rawValue))]
          + Self.members(style)
      )
    case .whatIf(let number, let edits, let style):
      (
        "whatif",
        [Self.decision(number), .init("edits", .array(edits.map { .string($0) }))]
          + Self.members(style)
      )
    case .record(let file): ("record", [.init("file", file.map { .string($0) } ?? .null)])
    case .dump(let count): ("tape", [.init("count", .int(Int64(count)))])
    case .overlay(let command): ("overlay", [.init("command", .string(command.rawValue))])
    case .watch(let all): ("watch", [.init("all", .bool(all))])
    case .suggest: ("suggest", [])
    case .lock(let lock): ("lock", [.init("to", .string(lock.rawValue))])
    case .lockToEdge(let edge): ("lock", [.init("to", .string(edge.proxyName))])
    case .unlock: ("unlock", [])
    case .toggleLock: ("toggle-lock", [])
    case .rotate(let wish, let output):
      (
        "rotate",
        [.init("to", .string(wish.word))]
          + (output.map { [.init("output", .string($0))] } ?? [])
      )
    case .orient(let output, let transform):
      (
        "orient",
        [
          .init("output", .string(output)),
          .init("to", .string(transform?.wireName ?? Self.withDevice)),
        ]
      )
    case .reload: ("reload", [])
    case .quit: ("quit", [])
    }
  }

  private static func decision(_ number: Int?) -> JSONValue.Member {
    .init("decision", number.map { .int(Int64($0)) } ?? "last")
  }

  private static func members(_ style: TextStyle) -> [JSONValue.Member] {
    [
      .init("colour", .bool(style.colour)), .init("columns", .int(Int64(style.columns))),
      .init("language", .string(style.language.rawValue)),
    ]
  }

  /// Creates a request from a message; throws if the version is not supported, the request is
  /// unknown, or a member is missing or invalid.
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
    case "status": self = .status(Self.language(of: json))
    case "scene": self = .scene
    case "history":
      let count = try Self.number(json, "count") ?? 20
      self = .history(since: try Self.number(json, "since"), count: count)
    case "explain":
      let word = json["detail"]?.string ?? Detail.standard.rawValue
      guard let detail = Detail(rawValue: word) else {
        throw Self.unknown("detail", Detail.allCases.map(\.rawValue))
      }
      self = .explain(try Self.subject(json), detail, try Self.style(json))
    case "whatif":
      let edits = json["edits"]?.array?.compactMap(\.string) ?? []
      guard (1...Self.mostEdits).contains(edits.count),
        edits.count == json["edits"]?.array?.count
      else {
        throw ControlFailure(
          .badRequest, "edits is no list of 1 to \(Self.mostEdits) texts such as menu=NO")
      }
      self = .whatIf(try Self.decision(json), edits, try Self.style(json))
    case "record":
      let file = json["file"] ?? .null
      guard file.isNull || file.string?.hasPrefix("/") == true else {
        throw ControlFailure(.badRequest, "file is no absolute path, nor null to end a recording")
      }
      self = .record(file.string)
    case "watch": self = .watch(all: json["all"]?.bool ?? false)
    case "suggest": self = .suggest
    case "tape":
      self = .dump(count: try Self.number(json, "count") ?? ControlProtocol.mostEntries)
    case "overlay":
      guard let command = json["command"]?.string.flatMap({ OverlayCommand(rawValue: $0) }) else {
        throw Self.unknown("command for overlays", OverlayCommand.allCases.map(\.rawValue))
      }
      self = .overlay(command)
    case "lock":
      let word = json["to"]?.string ?? OrientationLock.current.rawValue
      guard let target = OrientationWord(word) else {
        throw Self.unknown("to", OrientationWord.words)
      }
      self.init(lockTo: target)
    case "unlock": self = .unlock
    case "toggle-lock": self = .toggleLock
    case "rotate":
      guard let wish = json["to"]?.string.flatMap({ RotationWish(word: $0) }) else {
        throw Self.unknown("to", RotationWish.words)
      }
      let output = json["output"] ?? .null
      guard output.isNull || output.string != nil else {
        throw ControlFailure(.badRequest, "output is no output's name")
      }
      self = .rotate(wish, output: output.string)
    case "orient":
      guard let output = json["output"]?.string, !output.isEmpty else {
        throw ControlFailure(.badRequest, "output is not the name of an output")
      }
      let word = json["to"]?.string ?? ""
      let transform = Transform(name: word, in: .wayland)
      guard transform != nil || word == Self.withDevice else {
        throw Self.unknown("to", Transform.allCases.map(\.wireName) + [Self.withDevice])
      }
      self = .orient(output: output, transform)
    case "reload": self = .reload
    case "quit": self = .quit
    default:
      throw ControlFailure(
        .unknownRequest, "unknown request; valid: \(Self.names.joined(separator: ", "))")
    }
  }

  private static func subject(_ json: JSONValue) throws(ControlFailure) -> Subject {
    if json["decision"] == Subject.missedTurn.json { return .missedTurn }
    return try decision(json).map { .number($0) } ?? .last
  }

  private static func decision(_ json: JSONValue) throws(ControlFailure) -> Int? {
    let isLast = json["decision"].map { $0 == "last" || $0.isNull } ?? true
    return isLast ? nil : try number(json, "decision")
  }

  private static func style(_ json: JSONValue) throws(ControlFailure) -> TextStyle {
    let columns = min(max(try number(json, "columns") ?? 100, 40), 10_000)
    return TextStyle(
      colour: json["colour"]?.bool ?? false, columns: columns, language: language(of: json))
  }

  private static func unknown(_ member: String, _ valid: [String]) -> ControlFailure {
    ControlFailure(.badRequest, "unknown \(member); valid: \(valid.joined(separator: ", "))")
  }

  private static func number(_ json: JSONValue, _ name: String) throws(ControlFailure) -> Int? {
    guard let value = json[name], !value.isNull else { return nil }
    guard let number = value.int, (0...Int64(Int32.max)).contains(number) else {
      throw ControlFailure(.badRequest, "\(name) is no number from 0 to \(Int32.max)")
    }
    return Int(number)
  }
}

extension ControlRequest.Subject {
  fileprivate var json: JSONValue {
    switch self {
    case .number(let number): .int(Int64(number))
    case .last: "last"
    case .missedTurn: "missed-turn"
    }
  }
}

extension ControlRequest {
  /// Creates a request to lock rotation to the orientation that the user named.
  public init(lockTo word: OrientationWord) {
    self =
      switch word {
      case .lock(let lock): .lock(lock)
      case .edge(let edge): .lockToEdge(edge)
      }
  }
}

/// An orientation that the user names: the words of `rotate`, `lock` and `allow`.
public enum OrientationWord: Equatable, Sendable {
  /// The orientations with a word of `OrientationLock`, such as `portrait`, also where nothing is
  /// locked.
  case lock(OrientationLock)
  /// The orientation that shows content upright with this edge up.
  case edge(PanelEdge)

  /// All accepted words.
  public static let words = OrientationLock.words + PanelEdge.words

  /// Creates the orientation that a word names; `nil` for an unknown word.
  public init?(_ word: String) {
    if let lock = OrientationLock(word: word) {
      self = .lock(lock)
    } else if let edge = PanelEdge(word: word) {
      self = .edge(edge)
    } else {
      return nil
    }
  }

  /// Returns the orientations that the word names on a panel; `nil` if they depend on a panel that
  /// is not known, or on the current orientation.
  public func mask(on panel: PanelNature?) -> OrientationMask? {
    switch self {
    case .lock(.current): nil
    case .lock(.natural): panel.map { OrientationLock.natural.mask(on: $0) }
    case .lock(let lock): lock.mask(on: panel ?? .portrait)
    case .edge(let edge):
      panel.map { InterfaceOrientation(transform: edge.transform, on: $0).mask }
    }
  }
}

/// A rotation that the user requests.
public enum RotationWish: Equatable, Sendable {
  case to(InterfaceOrientation)
  /// Rotates to the panel's native orientation.
  case natural
  /// Rotates by 1 to 3 quarter turns counter-clockwise from the current orientation.
  case by(Int)
  /// Rotates to the transform that shows content upright with this edge up.
  case edge(PanelEdge)

  private static let relativeWords = ["left", "180", "right"]

  /// The accepted names.
  public static let words =
    relativeWords
    + OrientationWord.words.filter { !relativeWords.contains($0) && RotationWish(word: $0) != nil }

  /// Creates a rotation from its name; `nil` for an unknown name and for `current`.
  ///
  /// A name of several orientations rotates to the first of them. A relative word takes precedence
  /// over the same word for an edge.
  public init?(word: String) {
    if let index = Self.relativeWords.firstIndex(of: word) {
      self = .by(index + 1)
      return
    }
    switch OrientationWord(word) {
    case .lock(.natural): self = .natural
    case .lock(.current), nil: return nil
    case .lock(let lock):
      guard let first = lock.mask(on: .portrait).orientations.first else { return nil }
      self = .to(first)
    case .edge(let edge): self = .edge(edge)
    }
  }

  /// The name of the rotation.
  public var word: String {
    switch self {
    case .to(let orientation): orientation.name
    case .natural: OrientationLock.natural.rawValue
    case .by(let quarters): Self.relativeWords[(quarters - 1) % 3]
    case .edge(let edge): edge.proxyName
    }
  }
}

/// A command for overlays.
public enum OverlayCommand: String, Equatable, Sendable, CaseIterable {
  /// Switches to the next level of detail, and shows the last message.
  case cycle
  /// Shows the last message again.
  case show
  /// Hides the overlay until `show`, `cycle` or the next message.
  case hide
  /// Ends the overlay's program.
  case quit
}

/// The daemon's reply to one request.
public enum ControlReply: Equatable, Sendable {
  case result(JSONValue)
  case failure(ControlFailure)

  /// The reply as a message.
  public var json: JSONValue { json(in: .english) }

  /// Returns the reply as a message, with the sentence about a failure in a language.
  public func json(in language: Language) -> JSONValue {
    switch self {
    case .result(let result):
      ["swivel": .int(ControlProtocol.version), "ok": true, "result": result]
    case .failure(let failure):
      [
        "swivel": .int(ControlProtocol.version), "ok": false,
        "error": .string(failure.kind.rawValue), "message": .string(failure.message(language)),
      ]
    }
  }

  /// Creates a reply from a message; nil if the version or the kind of failure is unknown, or a
  /// member is missing.
  public init?(_ json: JSONValue) {
    guard json["swivel"]?.int == ControlProtocol.version else { return nil }
    if json["ok"]?.bool == true, let result = json["result"] {
      self = .result(result)
    } else if let kind = json["error"]?.string.flatMap({ ControlFailure.Kind(rawValue: $0) }),
      let message = json["message"]?.string
    {
      self = .failure(ControlFailure(kind, message))
    } else {
      return nil
    }
  }
}

/// The failure of a request.
public struct ControlFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of a failure; the raw values are those of the protocol.
  public enum Kind: String, Sendable, CaseIterable {
    /// The line is not valid JSON, is too long, or has a wrong member, or the request is impossible
    /// in this run, such as a recording into a file that exists.
    case badRequest = "bad-request"
    case badVersion = "bad-version"
    case unknownRequest = "unknown-request"
    /// There is no decision, output or recording that fits the request.
    case notFound = "not-found"
    /// The maximum number of clients, or a client with a rotate button, is already connected, or an
    /// idle client is disconnected in favour of a new one.
    case busy
    /// The daemon does not know the session's outputs yet, or is ending.
    case notReady = "not-ready"
    /// The user's lock does not allow the rotation.
    case locked
    /// The configuration has an error or is unreadable; the former configuration stays in use.
    case badConfiguration = "bad-configuration"
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The message for the user.
  public let message: Message
  /// The message in English.
  public var description: String { message.english }

  /// Creates a failure.
  public init(_ kind: Kind, _ message: Message) {
    self.kind = kind
    self.message = message
  }

  /// Creates a failure with a message that is the same in every language.
  public init(_ kind: Kind, _ text: String) { self.init(kind, Message(text)) }
}
