// SPDX-License-Identifier: Apache-2.0

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
