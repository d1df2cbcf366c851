// SPDX-License-Identifier: Apache-2.0

/// A window's traits from its Wayland shell and the configuration (rule set desktop).
public struct ShellTraits: Sendable, Hashable {
  /// The application's identifier; empty when unknown.
  public var appID: String
  /// The title, for rules only; it is never recorded.
  public var title: String
  /// Whether the window fills its output.
  public var isFullscreen: Bool
  /// Whether the window is minimised, or otherwise known to be invisible.
  public var isMinimized: Bool
  /// The output that shows the window; nil means any.
  public var output: OutputID?
  /// Whether the window may veto while it is not focused (W-7).
  public var mayVeto: Bool
  /// The cure for this window, in place of the rule set's.
  public var cure: Mitigation?
  /// Whether a rule exists for the window, in the configuration or by its application (W-9).
  public var hasRule: Bool
  /// The key with which the application states what the window supports; nil if none counts.
  public var statedIn: DesktopEntrySource?

  /// Creates traits, by default of a plain window.
  public init(
    appID: String = "", title: String = "", isFullscreen: Bool = false,
    isMinimized: Bool = false, output: OutputID? = nil, mayVeto: Bool = false,
    cure: Mitigation? = nil, hasRule: Bool = false,
    statedIn: DesktopEntrySource? = nil
  ) {
    self.appID = appID
    self.title = title
    self.isFullscreen = isFullscreen
    self.isMinimized = isMinimized
    self.output = output
    self.mayVeto = mayVeto
    self.cure = cure
    self.hasRule = hasRule
    self.statedIn = statedIn
  }
}

/// A key of an application's desktop file.
public struct DesktopEntrySource: Sendable, Hashable {
  /// The file's path, with `~` for the user's home.
  public var file: String
  /// The key, such as `X-Lomiri-Supported-Orientations`.
  public var key: String

  /// The file's name without the folders.
  public var fileName: Substring {
    file.lastIndex(of: "/").map { file[file.index(after: $0)...] } ?? file[...]
  }

  /// Creates a source from a file and a key.
  public init(file: String, key: String) {
    self.file = file
    self.key = key
  }
}

/// A cure that the user chooses, as a variant of a rule set or for one window.
public enum Mitigation: String, Sendable, Hashable, CaseIterable {
  /// The window gives the key window's answers (M-8).
  case followKey = "follow-key"
  /// Hidden windows are not asked (M-5 as before iOS 8).
  case ignoreHidden = "ignore-hidden"
  /// Only the key window is asked.
  case keyOnly = "key-only"
  /// Every asked window must agree (M-21).
  case intersection
}
