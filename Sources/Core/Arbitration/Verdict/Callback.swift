// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A call that a controller receives during a turn (B-13, C-1, C-2).
public struct Callback: Sendable, Hashable {
  /// The calls; raw values are the words of the JSON output.
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

  /// What a controller would read at that moment.
  public struct Seen: Sendable, Hashable {
    /// Its view's size in points.
    public var bounds: Size
    /// Its own interface orientation.
    public var interface: InterfaceOrientation
    /// The status bar's orientation.
    public var statusBar: InterfaceOrientation

    /// Takes the three values.
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
  /// Which call.
  public var name: Name
  /// The orientation passed as new, where one is.
  public var to: InterfaceOrientation?
  /// The orientation passed as old, where one is.
  public var from: InterfaceOrientation?
  /// The animation's length in milliseconds, where UIKit passes one (V-7).
  public var duration: Int?
  /// What can be read inside the call.
  public var seen: Seen

  /// Describes one call.
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
