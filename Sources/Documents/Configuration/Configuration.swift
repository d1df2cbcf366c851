// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
import Glibc
public import Orientation
public import Sensing
import Text

// Configuration: the user's settings, in files and in options.
//
// A `Configuration` is a value with a default for everything; an empty file is a valid one. It
// is read from YAML, written back as JSON for `swivel config`, and looked up by the daemon:
// which policy a window has, what an output does, which judge turns readings into orientations.
//
// - Reading never guesses. A key that is unknown, a value that is out of range or an expression
//   that does not compile is an error with its place; the daemon then keeps its current
//   configuration.
// - The first entry that matches counts, for outputs (`OutputRule`) and for windows
//   (`WindowRule`).
// - The time and the memory of a match are bounded, whatever a pattern and a title are: `Glob`
//   matches in linear time, `RegularExpression` within limits of PCRE2.
// - A key is written once. Each struct that is a map in the file has a table of its keys
//   (`ConfigurationTable.keys`): name, property, codec, sentence. Reader, errors, writer, the example of
//   `swivel config init`, `docs/config.schema.json` and the tables of `docs/configuration.md` come from
//   it. A new key is a property and an entry; the two documents are written anew by
//   `SWIVEL_RECORD=1 swift test --filter ConfigurationReferenceTests`.
//
// Begin with `keys` below, then `ConfigurationKey.swift`, `OutputRule.swift` and `WindowRule.swift`.

/// The user's settings of the daemon: the rule set, the outputs and the windows' policies.
public struct Configuration: Equatable, Sendable {
  /// The name of the rule set, such as desktop+follow-key.
  public var rules: String
  /// The rules for outputs; the first rule that matches an output's name is used.
  public var outputs: [OutputRule]
  /// The names of the outputs that rotate with the device if no rule matches, from the older key
  /// `output`; nil means built-in panels and headless outputs.
  public var turningOutputs: [String]?
  /// The daemon's reaction to a transform that another program sets.
  public var otherWriters: OtherWriters
  /// The judge that computes device orientations from readings.
  public var judge: JudgeChoice
  /// The accelerometers, with how they are mounted.
  public var sensor = SensorPlacement()
  /// The default policy, for everything that a window's rule leaves out.
  public var policy: WindowPolicy
  /// The rules for windows; the first rule that matches is used.
  public var windows: [WindowRule]
  /// Whether the orientations in applications' desktop files are used.
  public var desktopEntries = true
  /// Whether the daemon starts the rotate button.
  public var suggest = false
  /// Whether the daemon model-checks the stack of open windows.
  public var prove = false
  /// The programs that are run around rotations and at other changes.
  public var hooks: HookChoice
  /// The conditions under which built-in keyboards and touchpads are disabled, and on-screen
  /// keyboards enabled.
  public var keyboard: KeyboardChoice
  /// Whether the tablet mode is published to compositors.
  public var tabletMode = TabletModeChoice()
  /// The rotation keys of the device that have an effect.
  public var keys: [RotationKeyChoice] = []
  /// The settings of GNOME that are kept equal to Swivel's.
  public var gnome = GnomeChoice()
  /// The plug-ins to load.
  public var plugins: [PluginChoice]

  /// The rule set that is used if the file names none.
  public static let defaultRules = "desktop"

  /// Creates a configuration; by default every window accepts every rotation.
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

  /// Returns the first rule that matches a window; `nil` if none matches.
  public func rule(for window: WindowFacts) -> WindowRule? {
    windows.first { $0.matches(window) }
  }

  /// Returns a sentence about the first rule that a window misses only by the case of its
  /// application's identifier; `nil` if an earlier rule matches, or there is no such rule.
  public func caseHint(for window: WindowFacts) -> String? {
    for rule in windows {
      if rule.matches(window) { return nil }
      guard case .glob(let glob)? = rule.appID, glob.lowercased.matches(window.appID.lowercased())
      else { continue }
      var other = rule
      other.appID = nil
      guard other.matches(window) else { continue }
      return "the rule for app-id \(UntrustedText(glob.pattern).quoted) does not apply to "
        + "\(UntrustedText(window.appID).quoted): case matters"
    }
    return nil
  }

