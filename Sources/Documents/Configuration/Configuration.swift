// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
import Glibc
public import Orientation
public import Sensing

// Configuration: what people set, in files and in options.
//
// A `Configuration` is a value with a default for everything; an empty file is a valid one. It
// is read from YAML, written back as JSON for `swivel config`, and looked up by the daemon:
// which policy a window has, what an output does, which judge turns readings into orientations.
//
// - Reading never guesses. A key that is unknown, a value that is out of range or an expression
//   that does not compile is an error with its place; the daemon then keeps the configuration
//   that it has.
// - The first entry that matches counts, for outputs (`OutputRule`) and for windows
//   (`WindowRule`).
// - The time and the memory of a match are bounded, whatever a pattern and a title are: `Glob`
//   matches in linear time, `RegularExpression` within limits of PCRE2.
//
// `docs/configuration.md` is for users, `docs/config.schema.json` for their editors; tests hold
// both against the reader. Begin below, then `WindowRule.swift` and `OutputRule.swift`.

/// What a person has written down for the daemon: the rule set, the outputs and the windows' policies.
public struct Configuration: Equatable, Sendable {
  /// The name of the rule set, such as desktop+follow-key.
  public var rules: String
  /// The rules for outputs, by their names; the first that matches counts.
  public var outputs: [OutputRule]
  /// The names of the outputs that rotate with the device where no rule matches, from the key `output`;
  /// nil means built-in panels and headless outputs.
  public var turningOutputs: [String]?
  /// What becomes of a transform that another program sets.
  public var otherWriters: OtherWriters
  /// What makes orientations of readings.
  public var judge: JudgeChoice
  /// Where the accelerometers are and how they sit.
  public var sensor = SensorPlacement()
  /// What counts for a window as far as its rule says nothing.
  public var policy: WindowPolicy
  /// The rules for windows; the first that matches counts.
  public var windows: [WindowRule]
  /// Whether applications' own desktop files say what their windows support.
  public var desktopEntries = true
  /// Whether the daemon brings the rotate button along.
  public var suggest = false
  /// Whether the daemon proves what the windows that are open can come to.
  public var prove = false
  /// Programs that are run around a turn, and when something else changes.
  public var hooks: HookChoice
  /// When built-in keyboard and touchpad are switched off, and on-screen keyboards on.
  public var keyboard: KeyboardChoice
  /// What of GNOME's settings goes with ours.
  public var gnome = GnomeChoice()
  /// The plug-ins that are loaded, and no others.
  public var plugins: [PluginChoice]

  /// The rule set that is used where none is named.
  public static let defaultRules = "desktop"

  /// The defaults unless told otherwise: every window lets every turn happen.
  public init(
    rules: String = Configuration.defaultRules, outputs: [OutputRule] = [],
    turningOutputs: [String]? = nil, otherWriters: OtherWriters = .respect,
    judge: JudgeChoice = JudgeChoice(), policy: WindowPolicy = WindowPolicy(),
    windows: [WindowRule] = [], hooks: HookChoice = HookChoice(),
    keyboard: KeyboardChoice = KeyboardChoice(), plugins: [PluginChoice] = []
  ) {
    self.rules = rules
    self.outputs = outputs
    self.turningOutputs = turningOutputs
    self.otherWriters = otherWriters
    self.judge = judge
    self.policy = policy
    self.windows = windows
    self.hooks = hooks
    self.keyboard = keyboard
    self.plugins = plugins
  }

  /// The rule that counts for a window; nil when none matches.
  public func rule(for window: WindowFacts) -> WindowRule? {
    windows.first { $0.matches(window) }
  }

  /// What counts for a window: its rule's words, completed by those of its application's own desktop
  /// file and of the default policy.
  public func policy(
    for window: WindowFacts, stated: OrientationMask? = nil
  ) -> WindowPolicy {
    var common = policy
    if let stated { common.answers.supported = stated }
    return rule(for: window)?.policy.completed(by: common) ?? common
  }

  /// Returns how an output is rotated (W-3): by the first of `outputs` that matches, else with the
  /// device if `output` names the output, or is missing and the output is built in.
  public func policy(forOutput name: String, isBuiltIn: Bool) -> OutputPolicy {
    let rule = outputs.first { $0.match.matches(name) }
    let isManaged = turningOutputs.map { $0.contains(name) } ?? isBuiltIn
    var policy = rule?.policy ?? (isManaged ? .auto : .leave)
    policy.overrulesOthers = otherWriters == .overrule
    return policy
  }

  /// Returns whether an output rotates with the device (W-3).
  public func manages(output: String, isBuiltIn: Bool) -> Bool {
    policy(forOutput: output, isBuiltIn: isBuiltIn).isManaged
  }

