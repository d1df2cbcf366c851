// SPDX-License-Identifier: Apache-2.0
public import Orientation

// Arbitration decides whether an output or a window rotates.
//
// A `RuleSet` is a pure function: given a `Scene` and the answers collected so far, it returns
// either the questions that policies still have to answer, or a decision. `Arbiter` applies an
// event to the scene, asks the rule set for its triggers (`DecisionTrigger`), makes one decision
// after the other (`Transaction`), and returns effects for its shell. A transaction ends in one
// `Verdict`.
//
// - The target uses no clock, no I/O, no concurrency and no hash order. Time is an argument;
//   deadlines and questions to live policies are effects. A recording of the inputs replays bit for
//   bit.
// - `Transaction.advance` is the only loop that decides and applies decisions. Blame uses the same
//   loop with other answers (`Intervention`), which `RuleSet.amend` sets.
// - A decision writes its record to a `DecisionSink`. Reasons are closures, so a caller that needs
//   only the moves does not pay for them. Explanations read the record and never guess.
// - A rule has a number, a statement and a source (`Rules/`); docs/rules.md is generated from them.
//   A version of UIKit is a value, `UIKitTraits`, derived from that of the previous version.
// - An output's desired transform, its pending request and its confirmed transform are separate
//   (`Output`, `PendingTurns`). Only the display server's own report confirms a rotation.
// - A diagnostic window is kept outside the scene, so no rule set sees it.
// - `Window` and `Controller` keep the fields that no decision changes behind a reference
//   (`Shared`), so a copy of a scene is cheap; both are values all the same. A verdict keeps its two
//   scenes that way, and an arbiter its pending transaction.
//
// Begin with `Arbiter.handle`, then `RuleSets/RuleSet.swift` and `Transaction.swift`. Among the
// rule sets, `DesktopDecision` is the shortest, `UIKitDecision` the most important.

/// A value that takes events, keeps the scene, runs the rule set and returns effects.
///
/// The caller executes the effects. An arbiter reads no clock and depends on no hash order.
public struct Arbiter: Sendable, Equatable {
  private let ruleSet: ComparableRules
  /// The scene that the rule set sees.
  public private(set) var scene: Scene
  /// The interventions that replace answers of the scene.
  public private(set) var interventions: [Intervention] = []
  /// The time limit of a live policy's answer.
  public let answerTimeout: Duration
  /// The default time that a policy has to answer a question.
  public static let defaultAnswerTimeout = Duration.milliseconds(100)

  private var exemptWindows: ExemptWindows
  private var outputs = OutputSteering()
  private var conflicts = ConflictTracker()
  private var steps = 0
  private var barWrittenAt: Int?
  private var pending: Shared<Transaction>?
  private var queue: [Event] = []
  private var lastAnswers = Answers()
  private var nextQuestion: UInt64 = 1

  /// Creates an arbiter with diagnostic windows (`exempt`); the event `setUp` places the scene's
  /// windows.
  public init(
    rules: any RuleSet, scene: Scene, exempt: [Window] = [],
    answerTimeout: Duration = defaultAnswerTimeout
  ) {
    self.ruleSet = ComparableRules(rules: rules)
    self.scene = scene
    self.exemptWindows = ExemptWindows(exempt)
    self.answerTimeout = answerTimeout
    if rules.scope == .output { self.scene.alignStatusBar() }
    for output in scene.outputs { outputs.claim(output) }
  }

  /// The rule set in use.
  public var rules: any RuleSet { ruleSet.rules }

  /// The diagnostic windows, kept outside the scene, so no rule set sees them.
  public var exempt: [Window] { exemptWindows.windows }

  /// The conflicts that remain after the last decision.
  public var openConflicts: [Conflict] { conflicts.open }

  /// The scene of the pending decision, with its event applied; otherwise the current scene.
  public var sceneInQuestion: Scene { pending?.value.scene ?? scene }

  /// Whether a decision waits for a live policy's answer.
  public var isWaiting: Bool { pending != nil }

  /// Whether a requested rotation is neither confirmed nor abandoned, or a live policy's answer is
  /// outstanding.
  public var isBusy: Bool {
    pending != nil || scene.outputs.contains { outputs.isBusy($0.id) }
  }

  /// Returns whether a requested rotation of an output is neither confirmed nor abandoned.
  public func isBusy(_ output: OutputID) -> Bool { outputs.isBusy(output) }

  /// Replaces answers of parties permanently, even if later events set other answers.
  public mutating func amend(_ changes: [Intervention]) {
    interventions += changes
    scene.amend(changes, rules)
  }