  /// Returns the policy of a window: that of its rule, completed by its application's desktop file
  /// and then by the default policy.
  public func policy(
    for window: WindowFacts, stated: OrientationMask? = nil
  ) -> WindowPolicy {
    var common = policy
    if let stated { common.answers.supported = stated }
    return rule(for: window)?.policy.completed(by: common) ?? common
  }

  /// Returns how an output is rotated (W-3).
  ///
  /// The first rule in `outputs` that matches is used. Otherwise the output rotates with the device
  /// if the key `output` names it, or if that key is missing and the output is built in.
  public func policy(
    forOutput name: String, isBuiltIn: Bool,
    in circumstances: OutputCircumstances = OutputCircumstances()
  ) -> OutputPolicy {
    let rule = outputs.first { $0.match.matches(name) }
    let isManaged = turningOutputs.map { $0.contains(name) } ?? isBuiltIn
    var policy =
      rule?.conditions.policy(in: circumstances) ?? rule?.policy ?? (isManaged ? .auto : .leave)
    policy.overrulesOthers = otherWriters == .overrule
    return policy
  }

  /// Returns whether an output rotates with the device (W-3).
  public func manages(output: String, isBuiltIn: Bool) -> Bool {
    policy(forOutput: output, isBuiltIn: isBuiltIn).isManaged
  }

  /// Returns whether neither a rule in `outputs` nor the key `output` says how an output is rotated.
  public func leavesOpen(output: String) -> Bool { turningOutputs == nil && !names(output: output) }

  /// Returns whether a rule in `outputs` matches an output.
  public func names(output: String) -> Bool { outputs.contains { $0.match.matches(output) } }

  /// The names of the plug-ins that answer for windows, each once.
  public var pluginNames: [String] {
    var names: [String] = []
    for name in [policy.plugin] + windows.map(\.policy.plugin) {
      if let name, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Returns the default path of the configuration file; `nil` without a home directory.
  ///
  /// The path is `$XDG_CONFIG_HOME/swivel/config.yaml`; if the variable is not set or not an
  /// absolute path, `~/.config` replaces it.
  public static func defaultPath(in environment: (String) -> String?) -> String? {
    BaseDirectory.configuration.path(in: environment).map { "\($0)/swivel/config.yaml" }
  }

  /// Reads a file, which must exist.
  public static func load(path: String) throws(InputError) -> Configuration {
    try parse(try InputFile.read(path: path), file: path)
  }

  /// Reads the file at the default path; returns the defaults if it does not exist.
  public static func loadDefault(
    in environment: (String) -> String?
  ) throws(InputError) -> Configuration {
    guard let path = defaultPath(in: environment) else { return Configuration() }
    // If the file exists but cannot be read, an error is thrown.
    if unsafe access(path, F_OK) != 0, errno == ENOENT || errno == ENOTDIR {
      return Configuration()
    }
    return try load(path: path)
  }

  /// Parses YAML bytes; `file` is the file's name in errors.
  ///
  /// A file without a value, such as one with comments only, means the defaults. Unknown keys,
  /// wrong types and duplicates are errors with line and column.
  public static func parse(_ bytes: [UInt8], file: String) throws(InputError) -> Configuration {
    if saysNothing(bytes) { return Configuration() }
    return try Configuration(try Document.parse(bytes, file: file).root)
  }

  /// Returns the keys in a file that newer keys have replaced, with their places.
  public static func olderKeys(
    in bytes: [UInt8], file: String
  ) -> [(name: String, replacement: String, mark: Mark)] {
    let root = try? Document.parse(bytes, file: file).root
    return keys.compactMap { key in
      guard let replacement = key.replacement, let mark = root?.pair(key.name)?.mark else {
        return nil
      }
      return (key.name, replacement, mark)
    }
  }

  /// Parses YAML text; `file` is the file's name in errors.
  public static func parse(_ text: String, file: String) throws(InputError) -> Configuration {
    try parse(Array(text.utf8), file: file)
  }

  private static func saysNothing(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      let rest = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
      return rest.isEmpty || rest.first == UInt8(ascii: "#")
    }
  }

  /// The configuration as JSON with every key, including defaults; `parse` accepts the result.
  public var json: JSONValue { map }

  /// The configuration as YAML, with the keys that have no value as comments; `parse` accepts the
  /// result.
  public var yaml: String {
    let lines = (json.object ?? []).map { member in
      let value = member.value
      let isShort = member.name.utf8.count + 2 + value.flow.utf8.count <= 100
      return isShort
        ? "\(member.name): \(value.flow)" : "\(member.name):\n  \(value.block(indent: 2))"
    }
    let missing = missingKeys.map { "#   \($0.name): \($0.meaning)" }
    return (lines + (missing.isEmpty ? [] : ["# without a value:"] + missing))
      .joined(separator: "\n")
  }
}

extension Configuration: ConfigurationTable {
  static var blank: Configuration { Configuration() }
  static var sample: String { "{outputs: [{match: eDP-1, policy: leave}]}" }

