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

/// The number of a question put to a live policy; a new one for every generation.
public struct QuestionID: Sendable, Hashable {
  /// The number itself.
  public var rawValue: UInt64

  /// Takes the number.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// Which live policy gave an answer, and how long it took.
public struct Respondent: Sendable, Hashable {
  /// The policy's name.
  public var name: String
  /// Where it runs.
  public var ring: PluginRing
  // Half the size of a duration: decisions keep many.
  private var nanoseconds: Int64?

  /// How long it took by the clock of the program that asked; nil when nobody measured.
  ///
  /// It is written down as it came with the answer and decides nothing.
  public var elapsed: Duration? {
    get { nanoseconds.map { .nanoseconds($0) } }
    set { nanoseconds = newValue?.nanoseconds }
  }

  /// Names whoever answered.
  public init(name: String, ring: PluginRing, elapsed: Duration? = nil) {
    self.name = name
    self.ring = ring
    nanoseconds = elapsed?.nanoseconds
  }

  init(_ policy: LivePolicy, _ reply: Reply) {
    self.init(name: policy.name, ring: policy.ring, elapsed: reply.elapsed)
  }
}
