// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import RotationProtocol
import Testing

/// The protocol as a value: inputs, and the actions that follow.
@Suite struct PolicySessionTests {
  private static let all: PolicySession.Statement = (1, 30, 0)
  private static let none: PolicySession.Statement = (0, 30, 0)
  private static let policy = PolicyID(7)
  private let start = Instant(milliseconds: 1000)

  private func question(
    _ kind: Question.Kind = .shouldAutorotate, _ window: Int32 = 1
  ) -> Question {
    Question(
      policy: Self.policy, window: WindowID(window), kind: kind, proposed: .landscapeRight)
  }

  /// Returns a session with a live policy and windows of these numbers.
  private func live(_ windows: [Int32] = [1]) -> PolicySession {
    var session = PolicySession(answerTimeout: .milliseconds(100))
    _ = session.receive(.setLive, at: start)
    for window in windows { _ = session.match(WindowID(window), appID: "app", title: nil) }
    return session
  }

  private func ask(
    _ session: inout PolicySession, _ id: UInt64, _ question: Question
  ) -> [PolicySession.Action] {
    session.ask(QuestionID(id), question, current: .portrait, at: start)
  }

  private func query(_ serial: UInt32, window: UInt32 = 1) -> PolicySession.Action {
    .send(.query(serial: serial, window: window, proposed: .landscapeRight, current: .portrait))
  }

