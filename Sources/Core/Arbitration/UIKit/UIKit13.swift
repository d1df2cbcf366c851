// SPDX-License-Identifier: Apache-2.0

extension UIKitTraits {
  /// iOS 13 to 15: scenes, and a default presentation that does not fill the screen (D-1 to D-6).
  static let uikit13 = uikit8.changed {
    $0.version = 13
    $0.automaticFillsScreen = false
    $0.alertMaskRecurses = false
    $0.hasSceneUpdates = true
  }
}
