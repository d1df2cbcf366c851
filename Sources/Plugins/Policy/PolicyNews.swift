// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// Something that a policy is told.
public enum PolicyNews: Sendable, Hashable {
  /// A window belongs to the policy from now on.
  case appeared(PolicyQuery)
  /// A window belongs to it no longer: it closed, or somebody else answers for it.
  case gone(WindowID)
  /// A decision was made in which the policy was asked about this window, and this came of it.
  case decided(PolicyQuery, Outcome)
}
