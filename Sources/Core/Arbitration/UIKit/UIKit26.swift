// SPDX-License-Identifier: Apache-2.0

extension UIKitTraits {
  /// iOS 26: a controller can prefer its orientation locked (E-8, E-9).
  static let uikit26 = uikit16.changed {
    $0.version = 26
    $0.hasOrientationLock = true
  }
}
