// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// A policy for the windows that fit.
public struct WindowRule: Equatable, Sendable {
  /// What the application's identifier has to be; nil means any.
  public var appID: TextPattern?
  /// What the title has to be; nil means any.
  public var title: TextPattern?
  /// What the name of an output that it is on has to be; nil means any, or none.
  public var output: Glob?
  /// What the window has to be; nil means anything.
  public var role: WindowRole?
  /// What is said of such windows.
  public var policy: WindowPolicy

  /// A rule that fits every window unless told otherwise.
  public init(
    appID: TextPattern? = nil, title: TextPattern? = nil, output: Glob? = nil,
    role: WindowRole? = nil, policy: WindowPolicy
  ) {
    self.appID = appID
    self.title = title
    self.output = output
    self.role = role
    self.policy = policy
  }

  /// Whether a window is one of those that the rule is about.
  public func matches(_ window: WindowFacts) -> Bool {
    (appID?.matches(window.appID) ?? true) && (title?.matches(window.title) ?? true)
      && (role.map { $0 == window.role } ?? true)
      && (output.map { output in window.outputs.contains { output.matches($0) } } ?? true)
  }
}

/// What a window is to its application and its session.
public enum WindowRole: String, CaseIterable, Sendable {
  /// A window of its own.
  case main
  /// A window that belongs to another one, as a dialog does.
  case dialog
  /// What covers everything while the session is locked.
  case lockScreen = "lock-screen"
}

/// What a configuration says of some windows; nil means that it says nothing.
public struct WindowPolicy: Equatable, Sendable {
  /// What the windows answer when they are asked.
  public var answers: DeclaredPolicy
  /// Whether they may stop a turn while they are not focused (W-7).
  public var veto: Bool?
  /// How they take part, if otherwise than the rule set has it.
  public var cure: Mitigation?
  /// The plug-in that answers; what it leaves open, `answers` says.
  public var plugin: String?

  /// A policy that says nothing unless told otherwise.
  public init(
    answers: DeclaredPolicy = DeclaredPolicy(), veto: Bool? = nil, cure: Mitigation? = nil,
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

/// What rules compare of a window.
public struct WindowFacts: Equatable, Sendable {
  /// The application's identifier, perhaps empty.
  public var appID: String
  /// The title, perhaps empty.
  public var title: String
  /// The names of the outputs that it is on.
  public var outputs: [String]
  /// What it is to its application and its session.
  public var role: WindowRole

  /// A window of its own on no known output unless told otherwise.
  public init(appID: String, title: String = "", outputs: [String] = [], role: WindowRole = .main) {
    self.appID = appID
    self.title = title
    self.outputs = outputs
    self.role = role
  }
}
