// SPDX-License-Identifier: Apache-2.0

/// What came of an event; the first that applies, in this order.
public enum Outcome: String, Sendable, Hashable, CaseIterable {
  case exception
  /// Error 101, or a forced orientation from iOS 16 on (E-5, E-6).
  case refused
  /// Status bar and page differ afterwards.
  case split
  /// The page's orientation changed and the bar agrees.
  case turned
  /// Put off by a disable count, a running turn or the background.
  case deferred
  /// Another orientation was asked for and neither page nor bar moved.
  case blocked
  case unchanged
}
