// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// Policies that are code: questions as effects, answers as events, each with a deadline.
@Suite struct LivePolicyTests {
  static func arbiter() throws -> Arbiter {
    let live = Controller(
      id: "live.root", policy: .live(LivePolicy(id: PolicyID(7), name: "seven")))
    let main = Window(id: WindowID(0), name: "main", root: live)
    var scene = Scene(windows: [main], key: main.id)
    scene.hasLaunched = true
    return Arbiter(rules: try #require(RuleSetCatalog.make("uikit-8")), scene: scene)
  }

  static func questions(_ effects: [Effect]) -> [(QuestionID, Question)] {
    effects.compactMap { if case .ask(let id, let question) = $0 { (id, question) } else { nil } }
  }

  /// Rules: B-2, B-3.
  @Test func supportedIsAskedOnlyAfterAYesToAutorotate() throws {
    var arbiter = try Self.arbiter()
    let first = Self.questions(
      arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero))
    #expect(first.map(\.1.kind) == [.shouldAutorotate])
    let id = try #require(first.first?.0)
    let second = Self.questions(arbiter.handle(.answer(id, .flag(true)), at: .zero))
    #expect(second.map(\.1.kind) == [.supported])
    let mask = try #require(second.first?.0)
    let verdict = arbiter.handle(.answer(mask, .mask(.all)), at: .zero).verdicts.first
    #expect(verdict?.outcome == .turned)
    #expect(verdict?.asked.map(\.origin) == [.written, .written])
    #expect(verdict?.asked.map(\.rule) == [.b2, .b3])
  }

  /// Rules: B-2.
  @Test func aNoToAutorotateBlocksWithoutFurtherQuestions() throws {
    var arbiter = try Self.arbiter()
    let asked = Self.questions(arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero))
    let id = try #require(asked.first?.0)
    #expect(
      arbiter.handle(.answer(id, .flag(false)), at: .zero).verdicts.first?.outcome == .blocked)
  }

  @Test func aSilentPolicyTimesOutAndTheVerdictRecordsTheTimeout() throws {
    var arbiter = try Self.arbiter()
    var effects = arbiter.handle(.device(.turned(.landscapeLeft)), at: Instant(milliseconds: 5))
    var verdict: Verdict?
    for _ in 0..<2 {
      let deadline = effects.compactMap { effect -> (DeadlineID, Instant)? in
        if case .armDeadline(let id, let at) = effect { (id, at) } else { nil }
      }.first
      let (id, at) = try #require(deadline)
      #expect(at == Instant(milliseconds: 105))
      effects = arbiter.handle(.deadline(id), at: Instant(milliseconds: 5))
      verdict = effects.verdicts.first
    }
    #expect(verdict?.asked.map(\.origin) == [.timedOut, .timedOut])
    #expect(verdict?.outcome == .turned)
  }

  @Test func lateAndDoubledAnswersAreIgnored() throws {
    var arbiter = try Self.arbiter()
    let asked = Self.questions(arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero))
    let id = try #require(asked.first?.0)
    _ = arbiter.handle(.answer(id, .flag(false)), at: .zero)
    #expect(arbiter.handle(.answer(id, .flag(true)), at: .zero) == [])
    #expect(arbiter.handle(.deadline(.question(id)), at: .zero) == [])
    #expect(arbiter.handle(.answer(QuestionID(999), .flag(true)), at: .zero) == [])
  }

  @Test func eventsWaitForTheAnswer() throws {
    var arbiter = try Self.arbiter()
    let asked = Self.questions(arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero))
    #expect(arbiter.handle(.device(.turned(.portrait)), at: .zero) == [])
    let id = try #require(asked.first?.0)
    let effects = arbiter.handle(.answer(id, .flag(false)), at: .zero)
    // The first turn is decided, then come the questions about the second one.
    #expect(effects.verdicts.first?.outcome == .blocked)
    #expect(Self.questions(effects).map(\.1.proposed) == [.portrait])
  }

  @Test func anAnswerOfTheWrongKindCountsAsTheDefault() throws {
    var arbiter = try Self.arbiter()
    let asked = Self.questions(arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero))
    let id = try #require(asked.first?.0)
    let effects = arbiter.handle(.answer(id, .mask(.all)), at: .zero)
    #expect(Self.questions(effects).map(\.1.kind) == [.supported])
    #expect(arbiter.isBusy)
  }

  /// Ring 1 is the program itself; the outermost ring is another process.
  @Test func theRingsOfPluginsAreNumberedFromTheInside() {
    #expect([PluginRing.linked, .library, .client].map(\.number) == [1, 2, 3])
  }
}
