// SPDX-License-Identifier: Apache-2.0

/// A cure that people ask for, as a variant of a rule set or for one window.
public enum Mitigation: String, Sendable, Hashable, CaseIterable {
  /// The window answers what the key window answers (M-8).
  case followKey = "follow-key"
  /// Hidden windows are not asked (M-5 as before iOS 8).
  case ignoreHidden = "ignore-hidden"
  /// Only the key window is asked.
  case keyOnly = "key-only"
  /// Every asked window must agree (M-21).
  case intersection
}
