// SPDX-License-Identifier: Apache-2.0

extension UIKitTraits {
  /// iOS 7: containers ask their delegates for masks (B-8).
  static let uikit7 = uikit6.changed {
    $0.version = 7
    $0.asksContainerDelegates = true
  }
}
