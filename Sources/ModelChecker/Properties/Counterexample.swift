// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// The events that break a property, from the scene after set-up on.
public struct Counterexample: Sendable, Hashable {
  /// What happens, in order; empty when set-up alone breaks it.
  public var events: [Event]
  /// The answers that it needs in place of the given ones; empty when those will do.
  public var answers: [CheckAnswer] = []
  /// Whether no shorter list breaks the property.
  public var isShortest: Bool
  /// What else has to be known to see it; nil when the events say everything.
  public var note: String?
}
