// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
import Orientation
import Text

/// A rule for the rotation of outputs whose names match a pattern.
public struct OutputRule: Equatable, Sendable {
  /// The pattern for an output's name.
  public var match: Glob
  /// The policy for the rotation of matching outputs.
  public var policy: OutputPolicy
  /// The policies that replace `policy` in certain circumstances.
  public var conditions = OutputConditions()
  /// The kernel's names of the touch screens that belong to a matching output.
  public var touch: [String]

  /// Creates a rule for the outputs whose names match the pattern.
  public init(match: Glob, policy: OutputPolicy, touch: [String] = []) {
    self.match = match
    self.policy = policy
    self.touch = touch
  }
}

extension OutputRule: ConfigurationTable {
  static var blank: OutputRule { OutputRule(match: Glob(""), policy: .auto) }
  static var sample: String { "{match: eDP-1, policy: leave}" }

  static let keys: [ConfigurationKey<OutputRule>] = [
    .init(
      "match", \.match, .glob, unset: "required", "The output's name; * stands for anything."
    ).required(),
    .init("policy", \.policy, .outputPolicy, unset: "required", "How the output is rotated.")
      .required(),
    .init(
      "when", \.conditions, .table, unset: "`policy` always",
      "How the output is rotated in some circumstances; the first that applies counts."
    ).writtenIfChanged(),
    .init(
      "touch", \.touch, .names, unset: "chosen by the sizes",
      "The kernel's names of the touch screens that belong to the output."
    ).writtenIfChanged(),
  ]

  func finish(_ node: Node) throws(InputError) {
    for (key, policy) in [("policy", policy)] + conditions.policies.map({ ("when", $0) }) {
      guard case .follow(let name)? = policy.target, match.matches(name) else { continue }
      throw (node.pair(key)?.value ?? node).error(
        ConfigurationPhrase.followsItself(UntrustedText(name).quoted))
    }
  }
}

/// The policies of an output in certain circumstances; `nil` if the usual policy applies.
public struct OutputConditions: Equatable, Sendable {
  /// The policy while an output that is not built in is enabled.
  public var externalDisplay: OutputPolicy?
  /// The policy while a keyboard from `keyboard: names` is attached.
  public var keyboard: OutputPolicy?
  /// The policy while the device is known not to be in tablet mode.
  public var laptop: OutputPolicy?
  /// The policy in tablet mode.
  public var tablet: OutputPolicy?

  /// Creates conditions without any policy.
  public init() {}

  fileprivate var policies: [OutputPolicy] {
    [externalDisplay, keyboard, laptop, tablet].compactMap(\.self)
  }

  func policy(in circumstances: OutputCircumstances) -> OutputPolicy? {
    if circumstances.hasExternalDisplay, let externalDisplay { return externalDisplay }
    if circumstances.hasKeyboard, let keyboard { return keyboard }
    return circumstances.tabletMode.flatMap { $0 ? tablet : laptop }
  }
}

extension OutputConditions: ConfigurationTable {
  static var blank: OutputConditions { OutputConditions() }
  static var sample: String { "{laptop: leave}" }

  static let keys: [ConfigurationKey<OutputConditions>] = [
    .init(
      "external-display", \.externalDisplay, .outputPolicy, unset: "as `policy`",
      "While an output is enabled that is not built in; leave pauses rotation."),
    .init(
      "keyboard", \.keyboard, .outputPolicy, unset: "as `policy`",
      "While a keyboard that `names` of `keyboard` names is attached."),
    .init(
      "laptop", \.laptop, .outputPolicy, unset: "as `policy`",
      "While a switch, a service or the hinge says that the device is no tablet."),
    .init("tablet", \.tablet, .outputPolicy, unset: "as `policy`", "In tablet mode."),
  ]
}

/// The circumstances that select the policies of outputs.
public struct OutputCircumstances: Equatable, Sendable {
  /// Whether an output that is not built in is enabled.
  public var hasExternalDisplay = false
  /// Whether a keyboard that the configuration names is attached.
  public var hasKeyboard = false
  /// Whether the device is in tablet mode; `nil` if no source reports it.
  public var tabletMode: Bool?

  /// Creates circumstances in which no condition applies.
  public init() {}
}

