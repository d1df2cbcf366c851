// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation

/// When programs are run.
public enum HookMoment: String, CaseIterable, Sendable {
  /// Before an output is turned.
  case before
  /// Once the display server has confirmed a turn.
  case after
  /// A switch says whether the device is folded to a tablet, or none does any more.
  case tabletMode = "tablet-mode"
  /// The user has locked rotation, or freed it.
  case lock
  /// The device is folded otherwise.
  case posture
  /// An output has come or gone.
  case output
}

/// Programs that are run around a turn, and when something else changes.
public struct HookChoice: Equatable, Sendable {
  /// Programs with their arguments, by when they are run.
  public var programs: [HookMoment: [[String]]]
  /// For how long a rotation waits for those before it.
  public var wait: Duration
  /// After how long a program is ended.
  public var timeout: Duration

  /// The range of `wait` in milliseconds.
  ///
  /// The arbiter asks again for a turn that is not confirmed within a second.
  public static let waits = 0...800
  /// The range of `timeout` in milliseconds.
  public static let timeouts = 100...600_000

  /// No programs unless told otherwise.
  public init(
    programs: [HookMoment: [[String]]] = [:], wait: Duration = .milliseconds(200),
    timeout: Duration = .seconds(10)
  ) {
    self.programs = programs
    self.wait = wait
    self.timeout = timeout
  }

  /// The programs of a moment; none where nothing is said.
  public subscript(moment: HookMoment) -> [[String]] { programs[moment] ?? [] }
}

extension HookChoice: ConfigurationTable {
  static var blank: HookChoice { HookChoice() }

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

  /// The example's programs; nil for moments that are explained by the others.
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
  /// A list of words is one program, a list of such lists several.
  fileprivate static let programs = Codec(
    schema: [
      "anyOf": [
        programSchema, ["type": "array", "minItems": 1, "items": programSchema],
      ]
    ], form: "a list of a program and its arguments, or a list of such lists"
  ) { node throws(InputError) in
    let items = try node.sequence()
    guard let first = items.first else { throw node.error("an empty list", valid: ["a program"]) }
    if first.kind == .sequence { return try node.sequence(program) }
    return [try program(node)]
  } write: {
    .array($0.map { .array($0.map { .string($0) }) })
  }

  private static let programSchema: JSONValue = {
    let word: [JSONValue.Member] = [.init("type", "string"), .init("pattern", "^[^\0]*$")]
    return [
      "type": "array", "minItems": 1,
      "prefixItems": [.object(word + [.init("minLength", 1)])], "items": .object(word),
    ]
  }()

  private static func program(_ node: Node) throws(InputError) -> [String] {
    guard node.kind == .sequence else {
      throw node.error(node.found, valid: ["a list of the program and its arguments"])
    }
    let words = try node.strings()
    guard let name = words.first, !name.isEmpty else {
      throw node.error("no program", valid: ["a list of the program and its arguments"])
    }
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw node.error("a character of number 0 in an argument")
    }
    return words
  }
}
