// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// A window that came to a live policy, or left it.
struct PolicyChange: Equatable {
  /// The policy.
  var policy: PolicyID
  /// The window.
  var window: WindowID
  /// The window's application; empty when unknown.
  var appID: String
  /// The window's title, for policies that match titles.
  var title: String
  /// Whether it came.
  var comes: Bool
}
