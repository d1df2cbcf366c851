// SPDX-License-Identifier: Apache-2.0

/// An exception or an error that a decision raised.
public struct RotationError: Sendable, Hashable {
  /// UIKit's names of the errors.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    case invalidInterfaceOrientation = "UIApplicationInvalidInterfaceOrientation"
    case sceneError101 = "UISceneErrorDomain-101"
  }

  /// UIKit's name of the error.
  public var name: Name
  /// The rule: or E-5.
  public var rule: RuleID
  /// The window whose evaluation raised the error; for error 101 the requesting one.
  public var window: WindowID
  /// The controller whose answer raised the error, for error 101 the topmost of the requesting
  /// window; nil for a window without one.
  public var controller: String?

  /// Creates an error.
  public init(name: Name, rule: RuleID, window: WindowID, controller: String?) {
    self.name = name
    self.rule = rule
    self.window = window
    self.controller = controller
  }

  /// Whether the error ends the app's run; an error handler's error does not (E-5).
  public var isException: Bool { name == .invalidInterfaceOrientation }
}
