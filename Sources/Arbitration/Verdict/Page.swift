// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The topmost controller of the key window, and how it is turned (format:page).
public struct Page: Sendable, Hashable {
  /// Its window.
  public var window: WindowID
  /// Its controller; nil when the window has no root.
  public var controller: String?
  /// How it is turned.
  public var orientation: InterfaceOrientation

  /// Describes a page.
  public init(window: WindowID, controller: String?, orientation: InterfaceOrientation) {
    self.window = window
    self.controller = controller
    self.orientation = orientation
  }
}
