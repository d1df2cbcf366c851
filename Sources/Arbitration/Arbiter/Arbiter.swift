// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The whole decision as a value: copy it, compare it, print it, replay it.
///
/// Feed it events, do what its effects say. It reads no clock and depends on no hash order.
public struct Arbiter: Sendable, Equatable {
  private let ruleSet: ComparableRules
  /// What rule sets see.
  public internal(set) var scene: Scene
  /// Diagnostic windows: kept beside the scene, so no rule set can see them.
  public internal(set) var exempt: [Window]
  /// The answers that are given instead of the scene's own.
  public internal(set) var amendments: [Intervention] = []
  /// How long a live policy may take to answer, in milliseconds.
  public let answerTimeout: Duration
  /// The same unless somebody says otherwise.
  public static let defaultAnswerTimeout = Duration.milliseconds(100)

  var control = OutputControl()
  var contest = OverrideLimiter()
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

  /// Starts from a scene in which nothing has been placed; feed it `Event.setUp` first.
  public init(
    rules: any RuleSet, scene: Scene, exempt: [Window] = [],
    answerTimeout: Duration = defaultAnswerTimeout
  ) {
    self.ruleSet = ComparableRules(rules: rules)
    self.scene = scene
    self.exempt = exempt
    self.answerTimeout = answerTimeout
    if rules.scope == .output { self.scene.alignStatusBar() }
    for output in scene.outputs where output.initial != output.transform {
      control.claim(output.id)
    }
  }

  /// How decisions are made.
  public var rules: any RuleSet { ruleSet.rules }

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
  public mutating func amend(_ changes: [Intervention]) {
    amendments += changes
    scene.amend(changes, rules)
  }

