// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The whole decision as a value: copy it, compare it, print it, replay it.
///
/// Feed it events, do what its effects say. It reads no clock and depends on no hash order.
public struct Arbiter: Sendable {
  /// How decisions are made.
  public let rules: any RuleSet
  /// What rule sets see.
  public internal(set) var scene: Scene
  /// Diagnostic windows: kept beside the scene, so no rule set can see them.
  public internal(set) var exempt: [Window]
  /// The answers that are given instead of the scene's own.
  public internal(set) var amendments: [Amendment] = []
  /// How long a live policy may take to answer, in milliseconds.
  public let answerWithin: Int64
  /// The same unless somebody says otherwise.
  public static let usualPatience: Int64 = 100

  var control = OutputControl()
  var contest = Contest()
  /// Until when a strange transform counts as a consequence of the machine's sleep.
  var sleepyUntil: Instant?
  /// Whether everything has been given back, and no event has come since.
  var isGivenBack = false
  var conflicts = ConflictTracker()
  var steps = 0
  /// The step in which the status bar was last written.
  var barWrittenAt: Int?
  var pending: Transaction?
  var queue: [Event] = []
  var lastAnswers = Answers()
  var nextQuestion: UInt64 = 1
  /// How decisions ended, in place of their verdicts; nil while verdicts are wanted.
  var upshots: [Upshot]?
  var memory: DecisionMemory?

  /// Starts from a scene in which nothing has been placed; feed it `Event.setUp` first.
  public init(
    rules: any RuleSet, scene: Scene, exempt: [Window] = [], answerWithin: Int64 = usualPatience
  ) {
    self.rules = rules
    self.scene = scene
    self.exempt = exempt
    self.answerWithin = answerWithin
    if rules.family == .desktop { self.scene.alignStatusBar() }
    for output in scene.outputs where output.initial != output.transform {
      control.claim(output.id)
    }
  }

  /// The conflicts that stand now.
  public var openConflicts: [Conflict] { conflicts.open }

  /// The scene that questions are about: with the event in it that is being decided.
  public var sceneInQuestion: Scene { pending?.scene ?? scene }

  /// Whether a decision waits for the answer of a live policy.
  public var isWaiting: Bool { pending != nil }

  /// Whether a change to an output is still unconfirmed or a policy still silent.
  public var isBusy: Bool {
    pending != nil || scene.outputs.contains { control.isBusy($0.id) }
  }

  /// Has some parties answer otherwise from now on, whatever later events say of them.
  public mutating func amend(_ changes: [Amendment]) {
    amendments += changes
    scene.amend(changes, rules)
    memory = nil
  }

  /// Takes one event in; the effects are to be carried out in order.
  public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    switch event {
    case .answer(let id, let answer, let took):
      let reply = Reply(answer: answer, origin: .written, nanoseconds: took)
      return answered(id, reply, at: now)
    case .abstained(let id, let took): return fellBack(id, nil, took: took, at: now)
    case .policyFailed(let id): return fellBack(id, .failed, at: now)
    case .deadline(.question(let id)): return timedOut(id, at: now)
    case .deadline(.change(let id)): return expired(id, at: now)
    case .applied(let id, let result): return settle(control.answered(id, result, at: now))
    case .output(.transform(let id, let transform)): return reported(transform, on: id, at: now)
    case .output(.restore): return restore(at: now)
    case .output(.release): return release(at: now)
    case .output(.awake): return wake(at: now)
    default: return take(event, at: now)
    }
  }

  mutating func take(_ event: Event, at now: Instant) -> [Effect] {
    // One turn at a time; what happens meanwhile waits (M-16).
    if pending != nil {
      queue.append(event)
      return []
    }
    return begin(event, at: now)
  }

  private mutating func begin(_ event: Event, at now: Instant) -> [Effect] {
    var effects: [Effect] = []
    if case .output(.remove(let id)) = event { effects += control.drop(id) }
    if case .output(.add(let output)) = event, output.initial != output.transform {
      control.claim(output.id)
    }
    // An exempt window's own events never reach the rule set.
    let isExempt = takeExempt(event)
    if !isExempt, repeats(event, at: now, &effects) {
      next(at: now, &effects)
      return effects
    }
    var transaction =
      isExempt
      ? Transaction(event: event, before: scene, start: afterExempt(event), occasions: [])
      : Transaction(event: event, before: scene, amendments: amendments, rules: rules)
    transaction.isExempt = isExempt
    if transaction.occasions.isEmpty,
      let gate = rules.firstGate(of: event, before: scene, after: transaction.start)
    {
      transaction.gates = [gate]
    }
    proceed(transaction, at: now, &effects)
    return effects
  }

  /// Goes on with an event until it is decided or a policy has to be asked.
  mutating func proceed(
    _ begun: consuming Transaction, at now: Instant, _ effects: inout [Effect]
  ) {
    var transaction = begun
    var questions: [Question] = []
    if transaction.advance(
      rules, keeping: upshots == nil ? .everything : .failures, questions: &questions)
    {
      pending = nil
      finish(transaction, at: now, &effects)
      return next(at: now, &effects)
    }
    for question in questions
    where !transaction.outstanding.contains(where: { $0.question == question }) {
      let id = QuestionID(nextQuestion)
      nextQuestion &+= 1
      transaction.outstanding.append(Transaction.Outstanding(id: id, question: question))
      effects.append(.ask(id, question))
      effects.append(.armDeadline(.question(id), at: now.advanced(milliseconds: answerWithin)))
    }
    pending = transaction
  }

  private mutating func next(at now: Instant, _ effects: inout [Effect]) {
    guard pending == nil, !queue.isEmpty else { return }
    effects += begin(queue.removeFirst(), at: now)
  }

  private mutating func finish(
    _ transaction: Transaction, at now: Instant, _ effects: inout [Effect]
  ) {
    let isFirst = steps == 0 && transaction.event == .setUp
    let judgement = Judgement(rules: rules, transaction: transaction, isFirst: isFirst)
    var after = transaction.scene
    if case .app(.foreground) = transaction.event { after.hasPendingTurn = false }
    guard upshots == nil else {
      return outline(transaction, judgement, after: after, at: now, &effects)
    }
    var standing = conflicts.standing(Blame(transaction, judgement, rules: rules), at: steps)
    conflicts.update(&standing, at: steps)
    adopt(after)
    let verdict = Verdict(
      step: steps, at: now, event: transaction.event, before: transaction.before, after: after,
      pageBefore: transaction.before.page(rules), page: after.page(rules),
      requested: judgement.requested, asked: transaction.asked, gates: transaction.gates,
      moves: transaction.moves,
      notices: rules.notices(
        of: transaction.event, before: transaction.before, after: after, moves: transaction.moves),
      error: transaction.error, outcome: judgement.outcome, conflicts: standing,
      barWrittenAt: barWrittenAt, hidesStatusBar: rules.hidesStatusBar(in: after), exempt: exempt,
      answers: transaction.answers)
    steps += 1
    effects.append(.report(verdict))
    effects += rotateOutputs(at: now)
  }

  /// Makes the scene after a decision the present one.
  mutating func adopt(_ after: Scene) {
    let (old, new) = (scene.statusBar, after.statusBar)
    if old.orientation != new.orientation || old.writer != new.writer { barWrittenAt = steps }
    scene = after
    for index in exempt.indices { exempt[index].orientation = scene.statusBar.orientation }
  }
}
