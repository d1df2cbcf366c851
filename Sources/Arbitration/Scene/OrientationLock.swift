// SPDX-License-Identifier: Apache-2.0

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