  /// Takes one event in; the effects are to be carried out in order.
  public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    var run = EventRun()
    handle(event, at: now, &run)
    return run.effects
  }

  /// Takes one event in as `handle` does, but says of decisions only how they ended.
  ///
  /// For runs over many past events: it writes no reasons down, and what `memory` knows of the same
  /// case is not decided again. Effects are those of `handle` without the reports; how each decision
  /// ended is appended to `summaries`.
  public mutating func summarize(
    _ event: Event, at now: Instant, _ summaries: inout [DecisionSummary],
    _ memory: inout DecisionCache
  ) -> [Effect] {
    var run = EventRun(summaries: summaries, memory: memory)
    // Whoever holds both twice copies them at the first change.
    summaries = []
    memory = DecisionCache()
    run.memory.keep(to: amendments)
    handle(event, at: now, &run)
    summaries = run.summaries ?? []
    memory = run.memory
    return run.effects
  }

  private mutating func handle(_ event: Event, at now: Instant, _ run: inout EventRun) {
    switch event {
    case .answer(let id, let answer, let took):
      let reply = Reply(answer: answer, origin: .written, elapsed: took)
      answered(id, reply, at: now, &run)
    case .abstained(let id, let took): fellBack(id, nil, took: took, at: now, &run)
    case .policyFailed(let id): fellBack(id, .failed, at: now, &run)
    case .deadline(.question(let id)): timedOut(id, at: now, &run)
    case .deadline(.change(let id)): run.effects += expired(id, at: now)
    case .applied(let id, let result):
      run.effects += settle(control.answered(id, result, at: now))
    case .output(.transform(let id, let transform)):
      reported(transform, on: id, at: now, &run)
    case .output(.restore): run.effects += restore(at: now)
    case .output(.release): run.effects += release(at: now)
    case .output(.awake): run.effects += wake(at: now)
    default: take(event, at: now, &run)
    }
  }

  mutating func take(_ event: Event, at now: Instant, _ run: inout EventRun) {
    // One turn at a time; what happens meanwhile waits (M-16).
    if pending != nil {
      queue.append(event)
    } else {
      begin(event, at: now, &run)
    }
  }

  private mutating func begin(_ event: Event, at now: Instant, _ run: inout EventRun) {
    if case .output(.remove(let id)) = event { run.effects += control.drop(id) }
    if case .output(.add(let output)) = event, output.initial != output.transform {
      control.claim(output.id)
    }
    // An exempt window's own events never reach the rule set.
    let isExempt = takeExempt(event)
    if !isExempt, let known = run.known(event, in: scene, conflicts: conflicts.open) {
      conclude(known.summary, after: known.after, at: now, &run)
      return next(at: now, &run)
    }
    var transaction =
      isExempt
      ? Transaction(event: event, before: scene, start: afterExempt(event), triggers: [])
      : Transaction(event: event, before: scene, amendments: amendments, rules: rules)
    transaction.isExempt = isExempt
    if transaction.triggers.isEmpty,
      let gate = rules.firstGate(of: event, before: scene, after: transaction.start)
    {
      transaction.gates = [gate]
    }
    proceed(transaction, at: now, &run)
  }

  /// Goes on with an event until it is decided or a policy has to be asked.
  mutating func proceed(
    _ begun: consuming Transaction, at now: Instant, _ run: inout EventRun
  ) {
    var transaction = begun
    var questions: [Question] = []
    let detail: TraceSink.Detail = run.wantsVerdicts ? .everything : .failures
    if transaction.advance(rules, keeping: detail, questions: &questions) {
      pending = nil
      finish(transaction, at: now, &run)
      return next(at: now, &run)
    }
    for question in questions
    where !transaction.outstanding.contains(where: { $0.question == question }) {
      let id = QuestionID(nextQuestion)
      nextQuestion &+= 1
      transaction.outstanding.append(Transaction.Outstanding(id: id, question: question))
      run.effects.append(.ask(id, question))
      run.effects.append(.armDeadline(.question(id), at: now + answerTimeout))
    }
    pending = transaction
  }

  private mutating func next(at now: Instant, _ run: inout EventRun) {
    guard pending == nil, !queue.isEmpty else { return }
    begin(queue.removeFirst(), at: now, &run)
  }

  private mutating func finish(
    _ transaction: Transaction, at now: Instant, _ run: inout EventRun
  ) {
    let isFirst = steps == 0 && transaction.event == .setUp
    let classification = OutcomeClassification(
      rules: rules, transaction: transaction, isFirst: isFirst)
    var after = transaction.scene
    if case .app(.foreground) = transaction.event { after.hasPendingTurn = false }
    var standing = conflicts.activeConflicts(
      Blame(transaction, classification, rules: rules), at: steps)
    guard run.wantsVerdicts else {
      let summary = DecisionSummary(
        step: steps, outcome: classification.outcome, after: after, error: transaction.error,
        conflicts: standing)
      // What live policies answer, and what stands at the start, is not in the scene.
      if steps > 0, !transaction.isExempt, transaction.answers.isEmpty {
        run.memory.keep(
          DecisionCache.Entry(
            transaction.event, before: transaction.before, conflictsBefore: conflicts.open,
            after: after, summary))
      }
      return conclude(summary, after: after, at: now, &run)
    }
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
    run.effects.append(.report(verdict))
    run.effects += rotateOutputs(at: now)
  }

  /// Ends a decision of which nobody wants to know the reasons.
  private mutating func conclude(
    _ known: DecisionSummary, after: Scene, at now: Instant, _ run: inout EventRun
  ) {
    var summary = known
    summary.step = steps
    conflicts.update(&summary.conflicts, at: steps)
    adopt(after)
    steps += 1
    run.summaries?.append(summary)
    run.effects += rotateOutputs(at: now)
  }

  /// Makes the scene after a decision the present one.
  mutating func adopt(_ after: Scene) {
    let (old, new) = (scene.statusBar, after.statusBar)
    if old.orientation != new.orientation || old.writer != new.writer { barWrittenAt = steps }
    scene = after
    for index in exempt.indices { exempt[index].orientation = scene.statusBar.orientation }
  }
}

/// What one event leads to, and whether its decisions are wanted with their reasons.
struct EventRun {
  var effects: [Effect] = []
  /// How decisions ended, in place of verdicts; nil while verdicts are wanted.
  var summaries: [DecisionSummary]?
  var memory = DecisionCache()

  var wantsVerdicts: Bool { summaries == nil }

  /// How the same case ended a short while ago, where that is all that is wanted.
  func known(_ event: Event, in scene: Scene, conflicts: [Conflict]) -> DecisionCache.Entry? {
    wantsVerdicts ? nil : memory.entry(of: event, in: scene, conflicts: conflicts)
  }
}

/// A rule set as a value to compare: its name and a version's traits say all that it does.
private struct ComparableRules: Sendable, Equatable {
  let rules: any RuleSet

  static func == (left: Self, right: Self) -> Bool {
    left.rules.id == right.rules.id && left.rules.uikit == right.rules.uikit
  }
}