  static let keys: [ConfigurationKey<Configuration>] = [
    .init(
      "rules", \.rules, .ruleSet,
      "How decisions are made: a rule set, with a cure appended if wanted, such as "
        + "desktop+follow-key for windows that veto without need.",
      details: "`--rules` overrules it."),
    .init(
      "output", \.turningOutputs, .names, unset: "built-in and headless ones",
      "The outputs that rotate with the device.",
      details: "An older spelling of `outputs`; `swivel config check --write` rewrites it. One or "
        + "more `--output` overrule it."
    ).replaced(by: "outputs"),
    .init(
      "outputs", \.outputs, .list(.table),
      example: """
        - match: DP-*
          policy: leave
        - match: HDMI-A-1
          policy: {fixed: 90}
        - match: HDMI-A-2
          policy: {follow: eDP-1}
        # touch: the touch screens that belong to the output; `swivel doctor` names them.
        - match: eDP-2
          policy: auto
          touch: ["ELAN9009:00 04F3:425A"]
        # when: laptop mode has a transform of its own, and rotation pauses beside other displays.
        - match: eDP-1
          policy: auto
          when: {external-display: leave, laptop: {fixed: 270}}
        """,
      "How outputs are rotated, by name; the first entry that matches counts, and without one "
        + "built-in panels and headless outputs rotate with the device.",
      details: "[Below](#outputs)."),
    .init(
      "other-writers", \.otherWriters, .word,
      "What becomes of a transform that another program sets: respect lets it stand until the "
        + "device turns, overrule sets it back."),
    .init(
      "judge", \.judge, .judge, unset: "`swivel`",
      "What makes orientations of the accelerometer's readings; `swivel judge` compares judges.",
      details: "[Below](#the-judge)."),
    .init(
      "sensor", \.sensor, .table, unset: "found, as the system says",
      "Which accelerometers are read, how they sit, and when a hinge makes a tablet; "
        + "`swivel doctor --pose` finds the matrix.",
      details: "[Below](#the-sensor)."),
    .init(
      "policy", \.policy, .table, unset: "nothing is said",
      "What counts for every window as far as its rule says nothing.",
      details: "[Below](#rules-for-windows)."),
    .init(
      "windows", \.windows, .list(.table),
      example: """
        - app-id: mpv
          autorotate: false
        - app-id: org.kde.krita
          supported: landscape
          preferred: landscape-right
        - title: {regex: "^(Talk|Slides)"}
          role: main
          output: eDP-*
          autorotate: false
          veto: true
        - app-id: "*.overlay"
          policy: follow-key
        """,
      "Rules for windows; the first that fits counts, and `swivel windows --titles` prints what "
        + "they are compared with.",
      details: "[Below](#rules-for-windows)."),
    .init(
      "desktop-entries", \.desktopEntries, .bool,
      "Whether applications' own desktop files say what their windows support.",
      details: "[Below](#what-an-application-says-itself); `--no-desktop-entries` says no."),
    .init(
      "suggest", \.suggest, .bool,
      "Whether a button offers the rotation that did not come, as `swivel suggest` does.",
      details: "See [suggest](suggest.md)."),
    .init(
      "prove", \.prove, .bool,
      "Whether what the open windows can come to is looked up in the background, so that a stack "
        + "that can split is reported before any rotation; `swivel status` prints the result.",
      details: "See [check](check.md#while-swivel-run-runs)."),
    .init(
      "hooks", \.hooks, .table, unset: "none",
      "Programs that are run around a rotation, and when something else changes; they find what "
        + "has changed in their environment.",
      details: "See [hooks](hooks.md)."),
    .init(
      "keyboard", \.keyboard, .table,
      "When built-in keyboard and touchpad are switched off, and on-screen keyboards on.",
      details: "See [desktops](desktops.md#settings-of-the-desktop)."),
    .init(
      "tablet-mode", \.tabletMode, .table, "Whether the tablet mode is reported to compositors.",
      details: "See [sensors](sensors.md#folds)."
    ).writtenIfChanged(),
    .init(
      "keys", \.keys, .list(.word), example: "[lock, rotate]",
      "The device's own keys that are acted upon: lock toggles the lock, rotate turns by a quarter.",
      details: "See [keys](keys.md)."
    ).writtenIfChanged(),
    .init(
      "gnome", \.gnome, .table, "What of GNOME's settings goes with ours.",
      details: "See [desktops](desktops.md#settings-of-the-desktop)."),
    .init(
      "plugins", \.plugins, .plugins,
      example: """
        - id: portrait-reader
          options: {patience: 3}
        """,
      "The libraries that are loaded, and no others; `swivel plugins list` shows which there are.",
      details: "See [plugins](plugins.md)."),
  ]

