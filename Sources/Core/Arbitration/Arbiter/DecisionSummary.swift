// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// How a decision ended, without its reasons: a verdict's small brother.
public struct DecisionSummary: Sendable, Hashable {
  /// The step, counted from 0.
  public internal(set) var step: Int
  /// What came of it.
  public let outcome: Outcome
  /// How the page is turned; nil if there is none.
  public let page: InterfaceOrientation?
  /// How the status bar is turned.
  public let statusBar: InterfaceOrientation
  /// What was raised, if anything.
  public let error: RotationError?
  /// The conflicts that stand.
  public internal(set) var conflicts: [Conflict]
  /// What is wanted of each output, in their order.
  public let desired: [Transform]

  init(step: Int, outcome: Outcome, after: Scene, error: RotationError?, conflicts: [Conflict]) {
    self.step = step
    self.outcome = outcome
    page = after.pageIndex.map { after.windows[$0].orientation }
    statusBar = after.statusBar.orientation
    self.error = error
    self.conflicts = conflicts
    desired = after.outputs.map(\.desired)
  }

  /// What is left of a verdict without its reasons.
  public init(_ verdict: Verdict) {
    self.init(
      step: verdict.step, outcome: verdict.outcome, after: verdict.after, error: verdict.error,
      conflicts: verdict.conflicts)
  }

  /// Whether anything a person could see, or be blamed for, came out otherwise.
  public func differs(from other: DecisionSummary) -> Bool {
    var other = other
    other.step = step
    return self != other
  }
}
