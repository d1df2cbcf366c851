// SPDX-License-Identifier: Apache-2.0

extension UIKitTraits {
  /// iOS 8 to 12: hidden windows take part, rotation is a size change (C-1 to C-11).
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
}
