// SPDX-License-Identifier: Apache-2.0

/// What a rule set says: it decided, raised something, or needs more answers first.
public enum Decision: Sendable, Hashable {
  case decided
  case raised(RotationError)
  /// The sink holds the questions; whatever else it holds is void.
  case needsAnswers
}
