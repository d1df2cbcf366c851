// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The app's own settings: property-list keys and delegates (B-4, V-10, V-14).
public struct App: Sendable, Hashable {
  /// UISupportedInterfaceOrientations in its order; nil when absent.
  public var supported: [InterfaceOrientation]?
  /// The pad's variant of the list; nil when absent.
  public var supportedOnPad: [InterfaceOrientation]?
  /// UIRequiresFullScreen (pad only; P-3).
  public var requiresFullScreen: Bool
  /// Whether there is a launch storyboard (P-1).
  public var hasLaunchStoryboard: Bool
  /// The app delegate's masks; nil when not implemented (B-4).
  public var delegate: DelegateMasks?
  /// The window scene delegate's mask (E-10); nil when not implemented.
  public var sceneDelegate: OrientationMask?

  /// An app without any settings unless told otherwise.
  public init(
    supported: [InterfaceOrientation]? = nil, supportedOnPad: [InterfaceOrientation]? = nil,
    requiresFullScreen: Bool = false, hasLaunchStoryboard: Bool = true,
    delegate: DelegateMasks? = nil, sceneDelegate: OrientationMask? = nil
  ) {
    self.supported = supported
    self.supportedOnPad = supportedOnPad
    self.requiresFullScreen = requiresFullScreen
    self.hasLaunchStoryboard = hasLaunchStoryboard
    self.delegate = delegate
    self.sceneDelegate = sceneDelegate
  }

  /// The list that applies on an idiom; nil when the app says nothing (V-10).
  public func list(on idiom: Idiom) -> [InterfaceOrientation]? {
    idiom == .pad ? supportedOnPad ?? supported : supported
  }
}
