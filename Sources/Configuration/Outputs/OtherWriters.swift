// SPDX-License-Identifier: Apache-2.0

/// What becomes of a transform that another program sets.
public enum OtherWriters: String, CaseIterable, Sendable {
  /// It stands until the device turns (W-10).
  case respect
  /// It is set back, unless that becomes a fight.
  case overrule
}
