// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A callback that a controller receives during a rotation (B-13, C-1, C-2).
public struct Callback: Sendable, Hashable {
  /// The kinds of callback; raw values are those of the JSON output.
  public enum Name: String, Sendable, Hashable, CaseIterable {
    case willRotate = "will-rotate"
    case willAnimateRotation = "will-animate-rotation"
    case didRotate = "did-rotate"
    case viewWillLayoutSubviews = "view-will-layout-subviews"
    case layoutSubviews = "layout-subviews"
    case viewDidLayoutSubviews = "view-did-layout-subviews"
    case willTransitionTraits = "will-transition-traits"
    case viewWillTransition = "view-will-transition"
    case animateAlongside = "animate-alongside"
    case transitionCompleted = "transition-completed"
    case sceneDidUpdate = "scene-did-update"
    case sceneDidUpdateGeometry = "scene-did-update-geometry"
  }

  /// The values that a controller could read at that moment.
  public struct Seen: Sendable, Hashable {
    /// The size of the controller's view in points.
    public var bounds: Size
    /// The controller's own interface orientation.
    public var interface: InterfaceOrientation
    /// The status bar's orientation.
    public var statusBar: InterfaceOrientation

    /// Creates the three values.
    public init(bounds: Size, interface: InterfaceOrientation, statusBar: InterfaceOrientation) {
      self.bounds = bounds
      self.interface = interface
      self.statusBar = statusBar
    }
  }

  /// The controller's window.
  public var window: WindowID
  /// The controller.
  public var controller: String
  /// The kind of callback.
  public var name: Name
  /// The orientation passed as new, where one is.
  public var to: InterfaceOrientation?
  /// The orientation passed as old, where one is.
  public var from: InterfaceOrientation?
  /// The animation's duration in milliseconds, where UIKit passes one (V-7).
  public var duration: Int?
  /// The values that can be read inside the callback.
  public var seen: Seen

  /// Creates a record of one callback.
  public init(
    window: WindowID, controller: String, name: Name, to: InterfaceOrientation? = nil,
    from: InterfaceOrientation? = nil, duration: Int? = nil, seen: Seen
  ) {
    self.window = window
    self.controller = controller
    self.name = name
    self.to = to
    self.from = from
    self.duration = duration
    self.seen = seen
  }
}
