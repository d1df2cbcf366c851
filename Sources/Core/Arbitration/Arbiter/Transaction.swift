// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The processing of one event up to its verdict: the triggers, and the records so far.
package struct Transaction: Sendable, Hashable {
  package var event: Event
  package var before: Scene
  /// The scene with the event and any changed answers applied, before any decision.
  package var start: Scene
  /// The scene after the decisions so far.
  package var scene: Scene
  package var triggers: [DecisionTrigger]
  var next = 0
  package var answers = Answers()
  var outstanding: [Outstanding] = []
  var asked: [Asked] = []
  var gates: [GateRecord] = []
  var moves: [Move] = []
  package var cycles: [[WindowID]] = []
  package var error: RotationError?

  package init(
    event: Event, before: Scene, rules: any RuleSet,
    changing change: (inout Scene) -> Void = { _ in }
  ) {
    var start = before.after(event, rules: rules)
    change(&start)
    self.init(
      event: event, before: before, start: start,
      triggers: rules.triggers(for: event, before: before, after: start))
  }

  init(event: Event, before: Scene, start: Scene, triggers: [DecisionTrigger]) {
    self.event = event
    self.before = before
    self.start = start
    self.scene = start
    self.triggers = triggers
  }

  struct Outstanding: Sendable, Hashable {
    var id: QuestionID
    var question: Question
  }

  var cause: StatusBar.Cause {
    switch event {
    case .setUp, .add, .window(_, .show), .window(_, .setRoot): .placing
    default: .other
    }
  }

  /// Decides for the remaining triggers, up to the first error.
  ///
  /// Returns false if live policies must be asked first; `questions` then contains the questions.
  /// No other loop decides and applies decisions.
  mutating func advance(
    _ rules: any RuleSet, keeping detail: TraceSink.Detail, questions: inout [Question]
  ) -> Bool {
    while next < triggers.count {
      var sink = TraceSink(detail)
      switch rules.decide(triggers[next], in: scene, answers: answers, sink: &sink) {
      case .needsAnswers:
        questions = sink.questions
        return false
      case .raised(let raised): error = raised
      case .decided: break
      }
      asked += sink.asked
      gates += sink.gates
      moves += sink.moves
      cycles += sink.cycles
      scene.apply(sink.moves, cause: cause)
      if error != nil { break }
      next += 1
    }
    return true
  }

  /// Returns the completed transaction; `nil` if a live policy would have to be asked first.
  package func decided(_ rules: any RuleSet, keeping detail: TraceSink.Detail) -> Transaction? {
    var transaction = self
    var questions: [Question] = []
    return transaction.advance(rules, keeping: detail, questions: &questions) ? transaction : nil
  }

  /// Decides the same triggers in another scene; returns `nil` if a live policy without a recorded
  /// answer would have to be asked.
  func again(from start: Scene, _ rules: any RuleSet) -> Transaction? {
    var transaction = Transaction(event: event, before: before, start: start, triggers: triggers)
    transaction.answers = answers
    return transaction.decided(rules, keeping: .result)
  }
}

/// The classification of an event's outcome (scenario format, outcome).
package struct OutcomeClassification {
  let requested: InterfaceOrientation?
  package let outcome: Outcome

  package init(rules: any RuleSet, transaction: Transaction, isFirst: Bool) {
    self.requested = rules.request(
      of: transaction.event, before: transaction.before, after: transaction.start)
    let bar = transaction.scene.statusBar.orientation
    let page = transaction.scene.pageOrientation
    let pageMoved = !isFirst && transaction.before.pageOrientation != page
    let barMoved = transaction.before.statusBar.orientation != bar
    let isPutOff = transaction.moves.contains { if case .putOff = $0 { true } else { false } }

    if let error = transaction.error {
      outcome = error.isException ? .exception : .refused
    } else if rules.refuses(transaction.event) {
      outcome = .refused
    } else if rules.scope != .window {
      // The outcome `split` exists only in the scope `window`.
      let turned = transaction.moves.contains { if case .output = $0 { true } else { false } }
      let isBlocked = requested.map { $0 != bar } ?? false
      outcome = !isFirst && (barMoved || turned) ? .turned : isBlocked ? .blocked : .unchanged
    } else if let page, page != bar {
      outcome = .split
    } else if page != nil, pageMoved {
      outcome = .turned
    } else if isPutOff || Self.waitsForForeground(transaction) {
      outcome = .deferred
    } else if let requested, let page, requested != page, !barMoved {
      outcome = .blocked
    } else {
      outcome = .unchanged
    }
  }

  /// Returns whether the device got a new upright orientation while the app was in the background.
  static func waitsForForeground(_ transaction: Transaction) -> Bool {
    guard case .device = transaction.event, !transaction.start.isForeground else { return false }
    let device = transaction.start.device.orientation
    return device != transaction.before.device.orientation && device.interface != nil
  }
}
