// SPDX-License-Identifier: Apache-2.0

/// How answers make a decision, as far as the search for blame can rely on it.
public enum Aggregation: Sendable, Hashable, CaseIterable {
  /// One window decides for all.
  case one
  /// Every window asked has to accept.
  case all
  /// Each window decides for itself, and any of them moves what all share.
  case any
  /// Nothing is known: only trying tells.
  case unknown
}
