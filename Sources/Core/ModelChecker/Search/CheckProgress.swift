// SPDX-License-Identifier: Apache-2.0

/// How far a check has come.
public struct CheckProgress: Sendable, Hashable {
  /// The states found so far.
  public var states: Int
  /// Those of them whose every way on has been looked at.
  public var expanded: Int
  /// How many events the longest shortest way has so far.
  public var depth: Int
  /// The memory that the states take, in bytes.
  public var bytes: Int
}

extension CheckProgress {
  /// An exploration that has come to its end.
  init(of exploration: Exploration) {
    self.init(
      states: exploration.count, expanded: exploration.count,
      depth: exploration.depth, bytes: exploration.bytes)
  }
}
