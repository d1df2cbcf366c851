// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// One decision taken again with other answers: same event, same rules, same live answers.
///
/// It sees a verdict only; what it says is what the rule set itself decides.
public struct Counterfactual: Sendable {
  /// The decision in question.
  public let verdict: Verdict
  /// The rules by which it was made.
  public let rules: any RuleSet

  /// Takes up a verdict that a rule set gave.
  public init(of verdict: Verdict, rules: any RuleSet) {
    self.verdict = verdict
    self.rules = rules
  }

  /// The rules as ones that say how decisions are made up; nil where only trying tells.
  public var searchable: (any RepairSearchable)? { rules as? any RepairSearchable }

  /// The scene with the event and other answers in it, and nothing decided yet.
  public func start(_ interventions: [Intervention] = []) -> Scene {
    transaction(interventions).start
  }

  /// The orientation asked for, also by a turn that the user's lock kept from being felt.
  public var requested: InterfaceOrientation? {
    if let requested = verdict.requested { return requested }
    guard verdict.before.device.isRotationLocked, case .device(.turned) = verdict.event else {
      return nil
    }
    let free = transaction([Intervention(.lock, .agrees)])
    return rules.request(of: free.event, before: free.before, after: free.start)
  }

  /// How the event ends with other answers; nil when a live policy would have to be asked anew.
  public func ending(_ interventions: [Intervention]) -> CounterfactualResult? {
    ending(transaction(interventions))
  }

  /// How this event, or another, ends in the scene before it, or in another, with a change made to
  /// it; nil when a live policy would have to be asked anew.
  ///
  /// The change is made once more after the event, which can bring windows and answers of its own.
  public func ending(
    of event: Event? = nil, in scene: Scene? = nil,
    changing change: (inout Scene) -> Void = { _ in }
  ) -> CounterfactualResult? {
    var before = scene ?? verdict.before
    change(&before)
    return ending(
      Transaction(event: event ?? verdict.event, before: before, rules: rules, changing: change))
  }

  private func ending(_ begun: Transaction) -> CounterfactualResult? {
    var transaction = begun
    transaction.answers = verdict.answers
    let isFirst = verdict.step == 0 && transaction.event == .setUp
    return transaction.decided(rules, keeping: .result).map {
      CounterfactualResult(transaction: $0, rules: rules, isFirst: isFirst)
    }
  }

  /// The decision with other answers, to be looked at before it is taken; nil where the rule set
  /// does not say how decisions are made up.
  public func prepared(_ interventions: [Intervention]) -> PreparedCounterfactual? {
    guard let searchable else { return nil }
    let transaction = transaction(interventions)
    return PreparedCounterfactual(
      start: transaction.start, triggers: transaction.triggers, rules: searchable,
      event: verdict.event, answers: verdict.answers)
  }

  private func transaction(_ interventions: [Intervention]) -> Transaction {
    var before = verdict.before
    before.amend(interventions, rules)
    return Transaction(event: verdict.event, before: before, rules: rules) { start in
      // Other events can bring answers of their own, which are amended as well.
      if case .device(.turned) = verdict.event { return }
      start.amend(interventions, rules)
    }
  }
}

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

/// A decision about to be taken again with some answers amended, open to be looked at in parts.
public struct PreparedCounterfactual: Sendable {
  /// The scene with the event and the interventions in it, and nothing decided yet.
  public let start: Scene
  /// What there is to decide.
  public let triggers: [DecisionTrigger]
  let rules: any RepairSearchable
  let event: Event
  let answers: Answers

  /// On whom it hangs as a whole; nil when the rule set does not say.
  public var dependencies: DecisionDependencies? {
    rules.dependencies(of: event, triggers, in: start)
  }

  /// The scene with more answers amended.
  public func scene(_ interventions: [Intervention]) -> Scene {
    if interventions.isEmpty { return start }
    var scene = start
    scene.amend(interventions, rules)
    return scene
  }

  /// All that the decision takes from app, delegate and device with more answers amended; nil when
  /// that is not known.
  public func allowances(_ interventions: [Intervention]) -> [OrientationMask]? {
    rules.allowances(in: scene(interventions), answers: answers)
  }

  /// On whom else hangs what a window of a scene adds.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] {
    rules.asked(by: window, in: scene)
  }

  /// What a window adds in a scene made of this one's.
  public func contribution(of window: WindowID, in scene: Scene) -> Contribution {
    rules.contribution(of: window, triggers, in: scene, answers: answers)
  }
}
