// SPDX-License-Identifier: Apache-2.0

/// How long a check may go on.
public struct CheckBounds: Sendable, Hashable {
  /// The most states to find.
  public var states: Int
  /// The most memory for them, in MiB.
  public var memory: Int

  /// 50 million states and 1 GiB unless told otherwise.
  public init(states: Int = 50_000_000, memory: Int = 1024) {
    self.states = max(1, states)
    self.memory = max(1, memory)
  }
}
