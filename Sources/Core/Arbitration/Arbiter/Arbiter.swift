// SPDX-License-Identifier: Apache-2.0
public import Orientation

// Arbitration: who decides whether a screen or a window turns.
//
// A `RuleSet` is a pure function: given a `Scene` and the answers collected so far, it says which
// questions it still has to put to which policies, or it has decided. `Arbiter` puts an event into the
// scene, asks the rule set which decisions that triggers (`DecisionTrigger`), has them made one after
// the other (`Transaction`), and returns effects for whoever runs it. Each event ends in one `Verdict`.
//
// - No clock, no input or output, no concurrency, no order of a hash. Time is an argument, deadlines
//   and questions to live policies are effects; so a recording of the inputs decides again bit for bit.
// - `Transaction.advance` is the only loop that decides and applies what was decided. Blame goes
//   through it too, with other answers (`Intervention`): `RuleSet.amend` is the only way in which
//   an answer is changed.
// - What a decision says goes into a `DecisionSink`. Reasons are closures, so whoever wants only the
//   moves does not pay for them. A decision is explained by what it wrote down, never by guessing.
// - A rule has a number, a statement and a source (`Rules/`); docs/rules.md is generated from them. A
//   version of UIKit is a value, `UIKitTraits`, stated as a change of the version before.
// - What a display is asked for, what is under way and what the server has confirmed are three things
//   (`Output`, `PendingTurns`). Only the server's own report confirms.
// - A diagnostic window is kept beside the scene, so no rule set can see it.
// - `Window` and `Controller` keep what decisions do not change behind a reference (`Shared`), so a copy
//   of a scene is cheap; they are values all the same.
//
// Begin with `Arbiter.handle`, then `RuleSets/RuleSet.swift` and `Transaction.swift`; of the rule sets,
// `DesktopDecision` is the shortest, `UIKitDecision` the one that everything else is for.

/// The whole decision as a value: copy it, compare it, print it, replay it.
///
/// Feed it events, do what its effects say. It reads no clock and depends on no hash order.
public struct Arbiter: Sendable, Equatable {
  private let ruleSet: ComparableRules
  /// What rule sets see.
  public private(set) var scene: Scene
  /// The answers that are given instead of the scene's own.
  public private(set) var interventions: [Intervention] = []
  /// The time in which a live policy has to answer.
  public let answerTimeout: Duration
  /// The default of `answerTimeout`.
  public static let defaultAnswerTimeout = Duration.milliseconds(100)

  private var exemptWindows: ExemptWindows
  private var outputs = OutputSteering()
  private var conflicts = ConflictTracker()
  private var steps = 0
  /// The step in which the status bar was last written.
  private var barWrittenAt: Int?
  private var pending: Transaction?
  private var queue: [Event] = []
  private var lastAnswers = Answers()
  private var nextQuestion: UInt64 = 1

  /// Starts from a scene in which nothing has been placed; feed it `Event.setUp` first.
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

  /// How decisions are made.
  public var rules: any RuleSet { ruleSet.rules }

  /// Diagnostic windows: kept beside the scene, so no rule set can see them.
  public var exempt: [Window] { exemptWindows.windows }

  /// The conflicts that stand now.
  public var openConflicts: [Conflict] { conflicts.open }

  /// The scene that questions are about: with the event in it that is being decided.
  public var sceneInQuestion: Scene { pending?.scene ?? scene }

  /// Whether a decision waits for the answer of a live policy.
  public var isWaiting: Bool { pending != nil }

  /// Whether a change to an output is still unconfirmed or a policy still silent.
  public var isBusy: Bool {
    pending != nil || scene.outputs.contains { outputs.isBusy($0.id) }
  }

  /// Whether a change to this output is still unconfirmed.
  public func isBusy(_ output: OutputID) -> Bool { outputs.isBusy(output) }

  /// Has some parties answer otherwise from now on, whatever later events say of them.
  public mutating func amend(_ changes: [Intervention]) {
    interventions += changes
    scene.amend(changes, rules)
  }

