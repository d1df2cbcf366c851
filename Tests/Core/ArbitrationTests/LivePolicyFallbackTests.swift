// SPDX-License-Identifier: Apache-2.0
import Counterfactuals
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// The answers in place of a silent or failed live policy, and their names in the verdict.
@Suite struct LivePolicyFallbackTests {
  private static let policy = LivePolicy(
    id: PolicyID(3), name: "night", ring: .library,
    fallback: DeclaredPolicy(autorotate: false, supported: .portrait))

  private static func arbiter(_ rules: String) throws -> Arbiter {
    let root = Controller(id: "live.root", policy: .live(policy))
    let main = Window(id: WindowID(0), name: "main", root: root)
    var scene = Scene(windows: [main], key: main.id)
    if rules.hasPrefix("desktop") {
      scene.outputs = [Output(id: OutputID(1), name: "eDP-1")]
      scene.device.orientation = .portrait
    }
    return Arbiter(rules: try #require(RuleSetCatalog.make(rules)), scene: scene)
  }

  /// Plays a turn; `answer` makes the event for each question.
  private static func turn(
    _ arbiter: inout Arbiter, _ answer: (QuestionID, Question) -> Event
  ) throws -> Verdict {
    var effects = arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero)
    while let (id, question) = LivePolicyTests.questions(effects).first {
      effects = arbiter.handle(answer(id, question), at: .zero)
    }
    return try #require(effects.verdicts.first)
  }

  @Test(arguments: ["uikit-8", "desktop"])
  func anAbstainingPolicyFallsBackToItsDeclaredPolicy(rules: String) throws {
    var arbiter = try Self.arbiter(rules)
    let verdict = try Self.turn(&arbiter) { id, _ in .abstained(id, took: .nanoseconds(40)) }
    #expect(verdict.outcome == .blocked)
    let asked = try #require(verdict.asked.first { $0.by != nil })
    #expect(asked.answer == .flag(false) && asked.origin == .written)
    #expect(asked.by == Respondent(name: "night", ring: .library, elapsed: .nanoseconds(40)))
  }

  @Test func aFailedPolicyIsNamedAndFallsBack() throws {
    var arbiter = try Self.arbiter("desktop")
    let verdict = try Self.turn(&arbiter) { id, _ in .policyFailed(id) }
    #expect(verdict.asked.map(\.origin) == [.failed])
    #expect(verdict.asked.map(\.answer) == [.flag(false)])
    #expect(verdict.asked.compactMap(\.by?.name) == ["night"])
  }

  /// After a timeout the last answer counts; a broken contract voids that answer.
  @Test func aTimedOutPolicyKeepsItsLastAnswerUntilAFailure() throws {
    var arbiter = try Self.arbiter("desktop")
    let yes: (QuestionID, Question) -> Event = { id, question in
      .answer(id, question.kind == .supported ? .mask(.all) : .flag(true), took: .nanoseconds(9))
    }
    #expect(try Self.turn(&arbiter, yes).outcome == .turned)
    _ = arbiter.handle(.device(.turned(.faceUp)), at: .zero)
    var silent = arbiter
    let late = try Self.turn(&silent) { id, _ in .deadline(.question(id)) }
    #expect(late.asked.map(\.origin) == [.timedOut, .timedOut])
    #expect(late.asked.map(\.answer) == [.flag(true), .mask(.all)])
    _ = try Self.turn(&arbiter) { id, _ in .policyFailed(id) }
    _ = arbiter.handle(.device(.turned(.faceUp)), at: .zero)
    let after = try Self.turn(&arbiter) { id, _ in .deadline(.question(id)) }
    #expect(after.asked.first?.answer == .flag(false))
  }

  /// Blame decides with the recorded answers, one of them changed.
  @Test func blameFindsALiveVeto() throws {
    let page = Window(id: WindowID(0), name: "page", root: Controller(id: "page"))
    var other = Window(
      id: WindowID(1), name: "vetoer", root: Controller(id: "v", policy: .live(Self.policy)))
    other.shell.mayVeto = true
    var scene = Scene(windows: [page, other], key: page.id)
    scene.outputs = [Output(id: OutputID(1), name: "eDP-1")]
    scene.device.orientation = .portrait
    var arbiter = Arbiter(rules: DesktopRuleSet(), scene: scene)
    let verdict = try Self.turn(&arbiter) { id, _ in
      .answer(id, .flag(false), took: .nanoseconds(1))
    }
    #expect(verdict.outcome == .blocked)
    #expect(verdict.conflicts.map(\.culprits) == [[.window(other.id)]])
    let ending = Counterfactual(of: verdict, rules: arbiter.rules).ending([
      .window(other.id, .agrees)
    ])
    #expect(ending?.outcome == .turned)
  }
}