extension Configuration {
  /// Returns the configured output of each touch screen, by the touch screen's name.
  ///
  /// `names` are the names of the outputs; the first of them whose rule names a touch screen gets
  /// it.
  public func touchOutputs(among names: [String]) -> [String: String] {
    names.reduce(into: [:]) { result, name in
      let rule = outputs.first { $0.match.matches(name) }
      for device in rule?.touch ?? [] where result[device] == nil { result[device] = name }
    }
  }

  /// Returns an error for each name in `touch` that no input device has; the errors list the touch
  /// screens.
  ///
  /// If `bytes` are given, the errors have places in the file's text; otherwise they name the keys.
  /// Without any device, nothing is reported.
  public func missingTouchScreens(
    devices: Set<String>, screens: [String], in bytes: [UInt8]? = nil, file: String = ""
  ) -> [InputError] {
    guard !devices.isEmpty else { return [] }
    let root = bytes.flatMap { try? Document.parse($0, file: file).root }
    let entries = try? root?.pair("outputs")?.value.sequence()
    return outputs.enumerated().flatMap { index, rule in
      rule.touch.enumerated().filter { !devices.contains($0.element) }.map { place, name in
        let key = "outputs[\(index)].touch"
        let entry = entries.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        let node = entry?.pair("touch")?.value
        let names = try? node?.sequence()
        let mark = names.flatMap { $0.indices.contains(place) ? $0[place].mark : nil } ?? node?.mark
        let quoted = UntrustedText(name).quoted
        return (mark ?? Mark(file: key)).error(
          screens.isEmpty
            ? ConfigurationPhrase.noTouchScreen(quoted)
            : ConfigurationPhrase.otherTouchScreen(quoted),
          valid: screens.map { UntrustedText($0).name(columns: 80) }, near: name)
      }
    }
  }
}

extension Codec<Glob> {
  static let glob = Codec(schema: ["type": "string"], form: "text with `*`") {
    node throws(InputError) in
    Glob(try node.string())
  } write: {
    .string($0.pattern)
  }
}

extension Codec<OutputPolicy> {
  private static let words: [(name: String, value: OutputPolicy)] =
    [("auto", .auto), ("leave", .leave)]
  private static let transforms = Codec<Transform>.choice(
    Transform.allCases.map { ($0.wireName, $0) })

  static let outputPolicy = Codec(
    schema: [
      "anyOf": [
        ["enum": .array(words.map { .string($0.name) })],
        [
          "type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
          "properties": [
            "fixed": [
              "description": "Always this transform.",
              // YAML reads angles without quotes as numbers.
              "enum": .array(
                Transform.allCases.map { .string($0.wireName) } + [90, 180, 270]),
            ],
            "follow": ["description": "As the output of this name.", "type": "string"],
          ],
        ],
      ]
    ], form: "`auto`, `leave`, `{fixed: T}`, `{follow: NAME}`"
  ) { node throws(InputError) in
    guard node.kind == .mapping else {
      let word = node.kind == .text ? try node.string() : ""
      guard let found = words.first(where: { $0.name == word }) else {
        throw node.error(
          node.found, valid: words.map(\.name) + ["{fixed: 90}", "{follow: DP-1}"], near: word)
      }
      return found.value
    }
    var map = try node.map()
    let fixed = map.take("fixed")
    let follow = map.take("follow")
    try map.finish()
    switch (fixed, follow) {
    case (let fixed?, nil): return .fixed(try transforms.read(fixed))
    case (nil, let follow?): return .follow(try follow.string())
    default: throw node.error(ConfigurationPhrase.oneKey(node.found), valid: ["fixed", "follow"])
    }
  } write: { policy in
    switch policy.target {
    case .fixed(let transform): ["fixed": transforms.write(transform)]
    case .follow(let name): ["follow": .string(name)]
    case nil: policy.isManaged ? "auto" : "leave"
    }
  }
}

/// The daemon's reaction to a transform that another program sets.
public enum OtherWriters: String, CaseIterable, Sendable {
  /// The transform stays until the user turns the device (W-10).
  case respect
  /// Swivel sets its own transform again, unless the other program repeats the change too often.
  case overrule
}
