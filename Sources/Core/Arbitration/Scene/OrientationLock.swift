// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A lock of rotation; raw values, except `current`, are those of the W3C Screen Orientation draft.
public enum OrientationLock: String, Sendable, Hashable, CaseIterable {
  case any
  /// The orientation of the panel's native mode.
  case natural
  /// The orientation that the display shows when the lock is set (CR-16).
  case current
  case portrait
  case landscape
  case portraitPrimary = "portrait-primary"
  case portraitSecondary = "portrait-secondary"
  case landscapePrimary = "landscape-primary"
  case landscapeSecondary = "landscape-secondary"
}

/// The table that defines the primary portrait orientation of a natively landscape panel.
///
/// On a portrait panel the tables agree: the angles 0, 90, 180 and 270 are portrait-primary,
/// landscape-primary, portrait-secondary and landscape-secondary. On a landscape panel 0 is
/// landscape-primary and 180 landscape-secondary; the tables differ in 90 and 270.
public enum PrimaryOrientations: Sendable, Hashable, CaseIterable {
  /// Portrait-primary is 90 degrees, with the right edge up, as in the W3C draft.
  case w3c
  /// Portrait-primary is 270 degrees, with the left edge up (AN-18, CR-20).
  case android

  /// Returns whether the table exchanges primary and secondary portrait on a panel, compared with
  /// the W3C draft.
  fileprivate func exchangesPortraits(on panel: PanelNature) -> Bool {
    self == .android && panel == .landscape
  }
}

extension OrientationLock {
  /// Creates the exact lock to one orientation on a panel; `any` for an unknown orientation.
  public init(
    _ orientation: InterfaceOrientation, on panel: PanelNature = .portrait,
    by primaries: PrimaryOrientations = .w3c
  ) {
    let isExchanged = primaries.exchangesPortraits(on: panel)
    switch orientation {
    case .unknown: self = .any
    case .portrait: self = isExchanged ? .portraitSecondary : .portraitPrimary
    case .portraitUpsideDown: self = isExchanged ? .portraitPrimary : .portraitSecondary
    case .landscapeRight: self = .landscapePrimary
    case .landscapeLeft: self = .landscapeSecondary
    }
  }

  /// Returns the orientations that the lock allows on a panel; all for an unresolved `current`.
  public func mask(
    on panel: PanelNature, by primaries: PrimaryOrientations = .w3c
  ) -> OrientationMask {
    let isExchanged = primaries.exchangesPortraits(on: panel)
    return switch self {
    case .any, .current: .all
    case .natural: InterfaceOrientation(transform: .normal, on: panel).mask
    case .portrait: [.portrait, .portraitUpsideDown]
    case .landscape: .landscape
    case .portraitPrimary: isExchanged ? .portraitUpsideDown : .portrait
    case .portraitSecondary: isExchanged ? .portrait : .portraitUpsideDown
    case .landscapePrimary: .landscapeRight
    case .landscapeSecondary: .landscapeLeft
    }
  }

  /// Whether the lock is to portrait or landscape, so that the sensor has a choice of two
  /// orientations (CR-2, CR-15).
  public var isClass: Bool { self == .portrait || self == .landscape }
}

extension OrientationLock {
  /// The accepted names of locks: raw values except `any`, and the configuration's names of single
  /// orientations.
  public static let words =
    [current, portrait, landscape, natural].map { $0.rawValue } + [uprightWord] + exactNames
    + [portraitPrimary, portraitSecondary, landscapePrimary, landscapeSecondary].map { $0.rawValue }

  // `portrait` names the class; the exact names are portrait-primary and upright.
  private static let uprightWord = "upright"
  private static let exactNames = InterfaceOrientation.fallbackOrder.dropFirst().map { $0.name }

  /// Creates the named lock; `nil` for any other name.
  public init?(word: String) {
    guard Self.words.contains(word) else { return nil }
    if word == Self.uprightWord {
      self = .portraitPrimary
    } else if Self.exactNames.contains(word), let orientation = InterfaceOrientation(name: word) {
      self.init(orientation)
    } else {
      self.init(rawValue: word)
    }
  }
}
