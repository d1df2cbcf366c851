// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation

extension Configuration {
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
    if let node = map.take("output") { outputs = try Self.names(node) }
    if let node = map.take("outputs") { outputRules = try node.sequence(OutputRule.init) }
    if let node = map.take("other-writers") { otherWriters = try node.oneOf(OtherWriters.self) }
    if let node = map.take("policy") {
      var keys = try node.map()
      policy = try Self.policy(&keys)
      try keys.finish()
    }
    if let node = map.take("judge") { judge = try JudgeChoice(node) }
    if let node = map.take("windows") { windows = try node.sequence(Self.rule) }
    if let node = map.take("hooks") { hooks = try HookChoice(node) }
    if let node = map.take("keyboard") { keyboard = try KeyboardChoice(node) }
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
    if let node = map.take("policy") { policy.cure = try node.oneOf(Cure.self) }
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

  private static func names(_ node: Node) throws(InputError) -> [String] {
    guard node.kind == .sequence else { return [try node.string()] }
    let items = try node.sequence()
    guard !items.isEmpty else { throw node.error("an empty list", valid: ["names of outputs"]) }
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
}
