// SPDX-License-Identifier: Apache-2.0

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
}
