// SPDX-License-Identifier: Apache-2.0

/// The progress of a check.
public struct CheckProgress: Sendable, Hashable {
  /// The number of states found.
  public var states: Int
  /// The number of states whose transitions were all tried.
  public var expanded: Int
  /// The number of events of the longest shortest path so far.
  public var depth: Int
  /// The memory of the states, in bytes.
  public var bytes: Int
}

extension CheckProgress {
  /// Creates the progress of a finished exploration.
  init(of exploration: Exploration) {
    self.init(
      states: exploration.count, expanded: exploration.count,
      depth: exploration.depth, bytes: exploration.bytes)
  }
}
