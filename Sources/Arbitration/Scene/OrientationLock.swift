// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What an orientation lock asks for; the words are those of the W3C Screen Orientation draft.
public enum OrientationLock: String, Sendable, Hashable, CaseIterable {
  case any
  /// The panel's own orientation.
  case natural
  /// What the display shows when the lock is set (CR-16).
  case current
  case portrait
  case landscape
  case portraitPrimary = "portrait-primary"
  case portraitSecondary = "portrait-secondary"
  case landscapePrimary = "landscape-primary"
  case landscapeSecondary = "landscape-secondary"
}

extension OrientationLock {
  /// The exact lock to one orientation; any for unknown.
  ///
  /// The angles are W3C's: 0, 90, 180 and 270 are portrait-primary, landscape-primary,
  /// portrait-secondary and landscape-secondary on a portrait panel, and landscape-primary,
  /// portrait-primary, landscape-secondary and portrait-secondary on a landscape one.
  public init(_ orientation: InterfaceOrientation) {
    switch orientation {
    case .unknown: self = .any
    case .portrait: self = .portraitPrimary
    case .portraitUpsideDown: self = .portraitSecondary
    case .landscapeRight: self = .landscapePrimary
    case .landscapeLeft: self = .landscapeSecondary
    }
  }

  /// The orientations that it allows on a panel; all for current, which has to be resolved first.
  public func mask(on panel: PanelNature) -> OrientationMask {
    switch self {
    case .any, .current: .all
    case .natural: InterfaceOrientation(transform: .normal, on: panel).mask
    case .portrait: [.portrait, .portraitUpsideDown]
    case .landscape: .landscape
    case .portraitPrimary: .portrait
    case .portraitSecondary: .portraitUpsideDown
    case .landscapePrimary: .landscapeRight
    case .landscapeSecondary: .landscapeLeft
    }
  }

  /// Whether it leaves the sensor a choice (CR-2, CR-15).
  public var isClass: Bool { self == .portrait || self == .landscape }
}
