// SPDX-License-Identifier: Apache-2.0

/// What a repair is to achieve.
public enum BlameGoal: String, Sendable, Hashable, CaseIterable {
  /// Status bar and page agree, no other shown window differs, nothing is raised.
  case agreement
  /// The page turns to what was asked for, nothing is raised.
  case turn
}