  /// The plug-ins that windows are to be answered by, each once.
  public var pluginNames: [String] {
    var names: [String] = []
    for name in [policy.plugin] + windows.map(\.policy.plugin) {
      if let name, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Where the configuration is looked for when nobody names a file; nil without a home.
  ///
  /// `$XDG_CONFIG_HOME/swivel/config.yaml`, and `~/.config` in place of a variable that is not set
  /// or not an absolute path.
  public static func defaultPath(in environment: (String) -> String?) -> String? {
    BaseDirectory.configuration.path(in: environment).map { "\($0)/swivel/config.yaml" }
  }

  /// Reads a file that has to be there.
  public static func load(path: String) throws(InputError) -> Configuration {
    try parse(try InputFile.read(path: path), file: path)
  }

  /// Reads the file at the default path; the defaults when there is none.
  public static func loadDefault(
    in environment: (String) -> String?
  ) throws(InputError) -> Configuration {
    guard let path = defaultPath(in: environment) else { return Configuration() }
    // A file that is there but cannot be read is a mistake that somebody wants to hear of.
    if unsafe access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR {
      return Configuration()
    }
    return try load(path: path)
  }

  /// Parses YAML bytes; `file` is the name that errors carry.
  ///
  /// A file without any value, of comments only for instance, means the defaults. Unknown keys,
  /// wrong types and duplicates are errors with line and column.
  public static func parse(_ bytes: [UInt8], file: String) throws(InputError) -> Configuration {
    if saysNothing(bytes) { return Configuration() }
    return try Configuration(try Document.parse(bytes, file: file).root)
  }

  /// Parses YAML text; `file` is the name that errors carry.
  public static func parse(_ text: String, file: String) throws(InputError) -> Configuration {
    try parse(Array(text.utf8), file: file)
  }

  private init(_ root: Node) throws(InputError) {
    self.init()
    var map = try root.map()
    if let node = map.take("rules") {
      rules = try node.string()
      // Which rule sets plug-ins bring is known when they are loaded.
      if !rules.hasPrefix(RuleSetCatalog.pluginPrefix) {
        _ = try RuleSetName.resolve(rules, at: node.mark)
      }
    }
    if let node = map.take("output") { turningOutputs = try Self.names(node) }
    if let node = map.take("outputs") { outputs = try node.sequence(OutputRule.init) }
    if let node = map.take("other-writers") { otherWriters = try node.oneOf(OtherWriters.self) }
    if let node = map.take("policy") {
      var keys = try node.map()
      policy = try Self.policy(&keys)
      try keys.finish()
    }
    if let node = map.take("judge") { judge = try JudgeChoice(node) }
    if let node = map.take("sensor") { sensor = try SensorPlacement(node) }
    if let node = map.take("windows") { windows = try node.sequence(Self.rule) }
    if let node = map.take("desktop-entries") { desktopEntries = try node.bool() }
    if let node = map.take("suggest") { suggest = try node.bool() }
    if let node = map.take("prove") { prove = try node.bool() }
    if let node = map.take("hooks") { hooks = try HookChoice(node) }
    if let node = map.take("keyboard") { keyboard = try KeyboardChoice(node) }
    if let node = map.take("gnome") { gnome = try GnomeChoice(node) }
    if let node = map.take("plugins") { plugins = try PluginChoice.list(node) }
    try map.finish()
  }

  private static func rule(_ node: Node) throws(InputError) -> WindowRule {
    var map = try node.map()
    let appID = try pattern(map.take("app-id"))
    let title = try pattern(map.take("title"))
    let output = try map.take("output").map { node throws(InputError) in Glob(try node.string()) }
    let role = try map.take("role")?.oneOf(WindowRole.self)
    var policy = try policy(&map)
    if let node = map.take("policy") { policy.cure = try node.oneOf(Mitigation.self) }
    try map.finish()
    guard appID != nil || title != nil || output != nil || role != nil else {
      throw node.error(
        "a rule for no window in particular", valid: ["app-id", "title", "output", "role"])
    }
    return WindowRule(appID: appID, title: title, output: output, role: role, policy: policy)
  }

  private static func policy(_ map: inout MapReader) throws(InputError) -> WindowPolicy {
    var policy = WindowPolicy()
    policy.answers.autorotate = try map.take("autorotate")?.bool()
    if let node = map.take("supported") { policy.answers.supported = try mask(node) }
    if let node = map.take("preferred") { policy.answers.preferred = try orientation(node) }
    policy.veto = try map.take("veto")?.bool()
    policy.plugin = try map.take("plugin")?.string()
    return policy
  }

  private static func pattern(_ node: Node?) throws(InputError) -> TextPattern? {
    guard let node else { return nil }
    return try TextPattern(node)
  }

  static func names(_ node: Node) throws(InputError) -> [String] {
    guard node.kind == .sequence else { return [try node.string()] }
    let items = try node.sequence()
    guard !items.isEmpty else { throw node.error("an empty list", valid: ["names"]) }
    var names: [String] = []
    for item in items {
      let name = try item.string()
      guard !names.contains(name) else { throw item.error("\(item.found) a second time") }
      names.append(name)
    }
    return names
  }

  private static let orientations = InterfaceOrientation.fallbackOrder
  private static let masks: [(name: String, mask: OrientationMask)] = [
    ("all", .all), ("all-but-upside-down", .allButUpsideDown), ("landscape", .landscape),
    ("none", []),
  ]

  private static func orientation(_ node: Node) throws(InputError) -> InterfaceOrientation {
    orientations[try node.oneOf(orientations.map(\.name))]
  }

  // One word is enough where one orientation is meant; a list holds orientations only.
  private static func mask(_ node: Node) throws(InputError) -> OrientationMask {
    if node.kind == .sequence {
      let items = try node.sequence(orientation)
      return items.reduce(into: []) { $0.formUnion($1.mask) }
    }
    let index = try node.oneOf(masks.map(\.name) + orientations.map(\.name))
    return index < masks.count ? masks[index].mask : orientations[index - masks.count].mask
  }

  private static func saysNothing(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      let rest = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
      return rest.isEmpty || rest.first == UInt8(ascii: "#")
    }
  }

  /// Every key with what it is set to, defaults included; `Configuration.parse` reads it back.
  public var json: JSONValue {
    var members: [JSONValue.Member] = [.init("rules", .string(rules))]
    if let turningOutputs {
      members.append(.init("output", .array(turningOutputs.map { .string($0) })))
    }
    members += [
      .init("outputs", .array(outputs.map(\.json))),
      .init("other-writers", .string(otherWriters.rawValue)), .init("judge", judge.json),
      .init("sensor", sensor.json),
      .init("policy", .object(policy.members)), .init("windows", .array(windows.map(\.json))),
      .init("desktop-entries", .bool(desktopEntries)), .init("suggest", .bool(suggest)),
      .init("prove", .bool(prove)), .init("hooks", hooks.json), .init("keyboard", keyboard.json),
      .init("gnome", gnome.json),
      .init("plugins", .array(plugins.map(\.json))),
    ]
    return .object(members)
  }

  /// The same as YAML, a key after the other.
  public var yaml: String {
    (json.object ?? []).map { member in
      let value = member.value
      let isShort = member.name.utf8.count + 2 + value.flow.utf8.count <= 100
      return isShort
        ? "\(member.name): \(value.flow)" : "\(member.name):\n  \(value.block(indent: 2))"
    }.joined(separator: "\n")
  }
}

extension OutputPolicy {
  /// As the configuration has it.
  public var json: JSONValue {
    switch target {
    case .fixed(let transform): ["fixed": .string(transform.wireName)]
    case .follow(let name): ["follow": .string(name)]
    case nil: isManaged ? "auto" : "leave"
    }
  }
}

extension JudgeChoice {
  fileprivate var json: JSONValue {
    let thresholds = name == JudgeName.all[0] ? ClassifierParameters.all : []
    return .object(
      [.init("name", .string(name))]
        + thresholds.map { .init($0.name, .int(parameters[keyPath: $0.value])) })
  }
}

extension WindowPolicy {
  /// As the configuration's `policy` has it, without the cure, which is only a rule's.
  fileprivate var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let autorotate = answers.autorotate {
      members.append(.init("autorotate", .bool(autorotate)))
    }
    if let mask = answers.supported {
      members.append(.init("supported", .array(mask.orientations.map { .string($0.name) })))
    }
    if let preferred = answers.preferred {
      members.append(.init("preferred", .string(preferred.name)))
    }
    if let veto { members.append(.init("veto", .bool(veto))) }
    if let plugin { members.append(.init("plugin", .string(plugin))) }
    return members
  }
}

extension WindowRule {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = []
    if let appID { members.append(.init("app-id", appID.json)) }
    if let title { members.append(.init("title", title.json)) }
    if let output { members.append(.init("output", .string(output.pattern))) }
    if let role { members.append(.init("role", .string(role.rawValue))) }
    members += policy.members
    if let cure = policy.cure { members.append(.init("policy", .string(cure.rawValue))) }
    return .object(members)
  }
}

extension TextPattern {
  fileprivate var json: JSONValue {
    switch self {
    case .glob(let glob): .string(glob.pattern)
    case .expression(let expression): ["regex": .string(expression.pattern)]
    }
  }
}

extension PluginChoice {
  fileprivate var json: JSONValue {
    guard !options.isEmpty else { return .string(id) }
    return [
      "id": .string(id), "options": .object(options.map { .init($0.name, JSONValue($0.value)) }),
    ]
  }
}