  /// The text of the file that `swivel config init` writes: every key with a value, commented out.
  ///
  /// A line of text begins with `# `; a line of YAML has no space or several spaces after the `#`.
  public static var exampleFile: String {
    let head = """
      # The configuration of swivel. Everything is optional: what is left out, or begins with #, has its
      # default. The daemon reads this file again when it changes, and keeps the old one while there is a
      # mistake in it; `swivel config check` names the mistake with its line. docs/configuration.md
      # describes every key.

      """
    var (text, isProse) = (head, false)
    for line in example {
      if line.hasPrefix("# "), !isProse { text += "\n" }
      isProse = line.hasPrefix("# ")
      text += isProse ? "\(line)\n" : "#\(line)\n"
    }
    return text
  }
}

extension Codec<String> {
  /// A codec for the name of a rule set; the names of plug-ins' rule sets are checked later, when
  /// plug-ins are loaded.
  fileprivate static let ruleSet = Codec(
    schema: [
      "anyOf": [
        ["enum": .array(RuleSetName.variants.map { .string($0) })],
        ["type": "string", "pattern": .string("^\(RuleSetCatalog.pluginPrefix)")],
      ]
    ], form: "a rule set"
  ) { node throws(InputError) in
    let name = try node.string()
    if !name.hasPrefix(RuleSetCatalog.pluginPrefix) {
      _ = try RuleSetName.resolve(name, at: node.mark)
    }
    return name
  } write: {
    .string($0)
  }
}

/// The settings of GNOME that are kept equal to Swivel's.
public struct GnomeChoice: Equatable, Sendable {
  /// Whether GNOME's rotation lock and Swivel's are kept equal.
  public var orientationLock: Bool

  /// Creates a choice; by default no setting is kept equal.
  public init(orientationLock: Bool = false) { self.orientationLock = orientationLock }
}

extension GnomeChoice: ConfigurationTable {
  static var blank: GnomeChoice { GnomeChoice() }
  static var sample: String { "{orientation-lock: true}" }

  static let keys: [ConfigurationKey<GnomeChoice>] = [
    .init(
      "orientation-lock", \.orientationLock, .bool,
      "Whether the rotation lock of GNOME's quick settings and that of `swivel lock` are one.")
  ]
}
