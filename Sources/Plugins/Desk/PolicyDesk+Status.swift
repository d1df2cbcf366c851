// SPDX-License-Identifier: Apache-2.0
public import Arbitration

extension PolicyDesk {
  /// How a policy stands.
  public struct Status: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Where it runs.
    public var ring: PluginRing
    /// Whether it is not called any more.
    public var isMuted: Bool
    /// How many of its calls took too long and are not forgotten.
    public var overruns: Int
  }

  /// How all policies stand, in the order of registration.
  public var status: [Status] {
    seats.map {
      Status(
        name: $0.name, ring: $0.ring, isMuted: $0.budget.isSpent, overruns: $0.budget.count)
    }
  }
}