  /// Processes one event and returns the effects, to be executed in order.
  public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    handle(event, at: now, &effects)
    return effects
  }

  private mutating func handle(_ event: Event, at now: Instant, _ effects: inout [Effect]) {
    switch event {
    case .answer(let id, _, _), .abstained(let id, _), .policyFailed(let id),
      .deadline(.question(let id)):
      conclude(id, by: event, at: now, &effects)
    case .deadline(.change(let id)): effects += outputs.expired(id, &scene, at: now)
    case .applied(let id, let result):
      effects += outputs.answered(id, result, &scene, at: now)
    case .output(.transform(let id, let transform)):
      // An earlier report of another program's transform may still be queued; this report must be
      // handled after that one.
      let earlier = undecidedTransform(of: id)
      let isOthers = outputs.reported(
        transform, on: id, after: earlier, &scene, at: now, &effects)
      if isOthers || earlier != nil { enqueue(event, at: now, &effects) }
    case .output(.restore): effects += outputs.restore(scene, at: now)
    case .output(.release): effects += outputs.release(scene, at: now)
    case .output(.awake): effects += outputs.wake(&scene, scope: rules.scope, at: now)
    default: enqueue(event, at: now, &effects)
    }
  }

  private mutating func enqueue(_ event: Event, at now: Instant, _ effects: inout [Effect]) {
    // Only one decision is made at a time; later events wait (M-16).
    if pending != nil {
      queue.append(event)
    } else {
      begin(event, at: now, &effects)
    }
  }

  private func undecidedTransform(of id: OutputID) -> Transform? {
    for case .output(.transform(id, let transform)) in queue.reversed() { return transform }
    if case .output(.transform(id, let transform))? = pending?.value.event { return transform }
    return nil
  }

  private mutating func begin(_ event: Event, at now: Instant, _ effects: inout [Effect]) {
    if case .output(.remove(let id)) = event { effects += outputs.drop(id) }
    if case .output(.add(let output)) = event { outputs.claim(output) }
    let isExempt = exemptWindows.apply(event)
    var transaction =
      isExempt
      ? Transaction(
        event: event, before: scene, start: exemptWindows.after(event, in: scene), triggers: [])
      : Transaction(event: event, before: scene, rules: rules) { $0.amend(interventions, rules) }
    if transaction.triggers.isEmpty,
      let gate = rules.firstGate(of: event, before: scene, after: transaction.start)
    {
      transaction.gates = [gate]
    }
    proceed(transaction, at: now, &effects)
  }

  private mutating func proceed(
    _ begun: consuming Transaction, at now: Instant, _ effects: inout [Effect]
  ) {
    var transaction = begun
    var questions: [Question] = []
    if transaction.advance(rules, keeping: .everything, questions: &questions) {
      pending = nil
      // The decision is complete without the answers that are outstanding.
      effects += transaction.outstanding.map { .disarmDeadline(.question($0.id)) }
      finish(transaction, at: now, &effects)
      return next(at: now, &effects)
    }
    for question in questions
    where !transaction.outstanding.contains(where: { $0.question == question }) {
      let id = QuestionID(nextQuestion)
      nextQuestion &+= 1
      transaction.outstanding.append(Transaction.Outstanding(id: id, question: question))
      effects.append(.ask(id, question))
      effects.append(.armDeadline(.question(id), at: now + answerTimeout))
    }
    // A removed output must not be rotated while the decision about its removal waits for an
    // answer.
    if case .output(.remove(let id)) = transaction.event {
      scene.outputs.removeAll { $0.id == id }
    }
    pending = Shared(transaction)
  }

  private mutating func next(at now: Instant, _ effects: inout [Effect]) {
    guard pending == nil, !queue.isEmpty else { return }
    begin(queue.removeFirst(), at: now, &effects)
  }

  private mutating func finish(
    _ transaction: Transaction, at now: Instant, _ effects: inout [Effect]
  ) {
    let isFirst = steps == 0 && transaction.event == .setUp
    let classification = OutcomeClassification(
      rules: rules, transaction: transaction, isFirst: isFirst)
    var after = transaction.scene
    after.keepReports(from: scene, since: transaction.before)
    if case .app(.foreground) = transaction.event { after.hasPendingTurn = false }
    var openConflicts = conflicts.activeConflicts(
      Blame(transaction, classification, rules: rules), at: steps)
    conflicts.update(&openConflicts, at: steps)
    adopt(after)
    let verdict = Verdict(
      step: steps, at: now, event: transaction.event,
      scenes: Shared(Verdict.Scenes(before: transaction.before, after: after)),
      pageBefore: transaction.before.page(rules), page: after.page(rules),
      requested: classification.requested, asked: transaction.asked, gates: transaction.gates,
      moves: transaction.moves,
      notices: rules.notices(
        of: transaction.event, before: transaction.before, after: after, moves: transaction.moves),
      error: transaction.error, outcome: classification.outcome, conflicts: openConflicts,
      barWrittenAt: barWrittenAt, hidesStatusBar: rules.hidesStatusBar(in: after), exempt: exempt,
      answers: transaction.answers)
    steps += 1
    effects.append(.report(verdict))
    effects += outputs.rotate(&scene, scope: rules.scope, at: now)
  }

  private mutating func adopt(_ after: Scene) {
    let (old, new) = (scene.statusBar, after.statusBar)
    if old.orientation != new.orientation || old.writer != new.writer { barWrittenAt = steps }
    scene = after
    exemptWindows.follow(scene.statusBar.orientation)
  }

  /// Continues the decision after an answer, abstention, failure or timeout of a live policy; late,
  /// repeated and unknown answers are ignored.
  private mutating func conclude(
    _ id: QuestionID, by event: Event, at now: Instant, _ effects: inout [Effect]
  ) {
    guard var transaction = pending?.value,
      let index = transaction.outstanding.firstIndex(where: { $0.id == id })
    else { return }
    let question = transaction.outstanding.remove(at: index).question
    transaction.answers[question] = reply(to: question, after: event)
    effects.append(.disarmDeadline(.question(id)))
    proceed(transaction, at: now, &effects)
  }

  private mutating func reply(to question: Question, after event: Event) -> Reply {
    if case .answer(_, let answer, let took) = event {
      let reply = Reply(answer: answer, origin: .written, elapsed: took)
      lastAnswers[question] = reply
      return reply
    }
    var reply = fallback(for: question)
    switch event {
    case .deadline:
      // After a timeout, the policy's last answer to this question takes precedence over its
      // fallback.
      reply = Reply(answer: lastAnswers[question]?.answer ?? reply.answer, origin: .timedOut)
    case .abstained(_, let took):
      reply.elapsed = took
      lastAnswers[question] = nil
    default:
      reply.origin = .failed
      lastAnswers[question] = nil
    }
    return reply
  }

  /// Returns the event that makes the rule set ask a window's policy again.
  public func askingAgain(_ window: WindowID) -> Event {
    let event = Event.window(window, .setNeedsUpdate)
    let isTrigger = !rules.triggers(for: event, before: scene, after: scene).isEmpty
    // If the rule set ignores the event for one window, the event for all windows is used.
    return isTrigger ? event : .app(.attemptRotation)
  }

  private func fallback(for question: Question) -> Reply {
    let policy = sceneInQuestion.windows.lazy.compactMap { $0.root?.livePolicy(question.policy) }
      .first
    if let answer = policy?.fallback.answer(question.kind) {
      return Reply(answer: answer, origin: .written)
    }
    return Reply(answer: standardAnswer(question.kind), origin: .standard)
  }

  private func standardAnswer(_ kind: Question.Kind) -> Answer {
    switch kind {
    case .shouldAutorotate: .flag(true)
    case .supported, .appSupported: .mask(scene.device.defaultMask)
    case .legacy: .mask(.portrait)
    case .preferred: .orientation(nil)
    case .orientationLocked: .flag(false)
    }
  }
}

