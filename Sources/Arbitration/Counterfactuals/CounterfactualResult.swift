// SPDX-License-Identifier: Apache-2.0

/// How a decision ends that was taken again.
public struct CounterfactualResult: Sendable {
  let transaction: Transaction
  let rules: any RuleSet
  let isFirst: Bool

  /// The scene after it.
  public var scene: Scene { transaction.scene }
  /// What was raised, if anything.
  public var error: RotationError? { transaction.error }
  /// Whether questions went round in a cycle.
  public var isCyclic: Bool { !transaction.cycles.isEmpty }
  /// The page after it; nil if there is none.
  public var page: Page? { transaction.scene.page(rules) }
  /// What came of it.
  public var outcome: Outcome {
    OutcomeClassification(rules: rules, transaction: transaction, isFirst: isFirst).outcome
  }
}