  /// Takes one event in; the effects are to be carried out in order.
  public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    handle(event, at: now, &effects)
    return effects
  }

  private mutating func handle(_ event: Event, at now: Instant, _ effects: inout [Effect]) {
    switch event {
    case .answer(let id, let answer, let took):
      let reply = Reply(answer: answer, origin: .written, elapsed: took)
      answered(id, reply, at: now, &effects)
    case .abstained(let id, let took): fellBack(id, nil, took: took, at: now, &effects)
    case .policyFailed(let id): fellBack(id, .failed, at: now, &effects)
    case .deadline(.question(let id)): timedOut(id, at: now, &effects)
    case .deadline(.change(let id)): effects += outputs.expired(id, &scene, at: now)
    case .applied(let id, let result):
      effects += outputs.answered(id, result, &scene, at: now)
    case .output(.transform(let id, let transform)):
      // What somebody else did before may wait to be decided; it is not to be put in force after this.
      let heard = undecidedTransform(of: id)
      let isOthers = outputs.reported(
        transform, on: id, after: heard, &scene, at: now, &effects)
      if isOthers || heard != nil { take(event, at: now, &effects) }
    case .output(.restore): effects += outputs.restore(scene, at: now)
    case .output(.release): effects += outputs.release(scene, at: now)
    case .output(.awake): effects += outputs.wake(&scene, scope: rules.scope, at: now)
    default: take(event, at: now, &effects)
    }
  }

  private mutating func take(_ event: Event, at now: Instant, _ effects: inout [Effect]) {
    // One turn at a time; what happens meanwhile waits (M-16).
    if pending != nil {
      queue.append(event)
    } else {
      begin(event, at: now, &effects)
    }
  }

  /// The transform that was reported last of an output, if it is not in the scene yet.
  private func undecidedTransform(of id: OutputID) -> Transform? {
    for case .output(.transform(id, let transform)) in queue.reversed() { return transform }
    if case .output(.transform(id, let transform))? = pending?.event { return transform }
    return nil
  }

  private mutating func begin(_ event: Event, at now: Instant, _ effects: inout [Effect]) {
    if case .output(.remove(let id)) = event { effects += outputs.drop(id) }
    if case .output(.add(let output)) = event { outputs.claim(output) }
    // An exempt window's own events never reach the rule set.
    let isExempt = exemptWindows.take(event)
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

  /// Goes on with an event until it is decided or a policy has to be asked.
  private mutating func proceed(
    _ begun: consuming Transaction, at now: Instant, _ effects: inout [Effect]
  ) {
    var transaction = begun
    var questions: [Question] = []
    if transaction.advance(rules, keeping: .everything, questions: &questions) {
      pending = nil
      // The decision needs none of the answers that are still to come.
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
    // An output that has gone must not be rotated while the decision about its removal waits.
    if case .output(.remove(let id)) = transaction.event {
      scene.outputs.removeAll { $0.id == id }
    }
    pending = transaction
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
    var standing = conflicts.activeConflicts(
      Blame(transaction, classification, rules: rules), at: steps)
    conflicts.update(&standing, at: steps)
    adopt(after)
    let verdict = Verdict(
      step: steps, at: now, event: transaction.event, before: transaction.before, after: after,
      pageBefore: transaction.before.page(rules), page: after.page(rules),
      requested: classification.requested, asked: transaction.asked, gates: transaction.gates,
      moves: transaction.moves,
      notices: rules.notices(
        of: transaction.event, before: transaction.before, after: after, moves: transaction.moves),
      error: transaction.error, outcome: classification.outcome, conflicts: standing,
      barWrittenAt: barWrittenAt, hidesStatusBar: rules.hidesStatusBar(in: after), exempt: exempt,
      answers: transaction.answers)
    steps += 1
    effects.append(.report(verdict))
    effects += outputs.rotate(&scene, scope: rules.scope, at: now)
  }

  /// Makes the scene after a decision the present one.
  private mutating func adopt(_ after: Scene) {
    let (old, new) = (scene.statusBar, after.statusBar)
    if old.orientation != new.orientation || old.writer != new.writer { barWrittenAt = steps }
    scene = after
    exemptWindows.follow(scene.statusBar.orientation)
  }

  /// A live policy answered; late, doubled and unknown answers are ignored.
  private mutating func answered(
    _ id: QuestionID, _ reply: Reply, at now: Instant, _ effects: inout [Effect]
  ) {
    if reply.origin == .written, let question = question(id) { lastAnswers[question] = reply }
    settled(id, reply, at: now, &effects)
  }

  private mutating func settled(
    _ id: QuestionID, _ reply: Reply, at now: Instant, _ effects: inout [Effect]
  ) {
    guard let index = pending?.outstanding.firstIndex(where: { $0.id == id }),
      let question = pending?.outstanding[index].question
    else { return }
    pending?.outstanding.remove(at: index)
    pending?.answers[question] = reply
    effects.append(.disarmDeadline(.question(id)))
    if let pending { proceed(pending, at: now, &effects) }
  }

  /// A live policy was silent past its deadline: its last answer counts, else what it falls back to.
  private mutating func timedOut(_ id: QuestionID, at now: Instant, _ effects: inout [Effect]) {
    guard let question = question(id) else { return }
    let answer = lastAnswers[question]?.answer ?? fallback(for: question).answer
    settled(id, Reply(answer: answer, origin: .timedOut), at: now, &effects)
  }

  /// A live policy does not answer itself: what it falls back to does, under a word of its own.
  private mutating func fellBack(
    _ id: QuestionID, _ origin: Origin?, took: Duration? = nil, at now: Instant,
    _ effects: inout [Effect]
  ) {
    guard let question = question(id) else { return }
    var reply = fallback(for: question)
    if let origin { reply.origin = origin }
    reply.elapsed = took
    // What it said before it lost its opinion, or broke its contract, is void.
    lastAnswers[question] = nil
    settled(id, reply, at: now, &effects)
  }

  /// The event that lets a window be asked again under the rules that decide.
  public func askingAgain(_ window: WindowID) -> Event {
    let event = Event.window(window, .setNeedsUpdate)
    let isHeard = !rules.triggers(for: event, before: scene, after: scene).isEmpty
    // Sets that know no such request know one for all windows.
    return isHeard ? event : .app(.attemptRotation)
  }

  private func question(_ id: QuestionID) -> Question? {
    pending?.outstanding.first { $0.id == id }?.question
  }

  /// What is written down for a policy that does not answer, else the class's default.
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
    case .supported, .appSupported:
      .mask(scene.device.idiom == .pad ? .all : .allButUpsideDown)
    case .legacy: .mask(.portrait)
    case .preferred: .orientation(nil)
    case .orientationLocked: .flag(false)
    }
  }
}

extension Scene {
  /// Keeps what the display server has reported while a decision waited for answers.
  fileprivate mutating func keepReports(from now: Scene, since before: Scene) {
    for index in outputs.indices {
      let id = outputs[index].id
      guard let old = before.outputs.first(where: { $0.id == id }),
        let new = now.outputs.first(where: { $0.id == id }), new.transform != old.transform
      else { continue }
      outputs[index].transform = new.transform
    }
  }
}

/// A rule set as a value to compare: its name and a version's traits say all that it does.
private struct ComparableRules: Sendable, Equatable {
  let rules: any RuleSet

  static func == (left: Self, right: Self) -> Bool {
    left.rules.id == right.rules.id && left.rules.uikit == right.rules.uikit
  }
}
