// SPDX-License-Identifier: Apache-2.0

/// A policy for the windows whose application and title fit.
public struct WindowRule: Equatable, Sendable {
  /// What the application's identifier has to be; nil means any.
  public var appID: Glob?
  /// What the title has to be; nil means any.
  public var title: Glob?
  /// What is said of such windows.
  public var policy: WindowPolicy

  /// A rule that fits every window unless told otherwise.
  public init(appID: Glob? = nil, title: Glob? = nil, policy: WindowPolicy) {
    self.appID = appID
    self.title = title
    self.policy = policy
  }

  /// Whether a window is one of those that the rule is about.
  public func matches(appID: String, title: String) -> Bool {
    (self.appID?.matches(appID) ?? true) && (self.title?.matches(title) ?? true)
  }
}
