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

  /// The style of the presentation.
  public var style: Style
  /// The presented controller.
  public var controller: Controller

  /// Creates a presentation.
  public init(style: Style, controller: Controller) {
    self.style = style
    self.controller = controller
  }
}
