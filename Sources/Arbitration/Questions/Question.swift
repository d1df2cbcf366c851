// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One question that a rule set still has to put to a live policy.
public struct Question: Sendable, Hashable {
  /// What can be asked; raw values are the words of the JSON output.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case shouldAutorotate = "should-autorotate"
    case supported
    case preferred
    case legacy
    case appSupported = "app-supported"
    case orientationLocked = "orientation-locked"
  }

  /// The policy to ask.
  public var policy: PolicyID
  /// The window that it answers for.
  public var window: WindowID
  /// What is asked.
  public var kind: Kind
  /// The orientation that would be turned to; unknown where none is proposed.
  public var proposed: InterfaceOrientation

  /// Puts a question to a policy.
  public init(
    policy: PolicyID, window: WindowID, kind: Kind, proposed: InterfaceOrientation = .unknown
  ) {
    self.policy = policy
    self.window = window
    self.kind = kind
    self.proposed = proposed
  }
}
