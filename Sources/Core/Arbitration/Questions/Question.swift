// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A question that a live policy has to answer before a rule set can decide.
public struct Question: Sendable, Hashable {
  /// The kinds of question; raw values are those of the JSON output.
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
  /// The window for which the policy answers.
  public var window: WindowID
  /// The kind of question.
  public var kind: Kind
  /// The proposed orientation; unknown if none is proposed.
  public var proposed: InterfaceOrientation

  /// Creates a question to a policy about a window, by default without a proposed orientation.
  public init(
    policy: PolicyID, window: WindowID, kind: Kind, proposed: InterfaceOrientation = .unknown
  ) {
    self.policy = policy
    self.window = window
    self.kind = kind
    self.proposed = proposed
  }
}

/// The number of a question to a live policy; a repeated question gets a new number.
public struct QuestionID: Sendable, Hashable {
  /// The question's number.
  public var rawValue: UInt64

  /// Creates an identifier with a number.
  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// The live policy that was asked, and the time that its answer took.
public struct Respondent: Sendable, Hashable {
  /// The policy's name.
  public var name: String
  /// The ring in which the policy runs.
  public var ring: PluginRing
  // Nanoseconds; a `Duration` takes twice the memory, and decisions store many answers.
  private var nanoseconds: Int64?

  /// The time that the answer took, by the asking program's clock; `nil` if it was not measured.
  ///
  /// The time is recorded as it arrived with the answer, and does not affect decisions.
  public var elapsed: Duration? {
    get { nanoseconds.map { .nanoseconds($0) } }
    set { nanoseconds = newValue?.nanoseconds }
  }

  /// Creates a respondent; `elapsed` is the time that the answer took, `nil` if it was not
  /// measured.
  public init(name: String, ring: PluginRing, elapsed: Duration? = nil) {
    self.name = name
    self.ring = ring
    nanoseconds = elapsed?.nanoseconds
  }

  init(_ policy: LivePolicy, _ reply: Reply) {
    self.init(name: policy.name, ring: policy.ring, elapsed: reply.elapsed)
  }
}
