// SPDX-License-Identifier: Apache-2.0
/// What a person has written down for the daemon: the rule set, the outputs and the windows' policies.
public struct Configuration: Equatable, Sendable {
  /// The name of the rule set, such as desktop+follow-key.
  public var rules: String
  /// The outputs that turn with the device; nil means built-in panels and headless outputs.
  public var outputs: [String]?
  /// What makes orientations of readings.
  public var judge: JudgeChoice
  /// What counts for a window as far as its rule says nothing.
  public var policy: WindowPolicy
  /// The rules for windows; the first that matches counts.
  public var windows: [WindowRule]

  /// The rule set that is used where none is named.
  public static let defaultRules = "desktop"

  /// The defaults unless told otherwise: every window lets every turn happen.
  public init(
    rules: String = Configuration.defaultRules, outputs: [String]? = nil,
    judge: JudgeChoice = JudgeChoice(), policy: WindowPolicy = WindowPolicy(),
    windows: [WindowRule] = []
  ) {
    self.rules = rules
    self.outputs = outputs
    self.judge = judge
    self.policy = policy
    self.windows = windows
  }

  /// The rule that counts for a window; nil when none matches.
  public func rule(appID: String, title: String) -> WindowRule? {
    windows.first { $0.matches(appID: appID, title: title) }
  }

  /// What counts for a window: its rule's words, completed by the default policy's.
  public func policy(appID: String, title: String) -> WindowPolicy {
    rule(appID: appID, title: title)?.policy.completed(by: policy) ?? policy
  }

  /// Whether an output turns with the device (W-3).
  public func manages(output: String, isBuiltIn: Bool) -> Bool {
    outputs.map { $0.contains(output) } ?? isBuiltIn
  }
}
