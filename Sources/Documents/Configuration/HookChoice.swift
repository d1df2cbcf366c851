// SPDX-License-Identifier: Apache-2.0
public import Formats
import Orientation
import Text

/// A moment at which hook programs are run.
public enum HookMoment: String, CaseIterable, Sendable {
  case before
  /// After the display server has confirmed a rotation.
  case after
  /// The tablet mode was reported as on or off, or is not reported any more.
  case tabletMode = "tablet-mode"
  /// The user's lock has changed, or was restored at the start.
  case lock
  case posture
  /// An output was added or removed.
  case output
}

/// The programs that are run around rotations and at other changes.
public struct HookChoice: Equatable, Sendable {
  /// The programs with their arguments, by the moment at which they are run.
  public var programs: [HookMoment: [[String]]]
  /// The maximum time for which a rotation waits for the programs of `before`.
  public var wait: Duration
  /// The time limit after which a program is ended.
  public var timeout: Duration

  /// The range of `wait` in milliseconds.
  ///
  /// The maximum is 800, since the arbiter repeats a request that is not confirmed within a second.
  public static let waits = 0...800
  /// The range of `timeout` in milliseconds.
  public static let timeouts = 100...600_000

  /// Creates a choice; by default without programs.
  public init(
    programs: [HookMoment: [[String]]] = [:], wait: Duration = .milliseconds(200),
    timeout: Duration = .seconds(10)
  ) {
    self.programs = programs
    self.wait = wait
    self.timeout = timeout
  }

  /// The programs for a moment; may be empty.
  public subscript(moment: HookMoment) -> [[String]] { programs[moment] ?? [] }
}

extension HookChoice: ConfigurationTable {
  static var blank: HookChoice { HookChoice() }
  static var sample: String { "{after: [notify-send, rotated]}" }

  static let keys: [ConfigurationKey<HookChoice>] =
    HookMoment.allCases.map { moment in
      ConfigurationKey(
        moment.rawValue, \.programs[moment], .programs, unset: "none", example: moment.example,
        moment.summary)
    } + [
      .init(
        "wait", \.wait, .milliseconds(waits),
        "For how long a rotation waits for the programs of `before`, in ms."),
      .init(
        "timeout", \.timeout, .milliseconds(timeouts), "After how long a program is ended, in ms."),
    ]
}

extension Configuration {
  /// Returns an error for each program in `hooks` that does not exist or is not executable; `path`
  /// is the value of PATH, or `nil` for the system's default.
  ///
  /// The errors have places in the file's text `bytes`, if it is given.
  public func missingPrograms(
    in path: String?, of bytes: [UInt8] = [], file: String = ""
  ) -> [InputError] {
    let path = path ?? ChildProgram.defaultPath
    return hookErrors(of: bytes, file: file) { moment, name in
      guard !ChildProgram.exists(name, in: path) else { return nil }
      let phrase: ConfigurationPhrase =
        !name.contains("/")
        ? .programNotInPath : name.hasPrefix("~") ? .programWithTilde : .missingProgram
      return phrase(
        "hooks.\(moment.rawValue)", UntrustedText(name).quoted, UntrustedText(path).path)
    }
  }

  /// Returns an error for each program in `hooks` that by its name is known not to end by itself,
  /// so that `timeout` ends it.
  public func lastingPrograms(of bytes: [UInt8], file: String) -> [InputError] {
    let known = [
      "maliit-keyboard", "onboard", "squeekboard", "svkbd-mobile-intl", "swaybg", "swayidle",
      "waybar", "wvkbd-mobintl",
    ]
    return hookErrors(of: bytes, file: file) { moment, name in
      guard let program = name.split(separator: "/").last, known.contains(String(program)) else {
        return nil
      }
      return ConfigurationPhrase.lastingProgram(
        "hooks.\(moment.rawValue)", String(program), "\(hooks.timeout.milliseconds)")
    }
  }

  private func hookErrors(
    of bytes: [UInt8], file: String, _ problem: (HookMoment, String) -> Message?
  ) -> [InputError] {
    let table = try? Document.parse(bytes, file: file).root.pair("hooks")?.value
    return HookMoment.allCases.flatMap { moment in
      let node = table?.pair(moment.rawValue)?.value
      let items = (try? node?.sequence()) ?? []
      return hooks[moment].enumerated().compactMap { index, words -> InputError? in
        guard let problem = words.first.flatMap({ problem(moment, $0) }) else { return nil }
        let isList = items.first?.kind == .sequence && items.indices.contains(index)
        return ((isList ? items[index] : node)?.mark ?? Mark(file: file)).error(problem)
      }
    }
  }
}

