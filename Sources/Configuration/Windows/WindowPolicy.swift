// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// What a configuration says of some windows; nil means that it says nothing.
public struct WindowPolicy: Equatable, Sendable {
  /// What the windows answer when they are asked.
  public var answers: DeclaredPolicy
  /// Whether they may stop a turn while they are not focused (W-7).
  public var veto: Bool?
  /// How they take part, if otherwise than the rule set has it.
  public var cure: Cure?
  /// The plug-in that answers; what it leaves open, `answers` says.
  public var plugin: String?

  /// A policy that says nothing unless told otherwise.
  public init(
    answers: DeclaredPolicy = DeclaredPolicy(), veto: Bool? = nil, cure: Cure? = nil,
    plugin: String? = nil
  ) {
    self.answers = answers
    self.veto = veto
    self.cure = cure
    self.plugin = plugin
  }

  /// This policy where it says something, else the other one, word by word.
  public func completed(by other: WindowPolicy) -> WindowPolicy {
    WindowPolicy(
      answers: DeclaredPolicy(
        autorotate: answers.autorotate ?? other.answers.autorotate,
        supported: answers.supported ?? other.answers.supported,
        preferred: answers.preferred ?? other.answers.preferred),
      veto: veto ?? other.veto, cure: cure ?? other.cure, plugin: plugin ?? other.plugin)
  }
}
