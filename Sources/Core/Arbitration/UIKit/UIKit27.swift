// SPDX-License-Identifier: Apache-2.0

extension UIKitTraits {
  /// iOS 27: the scene's delegate replaces the app's list, the app's delegate is gone (E-10).
  static let uikit27 = uikit26.changed {
    $0.version = 27
    $0.asksSceneDelegate = true
  }
}
