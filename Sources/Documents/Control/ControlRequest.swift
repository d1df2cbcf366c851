// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Explanation
public import Formats
public import Orientation

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
  /// The same without `all`, for the one program that suggests turns: the sensor is read also while a
  /// lock leaves it no choice.
  case suggest
  /// What led to the last decisions, as a recording.
  case dump(count: Int)
  /// Passes a command on to overlays.
  case overlay(OverlayCommand)
  /// The user locks rotation.
  case lock(OrientationLock)
  /// The user frees rotation.
  case unlock
  /// The user locks rotation to what is shown, or frees it.
  case toggleLock
  /// The user turns the outputs.
  case rotate(RotationWish)
  /// Read the configuration again.
  case reload
  /// End, with every output turned back.
  case quit

  /// What other answers would have changed from a decision on; nil is the last one.
  case whatIf(Int?, [String], TextStyle)

  /// Record everything from the start on in a new file; nil ends the recording.
  case record(String?)

  /// The names of all requests.
  public static let names = [
    "ping", "status", "history", "explain", "whatif", "watch", "suggest", "scene", "record", "tape",
    "overlay", "lock", "unlock", "toggle-lock", "rotate", "reload", "quit",
  ]
  /// How many changed answers one request may have.
  static let mostEdits = 64

  /// The request as a message.
  public var json: JSONValue {
    let (name, members) = parts
    let head: [JSONValue.Member] = [
      .init("swivel", .int(ControlProtocol.version)), .init("request", .string(name)),
    ]
    return .object(head + members)
  }

  private var parts: (name: String, members: [JSONValue.Member]) {
    switch self {
    case .ping: ("ping", [])
    case .status: ("status", [])
    case .scene: ("scene", [])
    case .history(let since, let count):
      (
        "history",
        (since.map { [.init("since", .int(Int64($0)))] } ?? [])
          + [.init("count", .int(Int64(count)))]
      )
    case .explain(let number, let detail, let style):
      (
        "explain",
        [Self.decision(number), .init("detail", .string(detail.rawValue))] + Self.members(style)
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
    case .unlock: ("unlock", [])
    case .toggleLock: ("toggle-lock", [])
    case .rotate(let wish): ("rotate", [.init("to", .string(wish.word))])
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
      let word = json["detail"]?.string ?? Detail.standard.rawValue
      guard let detail = Detail(rawValue: word) else {
        throw Self.unknown("detail", Detail.allCases.map(\.rawValue))
      }
      self = .explain(try Self.decision(json), detail, try Self.style(json))
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
      guard let lock = OrientationLock(word: word) else {
        throw Self.unknown("to", OrientationLock.words)
      }
      self = .lock(lock)
    case "unlock": self = .unlock
    case "toggle-lock": self = .toggleLock
    case "rotate":
      guard let wish = json["to"]?.string.flatMap({ RotationWish(word: $0) }) else {
        throw Self.unknown("to", RotationWish.words)
      }
      self = .rotate(wish)
    case "reload": self = .reload
    case "quit": self = .quit
    default:
      throw ControlFailure(
        .unknownRequest, "unknown request; valid: \(Self.names.joined(separator: ", "))")
    }
  }

  private static func decision(_ json: JSONValue) throws(ControlFailure) -> Int? {
    let isLast = json["decision"].map { $0 == "last" || $0.isNull } ?? true
    return isLast ? nil : try number(json, "decision")
  }

  private static func style(_ json: JSONValue) throws(ControlFailure) -> TextStyle {
    let columns = min(max(try number(json, "columns") ?? 100, 40), 10_000)
    // `lang` is what clients of the first days sent.
    let word = json["language"]?.string ?? json["lang"]?.string
    let language = word.flatMap { Language(rawValue: $0) } ?? .english
    return TextStyle(colour: json["colour"]?.bool ?? false, columns: columns, language: language)
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

/// How a person wants the outputs turned.
public enum RotationWish: Equatable, Sendable {
  /// To an orientation.
  case to(InterfaceOrientation)
  /// To the panel's own orientation.
  case natural
  /// By so many quarter turns counter-clockwise from what is shown, 1 to 3.
  case by(Int)

  /// The words, with W3C's names for the same orientations last.
  public static let words =
    ["left", "right", "180", naturalWord] + InterfaceOrientation.fallbackOrder.map(\.name)
    + primaryWords

  private static let naturalWord = OrientationLock.natural.rawValue
  private static let primaryWords = [
    "portrait-primary", "portrait-secondary", "landscape-primary", "landscape-secondary",
  ]

  /// The wish behind a word; nil for any other word.
  public init?(word: String) {
    switch word {
    case "left": self = .by(1)
    case "right": self = .by(3)
    case "180": self = .by(2)
    case Self.naturalWord: self = .natural
    default:
      if let orientation = InterfaceOrientation(name: word), orientation != .unknown {
        self = .to(orientation)
      } else if let index = Self.primaryWords.firstIndex(of: word) {
        self = .to(InterfaceOrientation.fallbackOrder[index])
      } else {
        return nil
      }
    }
  }

  /// The word for the wish.
  public var word: String {
    switch self {
    case .to(let orientation): orientation.name
    case .natural: Self.naturalWord
    case .by(let quarters): ["left", "180", "right"][(quarters - 1) % 3]
    }
  }
}

/// What the daemon passes on to overlays.
public enum OverlayCommand: String, Equatable, Sendable, CaseIterable {
  /// Go to the next level of detail.
  case cycle
  /// Show the last message again.
  case show
  /// Show nothing until the next message.
  case hide
  /// End.
  case quit
}
