// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// A window as its policy sees it, and what would become of it.
///
/// The title is not among it: titles can be private, and rules that match them are enough.
public struct PolicyQuery: Sendable, Hashable {
  /// The window's number; it is never given to another window.
  public var window: WindowID
  /// The application's identifier; empty when unknown.
  public var appID: String
  /// What would be turned to; unknown where nothing is proposed.
  public var proposed: InterfaceOrientation
  /// How the window is shown now.
  public var current: InterfaceOrientation
  /// Whether it has the focus.
  public var isFocused: Bool
  /// Whether it fills its output.
  public var isFullscreen: Bool
  /// Whether it is minimised or hidden.
  public var isHidden: Bool
  /// Whether it may stop a turn although it is not focused.
  public var mayVeto: Bool

  /// A plain window in portrait unless told otherwise.
  public init(
    window: WindowID, appID: String = "", proposed: InterfaceOrientation = .unknown,
    current: InterfaceOrientation = .portrait, isFocused: Bool = false,
    isFullscreen: Bool = false, isHidden: Bool = false, mayVeto: Bool = false
  ) {
    self.window = window
    self.appID = appID
    self.proposed = proposed
    self.current = current
    self.isFocused = isFocused
    self.isFullscreen = isFullscreen
    self.isHidden = isHidden
    self.mayVeto = mayVeto
  }

  /// A window of a scene; one that is gone is only a number.
  public init(_ id: WindowID, proposed: InterfaceOrientation = .unknown, in scene: Scene) {
    self.init(window: id, proposed: proposed)
    guard let index = scene.index(of: id) else { return }
    appID = scene.windows[index].shell.appID
    current = scene.windows[index].orientation
    isFocused = scene.keyWindow == id
    isFullscreen = scene.windows[index].shell.isFullscreen
    isHidden = scene.windows[index].isHidden || scene.windows[index].shell.isMinimized
    mayVeto = scene.windows[index].shell.mayVeto
  }
}
