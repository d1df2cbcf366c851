// SPDX-License-Identifier: Apache-2.0

extension UIKitTraits {
  /// iOS 6: shouldAutorotate and masks, the app's mask limits (B-1 to B-7, B-10 to B-14).
  static let uikit6 = uikit5.changed {
    $0.version = 6
    $0.hasMasks = true
    $0.appLimits = true
    $0.asksAutorotate = true
  }
}
