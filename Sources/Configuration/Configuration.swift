// SPDX-License-Identifier: Apache-2.0
/// What a person has written down for the daemon: the rule set, the outputs and the windows' policies.
public struct Configuration: Equatable, Sendable {
  /// The name of the rule set, such as desktop+follow-key.
  public var rules: String
  /// The outputs that turn with the device; nil means built-in panels and headless outputs.
  public var outputs: [String]?
  /// How outputs are turned, by their names; the first that matches counts.
  public var outputRules: [OutputRule]
  /// What becomes of a transform that another program sets.
  public var otherWriters: OtherWriters
  /// What makes orientations of readings.
  public var judge: JudgeChoice
  /// What counts for a window as far as its rule says nothing.
  public var policy: WindowPolicy
  /// The rules for windows; the first that matches counts.
  public var windows: [WindowRule]
  /// Programs that are run around a turn.
  public var hooks: HookChoice
  /// When built-in keyboard and touchpad are switched off.
  public var keyboard: KeyboardChoice
  /// The plug-ins that are loaded, and no others.
  public var plugins: [PluginChoice]

  /// The rule set that is used where none is named.
  public static let defaultRules = "desktop"

  /// The defaults unless told otherwise: every window lets every turn happen.
  public init(
    rules: String = Configuration.defaultRules, outputs: [String]? = nil,
    outputRules: [OutputRule] = [], otherWriters: OtherWriters = .respect,
    judge: JudgeChoice = JudgeChoice(), policy: WindowPolicy = WindowPolicy(),
    windows: [WindowRule] = [], hooks: HookChoice = HookChoice(),
    keyboard: KeyboardChoice = KeyboardChoice(), plugins: [PluginChoice] = []
  ) {
    self.rules = rules
    self.outputs = outputs
    self.outputRules = outputRules
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

  /// What counts for a window: its rule's words, completed by the default policy's.
  public func policy(for window: WindowFacts) -> WindowPolicy {
    rule(for: window)?.policy.completed(by: policy) ?? policy
  }

  /// How an output is turned (W-3): by the first of `outputs` that matches, else with the device if
  /// `output` names it, or says nothing and the output is a built-in one.
  public func policy(forOutput name: String, isBuiltIn: Bool) -> OutputPolicy {
    if let rule = outputRules.first(where: { $0.match.matches(name) }) { return rule.policy }
    return outputs.map { $0.contains(name) } ?? isBuiltIn ? .auto : .leave
  }

  /// Whether an output turns with the device (W-3).
  public func manages(output: String, isBuiltIn: Bool) -> Bool {
    policy(forOutput: output, isBuiltIn: isBuiltIn) == .auto
  }
}