  @Test func oneQueryServesAllQuestionsOfADecision() {
    var session = live()
    #expect(ask(&session, 1, question()) == [query(1)])
    #expect(ask(&session, 2, question(.supported)) == [])
    let later = start + .milliseconds(3)
    #expect(
      session.receive(.answer(serial: 1, Self.none), at: later) == [
        .enqueue(.answer(QuestionID(1), .flag(false), took: .milliseconds(3))),
        .enqueue(.answer(QuestionID(2), .mask(.all), took: nil)),
      ])
    #expect(
      ask(&session, 3, question(.legacy)) == [
        .enqueue(.answer(QuestionID(3), .mask([]), took: nil))
      ])
  }

  @Test func aTimeoutEndsTheWaitForEveryWindow() {
    var session = live([1, 2, 3])
    _ = ask(&session, 1, question())
    #expect(ask(&session, 2, question(.shouldAutorotate, 2)) == [query(2, window: 2)])
    #expect(session.expired(QuestionID(9)) == [])
    #expect(session.expired(QuestionID(1)) == [.enqueue(.deadline(.question(QuestionID(2))))])
    #expect(session.expired(QuestionID(2)) == [])
    // A window that was not asked before is not waited for either, and gets no query.
    #expect(
      ask(&session, 3, question(.shouldAutorotate, 3)) == [
        .enqueue(.deadline(.question(QuestionID(3))))
      ])
    // An outcome without a query has serial 0.
    let outcome = session.decided(verdict(of: WindowID(3))).last
    guard case .send(.outcome(serial: 0, window: 3, .timedOut, _, _))? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
    // Both queries may have been under way; each may be answered late once.
    #expect(session.receive(.answer(serial: 2, Self.all), at: start) == [])
    #expect(session.receive(.answer(serial: 1, Self.all), at: start) == [])
    #expect(session.lastAnswers == nil)
    #expect(mistake(session.receive(.answer(serial: 2, Self.all), at: start)) == .alreadyAnswered)
  }

  @Test func aChangedPolicyAppliesToLaterDecisions() {
    var session = PolicySession(answerTimeout: .milliseconds(100))
    _ = session.match(WindowID(1), appID: "app", title: nil)
    #expect(ask(&session, 1, question()) == [.enqueue(.abstained(QuestionID(1), took: nil))])
    #expect(session.receive(.declare(Self.all), at: start) == [.restate])
    #expect(
      ask(&session, 2, question(.supported)) == [.enqueue(.abstained(QuestionID(2), took: nil))])
    #expect(session.decided(verdict()) == [])
    #expect(
      ask(&session, 3, question()) == [.enqueue(.answer(QuestionID(3), .flag(true), took: nil))])
    #expect(
      session.decided(verdict()) == [
        .send(
          .outcome(
            serial: 0, window: 1, source: .declared, result: .unchanged, orientation: .portrait))
      ])
  }

  @Test func anAnswerIsRememberedWithoutChangingTheDeclaration() throws {
    var session = live()
    _ = ask(&session, 1, question())
    _ = session.receive(.declare(Self.none), at: start)
    _ = session.receive(.answer(serial: 1, Self.all), at: start)
    #expect(session.lastAnswers?.autorotate == true)
    guard case .declared(let policy)? = session.stance else {
      Issue.record("\(String(describing: session.stance))")
      return
    }
    #expect(policy.autorotate == false && policy.legacy == [])
    #expect(session.receive(.setLive, at: start) == [.send(.deadline(100)), .restate])
    #expect(session.receive(.setLive, at: start) == [.send(.deadline(100))])
    #expect(session.lastAnswers?.autorotate == true)
  }

  @Test func unmatchingOrFinishingFailsTheOpenQuestions() {
    var session = live([1, 2])
    _ = ask(&session, 1, question())
    _ = ask(&session, 2, question(.shouldAutorotate, 2))
    #expect(
      session.unmatch(WindowID(1)) == [
        .send(.unmatched(window: 1)), .enqueue(.policyFailed(QuestionID(1))),
      ])
    #expect(session.unmatch(WindowID(1)) == [])
    // The answer to the window's query may be under way.
    #expect(session.receive(.answer(serial: 1, Self.all), at: start) == [])
    #expect(
      session.finish(.replaced) == [
        .send(.finished(.replaced)), .enqueue(.policyFailed(QuestionID(2))),
      ])
    #expect(session.stance == nil && session.finish(.stopping) == [] && session.end() == [])
    #expect(session.match(WindowID(3), appID: "app", title: nil) == [])
    #expect(session.receive(.answer(serial: 99, Self.all), at: start) == [])
    #expect(session.expired(QuestionID(2)) == [])
    #expect(ask(&session, 3, question()) == [.enqueue(.policyFailed(QuestionID(3)))])
  }

  @Test func aPolicyHasWindowsUntilTheLastOneIsUnmatched() {
    var session = live([])
    #expect(!session.hasWindows)
    for window in [WindowID(1), WindowID(2)] {
      _ = session.match(window, appID: "app", title: nil)
      #expect(session.hasWindows)
    }
    _ = session.unmatch(WindowID(1))
    #expect(session.hasWindows)
    _ = session.unmatch(WindowID(2))
    #expect(!session.hasWindows)
  }

  @Test func windowNumbersAreNeverReused() {
    var session = live()
    _ = session.unmatch(WindowID(1))
    #expect(
      session.match(WindowID(1), appID: "app", title: "t") == [
        .send(.matched(window: 2, appID: "app", title: "t"))
      ])
  }

  @Test func aSurfaceKeepsItsNumberWhenItsWindowChanges() {
    var session = PolicySession(answerTimeout: .milliseconds(100))
    _ = session.receive(.setLive, at: start)
    session.represent(WindowID(1))
    #expect(ask(&session, 1, question()) == [query(1, window: 0)])
    session.represent(WindowID(2))
    #expect(ask(&session, 2, question(.supported, 2)) == [])
    #expect(session.receive(.answer(serial: 1, Self.all), at: start).count == 2)
  }

  @Test func repeatedInvalidationsCountOnceUntilReconsidered() {
    var session = live()
    #expect(session.receive(.invalidate, at: start) == [.reconsider])
    #expect(session.receive(.invalidate, at: start) == [])
    session.reconsidering()
    #expect(session.receive(.invalidate, at: start) == [.reconsider])
  }

  private static let wrong: [(PolicySession.Statement, PolicySession.Mistake.Code)] = [
    ((2, 64, 9), .invalidFlag), ((1, 1, 9), .invalidMask), ((1, .max, 0), .invalidMask),
    ((1, 0, 5), .invalidOrientation), ((1, 0, .max), .invalidOrientation),
  ]

  @Test func anInvalidationDuringADecisionCountsOnce() {
    var session = live()
    _ = ask(&session, 1, question())
    #expect(session.receive(.invalidate, at: start) == [.reconsider])
    session.reconsidering()
    #expect(session.receive(.invalidate, at: start) == [])
    _ = session.decided(verdict())
    #expect(session.receive(.invalidate, at: start) == [.reconsider])
  }

  /// The server has yet to act on it: the end of a decision that began before changes nothing.
  @Test func anInvalidationOutlivesADecisionUntilTheServerReconsiders() {
    var session = live()
    _ = ask(&session, 1, question())
    #expect(session.receive(.invalidate, at: start) == [.reconsider])
    _ = session.decided(verdict())
    #expect(session.receive(.invalidate, at: start) == [])
    session.reconsidering()
    #expect(session.receive(.invalidate, at: start) == [.reconsider])
  }

  /// The first that applies: turned, put off, refused by the answers, stayed, unchanged.
  @Test func theOutcomeReportsTheWindowsResult() {
    let window = WindowID(1)
    let error = RotationError(
      name: .invalidInterfaceOrientation, rule: .x2, window: window, controller: nil)
    func result(_ change: (inout Verdict) -> Void) -> PolicySession.Result? {
      var session = live()
      _ = ask(&session, 1, question())
      var verdict = verdict()
      change(&verdict)
      guard
        case .send(.outcome(1, 1, .timedOut, let result, .portrait))? =
          session.decided(verdict).first
      else { return nil }
      return result
    }
    #expect(result { _ in } == .unchanged)
    #expect(result { $0.requested = .portrait } == .unchanged)
    #expect(result { $0.requested = .landscapeRight } == .stayed)
    // Refused for another reason than the answers, such as a forced orientation.
    #expect(result { $0.outcome = .refused } == .unchanged)
    #expect(
      result {
        ($0.outcome, $0.requested) = (.refused, .landscapeRight)
      } == .stayed)
    #expect(result { ($0.outcome, $0.error) = (.exception, error) } == .refused)
    #expect(result { ($0.outcome, $0.error) = (.refused, error) } == .refused)
    #expect(result { $0.outcome = .deferred } == .deferred)
    #expect(result { ($0.moves, $0.error) = ([.putOff(window)], error) } == .deferred)
    #expect(
      result {
        ($0.moves, $0.error) = ([.window(window, to: .portrait)], error)
      } == .turned)
    #expect(result { $0.moves = [.window(WindowID(2), to: .portrait)] } == .unchanged)
  }

  /// A value that the arbiter reads in the scene was declared there; an answer has a query.
  @Test func aDeclarationInTheSceneIsNamedAsTheSourceWhereItWasRead() {
    let window = WindowID(1)
    func source(
      _ asked: Asked, declares: Bool = true
    ) -> (PolicySession.Source, UInt32, PolicySession.Result)? {
      var session = PolicySession(answerTimeout: .milliseconds(100))
      if declares { _ = session.receive(.declare(Self.all), at: start) }
      _ = session.match(window, appID: "app", title: nil)
      var verdict = verdict()
      verdict.asked = [asked]
      // A window that turned gets the outcome whether it was asked or not.
      verdict.moves = [.window(window, to: .portrait)]
      guard
        case .send(.outcome(let serial, 1, let source, let result, _))? =
          session.decided(verdict).first
      else { return nil }
      return (source, serial, result)
    }
    func asked(
      _ window: WindowID, _ origin: Origin = .written, by: Respondent? = nil
    ) -> Asked {
      Asked(
        window: window, controller: "c", question: .supported, answer: .mask(.all),
        origin: origin, rule: .b3, by: by)
    }
    let live = Respondent(name: "seven", ring: .client)
    #expect(source(asked(window)) ?? (.unasked, 9, .stayed) == (.declared, 0, .turned))
    for other in [asked(WindowID(2)), asked(window, .standard), asked(window, by: live)] {
      #expect(source(other) ?? (.declared, 9, .stayed) == (.unasked, 0, .turned))
    }
    #expect(
      source(asked(window), declares: false) ?? (.declared, 9, .stayed) == (.unasked, 0, .turned))
  }

  @Test(arguments: wrong)
  func outOfRangeValuesAreProtocolErrors(
    _ statement: PolicySession.Statement, _ code: PolicySession.Mistake.Code
  ) {
    for request in [PolicySession.Request.declare(statement), .answer(serial: 9, statement)] {
      var session = live()
      #expect(mistake(session.receive(request, at: start)) == code)
      #expect(session.stance == .live)
    }
  }

  @Test func unsentSerialsAreProtocolErrors() {
    var session = live()
    for serial in [UInt32(0), 1, .max] {
      #expect(
        mistake(session.receive(.answer(serial: serial, Self.all), at: start)) == .unknownSerial)
    }
  }

  private func mistake(_ actions: [PolicySession.Action]) -> PolicySession.Mistake.Code? {
    guard case .reject(let mistake)? = actions.first, !mistake.text.isEmpty else { return nil }
    return mistake.code
  }

  /// Returns a verdict with window 1 in portrait and without any change.
  private func verdict(of id: WindowID = WindowID(1)) -> Verdict {
    let window = Window(id: id, name: "w", root: nil, orientation: .portrait)
    var arbiter = Arbiter(
      rules: DesktopRuleSet(), scene: Scene(windows: [window], key: id))
    let effects = arbiter.handle(.app(.background), at: start)
    for case .report(let verdict) in effects { return verdict }
    preconditionFailure("every event is decided")
  }
}
