// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The behaviour of one UIKit version, as far as versions differ.
///
/// A later version's traits are derived from the previous version's.
public struct UIKitTraits: Sendable, Hashable {
  /// The first iOS version with this behaviour; 5 also stands for earlier versions.
  public var version: Int
  /// Whether controllers have masks; otherwise one method is asked for each orientation (A-2, B-2).
  public var hasMasks: Bool
  /// Whether the app's list and delegate limit rotation (A-1, B-3).
  public var appLimits: Bool
  /// Whether shouldAutorotate is asked (since B-2, until E-1).
  public var asksAutorotate: Bool
  /// Whether containers ask their delegates for masks (B-8).
  public var asksContainerDelegates: Bool
  /// Whether hidden windows with a root are asked (M-5).
  public var hiddenCounts: Bool
  /// The way in which the windows' answers are combined into a decision.
  public var arbitration: WindowArbitration
  /// Whether the presentation style `automatic` fills the screen (V-13).
  public var automaticFillsScreen: Bool
  /// Whether alerts are controllers (C-4).
  public var alertsAreControllers: Bool
  /// Whether asking an alert for its mask never ends (C-4).
  public var alertMaskRecurses: Bool
  /// Whether pad apps can be eligible for multitasking (P-1).
  public var hasMultitasking: Bool
  /// Whether the window rather than the root view has the transform (V-5).
  public var windowCarriesTransform: Bool
  /// Whether the status bar hides in landscape on phones (C-6).
  public var hidesBarInLandscape: Bool
  /// Whether a rotation is announced as a size change (C-1).
  public var hasSizeTransitions: Bool
  /// Whether a scene's delegate receives updates (D-2).
  public var hasSceneUpdates: Bool
  /// Whether the app may write the device's orientation (F-1, E-6).
  public var allowsForcing: Bool
  /// Whether an app can ask all windows to retry a rotation (since A-7, until E-2).
  public var allowsAttempts: Bool
  /// Whether an app can set the status bar's orientation itself (B-11).
  public var allowsManualBar: Bool
  /// Whether an app can announce changed masks and request orientations (E-2, E-4).
  public var hasGeometryRequests: Bool
  /// Whether a controller can prefer a locked orientation (E-8).
  public var hasOrientationLock: Bool
  /// Whether the mask of the scene's delegate, instead of the app delegate's, replaces the list
  /// (E-10).
  public var asksSceneDelegate: Bool

  /// Returns whether an app is eligible for multitasking on a pad, which voids its answers (P-1,
  /// P-2).
  public func isMultitasking(_ scene: Scene) -> Bool {
    guard hasMultitasking, scene.device.idiom == .pad, !scene.app.requiresFullScreen,
      scene.app.hasLaunchStoryboard
    else { return false }
    guard let list = scene.app.list(on: .pad) else { return true }
    return InterfaceOrientation.fallbackOrder.allSatisfy { list.contains($0) }
  }

  private func changed(_ change: (inout UIKitTraits) -> Void) -> UIKitTraits {
    var traits = self
    change(&traits)
    return traits
  }
}

extension UIKitTraits {
  /// iOS 5 and earlier: one method per orientation, the app's list is a hint.
  static let uikit5 = UIKitTraits(
    version: 5, hasMasks: false, appLimits: false, asksAutorotate: false,
    asksContainerDelegates: false, hiddenCounts: false, arbitration: .autonomous,
    automaticFillsScreen: true, alertsAreControllers: false, alertMaskRecurses: false,
    hasMultitasking: false, windowCarriesTransform: false, hidesBarInLandscape: false,
    hasSizeTransitions: false, hasSceneUpdates: false, allowsForcing: true, allowsAttempts: true,
    allowsManualBar: true, hasGeometryRequests: false, hasOrientationLock: false,
    asksSceneDelegate: false)

  /// iOS 6: shouldAutorotate and masks, the app's mask limits (B-1 to B-7, B-10 to B-14).
  static let uikit6 = uikit5.changed {
    $0.version = 6
    $0.hasMasks = true
    $0.appLimits = true
    $0.asksAutorotate = true
  }

  /// iOS 7: containers ask their delegates for masks (B-8).
  static let uikit7 = uikit6.changed {
    $0.version = 7
    $0.asksContainerDelegates = true
  }

  /// iOS 8 to 12: hidden windows take part, a rotation is announced as a size change (C-1 to C-11).
  static let uikit8 = uikit7.changed {
    $0.version = 8
    $0.hiddenCounts = true
    $0.alertsAreControllers = true
    $0.alertMaskRecurses = true
    $0.hasMultitasking = true
    $0.windowCarriesTransform = true
    $0.hidesBarInLandscape = true
    $0.hasSizeTransitions = true
  }

  /// iOS 13 to 15: scenes, and a default presentation that does not fill the screen (D-1 to D-6).
  static let uikit13 = uikit8.changed {
    $0.version = 13
    $0.automaticFillsScreen = false
    $0.alertMaskRecurses = false
    $0.hasSceneUpdates = true
  }

  /// iOS 16 to 18: one orientation per scene, shouldAutorotate has no effect (E-1 to E-7).
  static let uikit16 = uikit13.changed {
    $0.version = 16
    $0.asksAutorotate = false
    $0.hiddenCounts = false
    $0.arbitration = .sceneWide
    $0.allowsForcing = false
    $0.allowsAttempts = false
    $0.allowsManualBar = false
    $0.hasGeometryRequests = true
  }

  /// iOS 26: a controller can prefer a locked orientation (E-8).
  static let uikit26 = uikit16.changed {
    $0.version = 26
    $0.hasOrientationLock = true
  }

  /// iOS 27: the mask of the scene's delegate replaces the app's list, the app delegate's mask is
  /// gone (E-10).
  static let uikit27 = uikit26.changed {
    $0.version = 27
    $0.asksSceneDelegate = true
  }
}

/// The ways in which the answers of several windows are combined into a decision.
public enum WindowArbitration: String, Sendable, Hashable, CaseIterable {
  /// Each window decides for itself and can write the status bar (M-1 to M-4).
  case autonomous
  /// The page's window decides for all.
  case keyOnly = "key-only"
  /// Every asked window has to accept (M-21).
  case intersection
  /// One window decides for the scene (M-23).
  case sceneWide = "scene-wide"
}
