// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The app's own settings: property-list keys and delegates (B-4, V-10, V-14).
public struct App: Sendable, Hashable {
  /// UISupportedInterfaceOrientations in its order; nil when absent.
  public var supported: [InterfaceOrientation]?
  /// The pad's variant of the list; nil when absent.
  public var supportedOnPad: [InterfaceOrientation]?
  /// Whether UIRequiresFullScreen is set (pad only; P-3).
  public var requiresFullScreen: Bool
  /// Whether there is a launch storyboard (P-1).
  public var hasLaunchStoryboard: Bool
  /// The app delegate's masks; nil when not implemented (B-4).
  public var delegate: DelegateMasks?
  /// The window scene delegate's mask (E-10); nil when not implemented.
  public var sceneDelegate: OrientationMask?

  /// Creates an app, by default without any settings.
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

  /// Returns the list for an idiom; nil when the app has none (V-10).
  public func list(on idiom: Idiom) -> [InterfaceOrientation]? {
    idiom == .pad ? supportedOnPad ?? supported : supported
  }
}
