// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// Who stood in the way of one goal, and what would have reached it.
public struct BlameFinding: Sendable {
  /// What was to be reached.
  public let goal: BlameGoal
  /// The parties of every minimal repair: sets of which no part is enough.
  public let repairable: [[Amendment.Subject]]
  /// The repairs, the most applicable first.
  ///
  /// Up to two parties in every way in which they can change; more of them in like ways only.
  public let repairs: [Repair]
  /// The minimal sets of parties whose answers together exclude the goal.
  public let conflicts: [[Amendment.Subject]]
  /// How many changes at once were tried without a gap; nil when all are found.
  public let searchedTo: Int?

  /// Whether there is no other minimal repair.
  public var isComplete: Bool { searchedTo == nil }

  /// How many answers must change at once, counting this party's; nil for one without blame.
  ///
  /// Its responsibility is one divided by that number (Chockler and Halpern).
  public func share(of subject: Amendment.Subject) -> Int? {
    repairable.filter { $0.contains(subject) }.map(\.count).min()
  }
}
