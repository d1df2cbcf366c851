// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// A decision that is repeated with changes, such as other declared answers.
///
/// The event, the scene and the recorded answers of live policies are the verdict's, unless a
/// caller passes another event or scene; the rule set itself decides.
public struct Counterfactual: Sendable {
  /// The verdict of the decision.
  public let verdict: Verdict
  /// The rule set of the decision.
  public let rules: any RuleSet

  /// Creates a counterfactual of a rule set's verdict.
  public init(of verdict: Verdict, rules: any RuleSet) {
    self.verdict = verdict
    self.rules = rules
  }

  /// Returns the scene with the event and changed answers applied, before any decision.
  public func start(_ interventions: [Intervention] = []) -> Scene {
    transaction(interventions).start
  }

  /// The orientation that the event requests, even if the rotation lock suppressed the request; nil
  /// if it requests none.
  public var requested: InterfaceOrientation? {
    if let requested = verdict.requested { return requested }
    guard verdict.before.device.isRotationLocked, case .device(.turned) = verdict.event else {
      return nil
    }
    let free = transaction([Intervention(.lock, .agrees)])
    return rules.request(of: free.event, before: free.before, after: free.start)
  }

  /// Returns the result of the decision with changed answers; nil if a live policy would have to be
  /// asked.
  public func ending(_ interventions: [Intervention]) -> CounterfactualResult? {
    ending(transaction(interventions))
  }

  /// Returns the result of an event in a changed scene; by default, the event and the scene are the
  /// verdict's.
  ///
  /// `change` is applied to the scene before the event and again after it, since the event can add
  /// windows and answers. Returns nil if a live policy would have to be asked.
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

  /// Returns the decision with changed answers, ready to be made; nil if the rule set is not
  /// `RepairSearchable`.
  func prepared(_ interventions: [Intervention]) -> PreparedCounterfactual? {
    guard let searchable = rules.searchable else { return nil }
    let transaction = transaction(interventions)
    return PreparedCounterfactual(
      start: transaction.start, triggers: transaction.triggers, rules: searchable,
      event: verdict.event, answers: verdict.answers)
  }

  private func transaction(_ interventions: [Intervention]) -> Transaction {
    var before = verdict.before
    before.amend(interventions, rules)
    return Transaction(event: verdict.event, before: before, rules: rules) { start in
      // An event other than a turn can set answers or add windows, so the changes are applied to
      // these too.
      if case .device(.turned) = verdict.event { return }
      start.amend(interventions, rules)
    }
  }
}

/// The result of a repeated decision.
public struct CounterfactualResult: Sendable {
  let transaction: Transaction
  let rules: any RuleSet
  let isFirst: Bool

  /// The scene after the decision.
  public var scene: Scene { transaction.scene }
  /// The error that was raised, if any.
  public var error: RotationError? { transaction.error }
  /// Whether questions were forwarded in a cycle.
  public var isCyclic: Bool { !transaction.cycles.isEmpty }
  /// The page after the decision; nil if there is none.
  public var page: Page? { transaction.scene.page(rules) }
  /// The outcome of the event.
  public var outcome: Outcome {
    OutcomeClassification(rules: rules, transaction: transaction, isFirst: isFirst).outcome
  }
}

/// A decision with changed answers that was not made yet, so that its inputs can be examined one by
/// one.
struct PreparedCounterfactual: Sendable {
  /// The scene with the event and the interventions applied, before any decision.
  let start: Scene
  let triggers: [DecisionTrigger]
  let rules: any RepairSearchable
  let event: Event
  let answers: Answers

  var dependencies: DecisionDependencies? {
    rules.dependencies(of: event, triggers, in: start)
  }

  func scene(_ interventions: [Intervention]) -> Scene {
    if interventions.isEmpty { return start }
    var scene = start
    scene.amend(interventions, rules)
    return scene
  }

  /// Returns the masks that app, delegate and device leave to the windows of `scene(_:)`; `nil` if
  /// they are unknown.
  func allowances(_ interventions: [Intervention]) -> [OrientationMask]? {
    rules.allowances(in: scene(interventions), answers: answers)
  }

  func asked(by window: Window, in scene: Scene) -> [WindowID] {
    rules.asked(by: window, in: scene)
  }

  func contribution(of window: WindowID, in scene: Scene) -> Contribution {
    rules.contribution(of: window, triggers, in: scene, answers: answers)
  }
}
