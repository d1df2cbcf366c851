// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
import Orientation
import Text

/// A rule with the policy for all windows that match.
public struct WindowRule: Equatable, Sendable {
  /// The pattern for the application's identifier; `nil` matches any.
  public var appID: TextPattern?
  /// The pattern for the title; `nil` matches any.
  public var title: TextPattern?
  /// The pattern for the name of an output that shows the window; `nil` also matches a window on no
  /// output.
  public var output: Glob?
  /// The role of the window; `nil` matches any.
  public var role: WindowRole?
  /// The policy of the windows that match.
  public var policy: WindowPolicy

  /// Creates a rule; by default it matches every window.
  public init(
    appID: TextPattern? = nil, title: TextPattern? = nil, output: Glob? = nil,
    role: WindowRole? = nil, policy: WindowPolicy
  ) {
    self.appID = appID
    self.title = title
    self.output = output
    self.role = role
    self.policy = policy
  }

  /// Returns whether the rule matches a window.
  public func matches(_ window: WindowFacts) -> Bool {
    (appID?.matches(window.appID) ?? true) && (title?.matches(window.title) ?? true)
      && (role.map { $0 == window.role } ?? true)
      && (output.map { output in window.outputs.contains { output.matches($0) } } ?? true)
  }
}

extension WindowRule: ConfigurationTable {
  /// The keys by which the rule selects windows, as in the configuration, such as `app-id: mpv`.
  public var selector: String {
    (map.object ?? []).filter { Self.matchers.contains($0.name) }
      .map { "\($0.name): \($0.value.flow)" }.joined(separator: ", ")
  }

  static var blank: WindowRule { WindowRule(policy: WindowPolicy()) }
  static var sample: String { "{app-id: mpv, supported: landscape}" }

  static let keys: [ConfigurationKey<WindowRule>] =
    [
      .init("app-id", \.appID, .pattern, unset: "any", "The application's identifier."),
      .init("title", \.title, .pattern, unset: "any", "The title."),
      .init(
        "output", \.output, .glob, unset: "any",
        "The name of an output that the window is on; * stands for anything."),
      .init(
        "role", \.role, .word, unset: "any",
        "What the window is; a dialog is a window that belongs to another one."),
    ] + WindowPolicy.keys.map { $0.inside(\.policy) } + [
      .init(
        "policy", \.policy.cure, .word, unset: "the rule set's",
        "How the window takes part, if otherwise than the rule set has it.")
    ]

  /// The keys of which a rule must have at least one.
  private static let matchers = ["app-id", "title", "output", "role"]

  static var schemaRules: [JSONValue.Member] {
    [.init("anyOf", .array(matchers.map { ["required": [.string($0)]] }))]
  }

  func finish(_ node: Node) throws(InputError) {
    guard appID != nil || title != nil || output != nil || role != nil else {
      throw node.error(ConfigurationPhrase.anyWindow(), valid: Self.matchers)
    }
  }
}

/// The role of a window within its application or its session.
public enum WindowRole: String, CaseIterable, Sendable {
  /// An independent window.
  case main
  /// A window that belongs to another one, as a dialog does.
  case dialog
  case lockScreen = "lock-screen"
}

/// The configured policy of windows; `nil` for a property that is not configured.
public struct WindowPolicy: Equatable, Sendable {
  /// The windows' answers.
  public var answers: DeclaredPolicy
  /// Whether the windows may veto a rotation without the focus (W-7).
  public var veto: Bool?
  /// The cure for these windows, in place of the rule set's cure.
  public var cure: Mitigation?
  /// The plug-in that answers for the windows; `answers` is used where the plug-in has no opinion.
  public var plugin: String?

  /// Creates a policy; by default nothing is configured.
  public init(
    answers: DeclaredPolicy = DeclaredPolicy(), veto: Bool? = nil, cure: Mitigation? = nil,
    plugin: String? = nil
  ) {
    self.answers = answers
    self.veto = veto
    self.cure = cure
    self.plugin = plugin
  }

  /// Returns the policy with each `nil` property replaced by that of another policy.
  public func completed(by other: WindowPolicy) -> WindowPolicy {
    WindowPolicy(
      answers: DeclaredPolicy(
        autorotate: answers.autorotate ?? other.answers.autorotate,
        supported: answers.supported ?? other.answers.supported,
        preferred: answers.preferred ?? other.answers.preferred),
      veto: veto ?? other.veto, cure: cure ?? other.cure, plugin: plugin ?? other.plugin)
  }
}

