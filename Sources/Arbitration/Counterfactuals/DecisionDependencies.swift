// SPDX-License-Identifier: Apache-2.0

/// On whom a decision hangs as a whole, and what is left to all other windows.
public struct DecisionDependencies: Sendable, Hashable {
  /// What the other windows do.
  public enum Rest: Sendable, Hashable {
    /// Each decides for itself: all contributions, one after the other, are the whole decision.
    case decides
    /// They consent or not: decisions whose contributions add up to the same end alike.
    case consents
  }

  /// The windows whose being there says who is the page and who decides; some may be named twice.
  public var present: [WindowID]
  /// The windows whose answers count for more than their contributions.
  public var heard: [WindowID]
  /// Whether app, delegate and device have a say in what there is to decide.
  public var asksSettings: Bool { !voters.isEmpty }
  /// The windows that have a say in what there is to decide; all others add nothing.
  public var voters: [WindowID]
  /// What the others do, as long as the first stay and the second answer as they do.
  public var rest: Rest

  /// Names the windows.
  public init(present: [WindowID], heard: [WindowID], voters: [WindowID], rest: Rest) {
    self.present = present
    self.heard = heard
    self.voters = voters
    self.rest = rest
  }
}
