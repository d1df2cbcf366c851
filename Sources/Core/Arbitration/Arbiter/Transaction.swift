// SPDX-License-Identifier: Apache-2.0
import Orientation

/// One event on its way to a verdict: what is still to be decided, and what was said so far.
package struct Transaction: Sendable, Hashable {
  package var event: Event
  package var before: Scene
  /// The scene with the event in it and nothing decided yet.
  package var start: Scene
  /// The scene with what has been decided so far.
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

  /// Puts an event into a scene in which something is changed, and changes what it brings as well.
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

  /// Begins with what is to be decided.
  init(event: Event, before: Scene, start: Scene, triggers: [DecisionTrigger]) {
    self.event = event
    self.before = before
    self.start = start
    self.scene = start
    self.triggers = triggers
  }

  /// A question that a live policy has not answered yet.
  struct Outstanding: Sendable, Hashable {
    var id: QuestionID
    var question: Question
  }

  /// Which kind of change of the status bar this event makes.
  var cause: StatusBar.Cause {
    switch event {
    case .setUp, .add, .window(_, .show), .window(_, .setRoot): .placing
    default: .other
    }
  }

  /// Decides as far as the answers reach; false when a live policy has to be asked first.
  ///
  /// This is the only loop that decides and applies what was decided.
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

  /// Decides to the end; nil when a live policy would have to be asked first.
  package func decided(_ rules: any RuleSet, keeping detail: TraceSink.Detail) -> Transaction? {
    var transaction = self
    var questions: [Question] = []
    return transaction.advance(rules, keeping: detail, questions: &questions) ? transaction : nil
  }

  /// Decides the same triggers again from another scene, with the same answers of live policies;
  /// nil when one would have to be asked that has not answered.
  func again(from start: Scene, _ rules: any RuleSet) -> Transaction? {
    var transaction = Transaction(event: event, before: before, start: start, triggers: triggers)
    transaction.answers = answers
    return transaction.decided(rules, keeping: .result)
  }
}