extension HookMoment {
  fileprivate var summary: String {
    switch self {
    case .before: "Run before an output is rotated, as a list of words; no shell reads them."
    case .after:
      "Run once the compositor has confirmed a rotation; several programs are a list of lists."
    case .tabletMode: "Run when a switch says whether the device is folded to a tablet."
    case .lock: "Run when rotation is locked or freed."
    case .posture: "Run when the device is folded otherwise."
    case .output: "Run when an output comes or goes."
    }
  }

  fileprivate var example: String? {
    switch self {
    case .before: "[notify-send, turning]"
    case .after:
      """
      - [swaymsg, "input type:touch map_to_output eDP-1"]
      - [pkill, -RTMIN+8, waybar]
      """
    case .tabletMode: #"[sh, -c, "notify-send $SWIVEL_TABLET_MODE"]"#
    case .lock, .posture, .output: nil
    }
  }
}

extension Codec<[[String]]> {
  fileprivate static let programs = Codec(
    schema: [
      "anyOf": [
        programSchema, ["type": "array", "minItems": 1, "items": programSchema],
      ]
    ], form: "a list of a program and its arguments, or a list of such lists"
  ) { node throws(InputError) in
    guard node.kind == .sequence else { throw asOneText(node) }
    let items = try node.sequence()
    guard let first = items.first else { throw node.error("an empty list", valid: ["a program"]) }
    if first.kind == .sequence { return try node.sequence(program) }
    return [try program(node)]
  } write: {
    .array($0.map { .array($0.map { .string($0) }) })
  }

  private static let programSchema: JSONValue = {
    let word: [JSONValue.Member] = [.init("type", "string"), .init("pattern", "^[^\0]*$")]
    // Spaces are allowed only in the folders of a path, so that a whole command line is rejected.
    let name: JSONValue = ["type": "string", "pattern": "^(/[^\0]*/)?[^\0 \t\r\n]+$"]
    return ["type": "array", "minItems": 1, "prefixItems": [name], "items": .object(word)]
  }()

  private static func program(_ node: Node) throws(InputError) -> [String] {
    guard node.kind == .sequence else { throw asOneText(node) }
    let words = try node.strings()
    guard let name = words.first, !name.isEmpty else {
      throw node.error(
        ConfigurationPhrase.noProgram(), valid: ["a list of the program and its arguments"])
    }
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw node.error(ConfigurationPhrase.zeroCharacter())
    }
    let isPath = name.hasPrefix("/")
    let file = isPath ? name[(name.lastIndex(of: "/") ?? name.startIndex)...] : name[...]
    guard !file.contains(where: isBlank) else {
      throw asOneText(try node.sequence().first ?? node)
    }
    return words
  }

  private static func isBlank(_ character: Character) -> Bool {
    [" ", "\t", "\r", "\n", "\r\n"].contains(character)
  }

  /// Returns the error for a value that is no list of words; for a command line it contains the
  /// list.
  private static func asOneText(_ node: Node) -> InputError {
    let form = "a list of the program and its arguments"
    guard let text = try? node.string(), text.contains(where: { !isBlank($0) }) else {
      return node.error(node.found, valid: [form])
    }
    return node.error(
      text.contains(where: isBlank)
        ? ConfigurationPhrase.commandLine(node.found) : Message(node.found),
      valid: ["\(form), here \(listForm(of: text))"])
  }

  /// Returns a command line as a list of words on one line; if it needs a shell, the list starts
  /// one.
  private static func listForm(of text: String) -> String {
    for shell in ["sh", "bash"] where text.hasPrefix("\(shell) -c ") {
      var script = text.dropFirst("\(shell) -c ".count)
      if let quote = script.first, quote == "'" || quote == "\"", script.count > 1,
        script.last == quote
      {
        script = script.dropFirst().dropLast()
      }
      return JSONValue.array([.string(shell), "-c", .string(String(script))]).flow
    }
    guard !text.contains(where: { "'\"$`\\|&;<>*?~(){}\n".contains($0) }) else {
      return JSONValue.array(["sh", "-c", .string(text)]).flow
    }
    return JSONValue.array(text.split(whereSeparator: isBlank).map { .string(String($0)) }).flow
  }
}