/// A rule set, made comparable by its name and its UIKit traits, which determine its behaviour.
private struct ComparableRules: Sendable, Equatable {
  let rules: any RuleSet

  static func == (left: Self, right: Self) -> Bool {
    left.rules.id == right.rules.id && left.rules.uikit == right.rules.uikit
  }
}

private struct ExemptWindows: Sendable, Hashable {
  private(set) var windows: [Window]

  init(_ windows: [Window]) { self.windows = windows }

  /// Applies an event to the diagnostic windows; returns whether the event concerns one of them.
  mutating func apply(_ event: Event) -> Bool {
    if case .addExempt(let window, _) = event {
      windows.append(window)
      return true
    }
    guard case .window(let id, let event) = event,
      let index = windows.firstIndex(where: { $0.id == id })
    else { return false }
    switch event {
    case .remove: windows.remove(at: index)
    case .show: windows[index].isHidden = false
    case .hide: windows[index].isHidden = true
    default: break
    }
    return true
  }

  /// Returns the scene after an event of a diagnostic window, which can only change the key window.
  func after(_ event: Event, in scene: Scene) -> Scene {
    var scene = scene
    if case .addExempt(let window, makesKey: true) = event { scene.makeKey(window.id) }
    guard case .window(let id, let event) = event else { return scene }
    switch event {
    case .makeKey: scene.makeKey(id)
    case .remove, .hide:
      let wasKey = scene.keyWindow == id
      scene.keyHistory.removeAll { $0 == id }
      if wasKey { scene.reassignKeyWindow() }
    case .resignKey: scene.keyHistory.removeAll { $0 == id }
    default: break
    }
    return scene
  }

  mutating func follow(_ orientation: InterfaceOrientation) {
    for index in windows.indices { windows[index].orientation = orientation }
  }
}
