// SPDX-License-Identifier: Apache-2.0

/// The bounds of a check.
public struct CheckBounds: Sendable, Hashable {
  /// The largest number of states.
  public var states: Int
  /// The largest memory for states, in MiB.
  public var memory: Int

  /// Creates bounds, by default 50 million states and 1 GiB.
  public init(states: Int = 50_000_000, memory: Int = 1024) {
    self.states = max(1, states)
    self.memory = max(1, memory)
  }
}
