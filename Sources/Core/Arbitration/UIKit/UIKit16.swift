// SPDX-License-Identifier: Apache-2.0

extension UIKitTraits {
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
}
