// SPDX-License-Identifier: Apache-2.0

/// A controller shown on top of another one.
public struct Presentation: Sendable, Hashable {
  /// UIKit's presentation styles, and `alert` for a system alert controller.
  public enum Style: String, Sendable, Hashable, CaseIterable {
    case fullScreen = "full-screen"
    case overFullScreen = "over-full-screen"
    case pageSheet = "page-sheet"
    case formSheet = "form-sheet"
    case popover
    case currentContext = "current-context"
    case custom
    case alert
    case automatic
  }

  /// How it is shown.
  public var style: Style
  /// What is shown.
  public var controller: Controller

  /// Pairs a style with a controller.
  public init(style: Style, controller: Controller) {
    self.style = style
    self.controller = controller
  }
}
