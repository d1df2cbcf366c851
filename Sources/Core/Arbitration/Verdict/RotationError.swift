// SPDX-License-Identifier: Apache-2.0

/// An exception or an error that a decision raised.
public struct RotationError: Sendable, Hashable {
  /// The names that UIKit gives.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    case invalidInterfaceOrientation = "UIApplicationInvalidInterfaceOrientation"
    case sceneError101 = "UISceneErrorDomain-101"
  }

  /// UIKit's name for it.
  public var name: Name
  /// or E-5.
  public var rule: RuleID
  /// The window whose evaluation raised it; of error 101 the one that asked.
  public var window: WindowID
  /// The controller whose answer raised it, or that is topmost where it was asked for; nil for a
  /// window without one.
  public var controller: String?

  /// Describes what was raised.
  public init(name: Name, rule: RuleID, window: WindowID, controller: String?) {
    self.name = name
    self.rule = rule
    self.window = window
    self.controller = controller
  }

  /// Whether the run of the app ends with it; an error handler's error is survived (E-5).
  public var isException: Bool { name == .invalidInterfaceOrientation }
}
