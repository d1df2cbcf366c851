// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The behaviour of one UIKit version, as far as versions differ.
///
/// A later version is stated as a change of the earlier one, in a file of its own.
public struct UIKitTraits: Sendable, Hashable {
  /// The first iOS version that behaves like this.
  public var version: Int
  /// Whether masks exist, or one method asked per orientation (A-2 against B-2).
  public var hasMasks: Bool
  /// Whether the app's list and delegate limit rotation (A-1 against B-3).
  public var appLimits: Bool
  /// Whether shouldAutorotate is asked (B-2 until E-1).
  public var asksAutorotate: Bool
  /// Whether containers ask their delegates for masks (B-8).
  public var asksContainerDelegates: Bool
  /// Whether hidden windows with a root are asked (M-5).
  public var hiddenCounts: Bool
  /// The combination of the windows' answers into a decision.
  public var arbitration: WindowArbitration
  /// Whether `automatic` presentation fills the screen (V-13).
  public var automaticFillsScreen: Bool
  /// Whether alerts are controllers (C-4).
  public var alertsAreControllers: Bool
  /// Whether asking an alert for its mask runs in a cycle (C-4).
  public var alertMaskRecurses: Bool
  /// Whether pad apps can be eligible for multitasking (P-1).
  public var hasMultitasking: Bool
  /// Whether the window, and not the root view, carries the transform (V-5).
  public var windowCarriesTransform: Bool
  /// Whether the status bar hides in landscape on phones (C-6).
  public var hidesBarInLandscape: Bool
  /// Whether rotation is announced as a size change (C-1).
  public var hasSizeTransitions: Bool
  /// Whether a scene's delegate receives updates (D-2).
  public var hasSceneUpdates: Bool
  /// Whether the app may write the device's orientation (F-1, E-6).
  public var allowsForcing: Bool
  /// Whether all windows can be asked to retry (A-7 until E-2).
  public var allowsAttempts: Bool
  /// Whether the status bar can be set by hand (B-11).
  public var allowsManualBar: Bool
  /// Whether updates and geometry requests exist (E-2, E-4).
  public var hasGeometryRequests: Bool
  /// Whether a controller can prefer its orientation locked (E-8).
  public var hasOrientationLock: Bool
  /// Whether the scene's delegate, not the app's, replaces the list (E-10).
  public var asksSceneDelegate: Bool

  /// Returns whether an app is eligible for pad multitasking, which voids its answers (P-1, P-2).
  public func isMultitasking(_ scene: Scene) -> Bool {
    guard hasMultitasking, scene.device.idiom == .pad, !scene.app.requiresFullScreen,
      scene.app.hasLaunchStoryboard
    else { return false }
    guard let list = scene.app.list(on: .pad) else { return true }
    return InterfaceOrientation.fallbackOrder.allSatisfy { list.contains($0) }
  }

  /// Returns these traits with some changed.
  func changed(_ change: (inout UIKitTraits) -> Void) -> UIKitTraits {
    var traits = self
    change(&traits)
    return traits
  }
}

/// The ways to combine the answers of several windows into a decision.
public enum WindowArbitration: String, Sendable, Hashable, CaseIterable {
  /// Each window decides for itself and writes the status bar (M-1 to M-4).
  case autonomous
  /// The page's window decides for all.
  case keyOnly = "key-only"
  /// Every asked window has to accept (M-21).
  case intersection
  /// One window decides for the scene (M-23).
  case sceneWide = "scene-wide"
}