extension WindowPolicy: ConfigurationTable {
  static var blank: WindowPolicy { WindowPolicy() }
  static var sample: String { "{supported: all-but-upside-down}" }

  static let keys: [ConfigurationKey<WindowPolicy>] = [
    .init(
      "autorotate", \.answers.autorotate, .bool, standard: true,
      "Whether the window lets the screen rotate at all."),
    .init(
      "supported", \.answers.supported, .mask, standard: "all",
      "The orientations that the window supports: a list, or one word; landscape is both, portrait "
        + "one, unlike in `swivel allow` and `swivel lock`, where portrait is both."),
    .init(
      "preferred", \.answers.preferred, .orientation, unset: "the first supported one",
      example: "landscape-right",
      "The orientation to begin with where neither the device's nor the current one is supported."),
    .init(
      "veto", \.veto, .bool, standard: false,
      "Whether the window may stop a rotation while another window has the focus."),
    .init(
      "plugin", \.plugin, .text, unset: "none", example: "steady",
      "The plug-in that answers for the window; what it leaves open, the other keys say."),
  ]
}

extension WindowPolicy {
  /// The orientations that the policy allows, its veto and its plug-in, such as `landscape, veto`.
  public var allowance: String {
    let modes = answers.supported.map { Codec.words(of: $0) } ?? "all"
    let allowed = answers.autorotate == false ? "no rotation" : modes
    return [allowed, veto == true ? "veto" : nil, plugin].compactMap(\.self)
      .joined(separator: ", ")
  }
}

extension Configuration {
  /// Returns the places of the rules for windows in the file's text `bytes`; empty if it is invalid.
  public static func ruleMarks(in bytes: [UInt8], file: String) -> [Mark] {
    let root = try? Document.parse(bytes, file: file).root
    return (try? root?.pair("windows")?.value.sequence())?.map(\.mark) ?? []
  }
}

extension Codec<InterfaceOrientation> {
  fileprivate static let orientation = choice(
    InterfaceOrientation.fallbackOrder.map { ($0.name, $0) })
}

extension Codec<OrientationMask> {
  private static let words: [(name: String, value: OrientationMask)] =
    [
      ("all", .all), ("all-but-upside-down", .allButUpsideDown), ("landscape", .landscape),
      ("none", []),
    ] + InterfaceOrientation.fallbackOrder.map { ($0.name, $0.mask) }

  fileprivate static func words(of mask: OrientationMask) -> String {
    words.first { $0.value == mask }?.name
      ?? mask.orientations.map(\.name).joined(separator: ", ")
  }

  fileprivate static let mask = Codec(
    schema: [
      "anyOf": [
        choice(words).schema(), Codec<[InterfaceOrientation]>.list(.orientation).schema(),
      ]
    ], form: "\(choice(words).form()), or a list of the last four"
  ) { node throws(InputError) in
    guard node.kind == .sequence else { return try choice(words).read(node) }
    return try node.sequence { item throws(InputError) in
      if let word = try? choice(words).read(item), word.orientations.count != 1 {
        throw item.error(
          ConfigurationPhrase.inList(item.found),
          valid: InterfaceOrientation.fallbackOrder.map(\.name))
      }
      return try Codec<InterfaceOrientation>.orientation.read(item)
    }.reduce(into: []) { $0.formUnion($1.mask) }
  } write: {
    .array($0.orientations.map { .string($0.name) })
  }
}

/// The properties of a window that rules are matched with.
public struct WindowFacts: Equatable, Sendable {
  /// The application's identifier, perhaps empty.
  public var appID: String
  /// The title, perhaps empty.
  public var title: String
  /// The names of the window's outputs.
  public var outputs: [String]
  /// The role of the window within its application or its session.
  public var role: WindowRole

  /// Creates the facts; by default of an independent window on no known output.
  public init(appID: String, title: String = "", outputs: [String] = [], role: WindowRole = .main) {
    self.appID = appID
    self.title = title
    self.outputs = outputs
    self.role = role
  }
}
