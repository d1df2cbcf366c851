// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// The culprits of a split, and decisions that wait for an answer.
@Suite struct BlameTests {
  /// The culprits found for all windows at once are those found by deciding again for each.
  @Test(arguments: RandomDecisions.ruleSets.indices)
  func culpritsAreTheWindowsThatAloneCauseTheHijack(_ index: Int) throws {
    let rules = RandomDecisions.ruleSets[index]
    var splits = 0
    for seed in 1...UInt64(160) {
      let run = RandomDecisions(
        seed: seed &* 13, rules: rules, windows: Int(seed % 10) + 1, events: 8)
      for decision in run.decisions {
        guard let blame = Self.blame(decision.verdict, rules), blame.splitKind == .hijack,
          blame.barWasWritten
        else { continue }
        splits += 1
        #expect(
          blame.splitCulprits(.hijack) == Self.culprits(blame), "\(rules.id), seed \(seed)")
      }
    }
    // Only autonomous windows hijack the bar.
    if let uikit = rules.uikit, uikit.arbitration == .autonomous { #expect(splits > 4) }
  }

  /// A thousand windows that turn where the page does not are all found in time.
  @Test func aThousandCulpritsOfAHijackAreAllNamed() throws {
    let rules = UIKitRuleSet.version8
    let windows = (0..<1000).map { index in
      let policy = DeclaredPolicy(
        autorotate: index > 0, supported: index > 0 ? .all : .portrait, legacy: .all)
      return Window(
        id: WindowID(Int32(index)), name: "w\(index)", level: index > 0 ? 2000 : 0,
        root: Controller(id: "c\(index)", policy: .declared(policy)))
    }
    var arbiter = Arbiter(rules: rules, scene: Scene(windows: windows, key: WindowID(0)))
    _ = arbiter.handle(.setUp, at: .zero)
    let effects = arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero)
    let verdict = try #require(effects.verdicts.first)
    let hijack = try #require(verdict.conflicts.first { $0.kind == .hijack })
    #expect(hijack.culprits == (1..<1000).map { .window(WindowID($0)) })
  }

  /// A window's contribution is its whole part only where windows decide one after the other, and
  /// no other window, here the page, forwards its questions to that one.
  @Test func aWindowThatOthersAskIsJudgedByDecidingAgain() throws {
    var scene = MitigationTests.story()
    scene.windows[0].root = Controller(id: "main.root", forwardsTo: WindowID(1))
    scene.windows.append(.declared(2, "badge", level: 1000))
    func writers(_ scene: Scene, _ name: String) throws -> SoleWriters? {
      let rules = try #require(RuleSetCatalog.make(name))
      let blame = try #require(Self.blame(MitigationTests.turn(name, scene), rules))
      return SoleWriters(
        blame.transaction, refused: Self.refused(blame), page: WindowID(0), rules: rules)
    }
    var alone = try #require(try writers(MitigationTests.story(), "uikit-8"))
    #expect(alone.isEnough(scene.windows[1]) == true)
    var asked = try #require(try writers(scene, "uikit-8"))
    #expect(asked.isEnough(scene.windows[1]) == nil)
    #expect(asked.isEnough(scene.windows[2]) == true)
    for name in ["uikit-8+intersection", "uikit-8+key-only"] {
      #expect(try writers(scene, name) == nil, "\(name)")
    }
  }

  /// The page asks the window whether to turn, and keeps its own mask: the window alone turns the bar.
  @Test func aWindowThatThePageAsksIsACulpritToo() throws {
    var scene = MitigationTests.story()
    scene.windows[0].root = Controller(
      id: "main.root", policy: .declared(DeclaredPolicy(supported: .portrait)),
      forwardsTo: WindowID(1))
    scene.windows.append(.declared(2, "badge", level: 1000))
    let verdict = try MitigationTests.turn("uikit-8", scene)
    #expect(verdict.conflicts.map(\.kind) == [.hijack])
    #expect(verdict.conflicts.first?.culprits == [.window(WindowID(1)), .window(WindowID(2))])
  }

  /// Moves before a question without an answer are not put into force.
  ///
  /// Rules: V-1.
  @Test func aTransactionMovesNothingWhileALiveAnswerIsMissing() throws {
    let rules = UIKitRuleSet.version8
    let agrees = DeclaredPolicy(autorotate: true, supported: .all)
    let windows = [
      Window(
        id: WindowID(0), name: "page", root: Controller(id: "page", policy: .declared(agrees))),
      Window(
        id: WindowID(1), name: "live", level: 2000,
        root: Controller(id: "live", policy: .live(LivePolicy(id: PolicyID(7))))),
    ]
    let scene = Scene(windows: windows, key: WindowID(0))
    var transaction = Transaction(
      event: .device(.turned(.landscapeLeft)), before: scene, rules: rules)
    #expect(transaction.decided(rules, keeping: .result) == nil)
    #expect(transaction.again(from: transaction.start, rules) == nil)
    var questions: [Question] = []
    let isDecided = transaction.advance(rules, keeping: .result, questions: &questions)
    #expect(!isDecided)
    #expect(questions.map(\.policy) == [PolicyID(7)])
    #expect(transaction.scene == transaction.start)
    #expect(transaction.moves.isEmpty)
    // With the answers there, both windows turn; the landscape names are crossed.
    for kind in [Question.Kind.shouldAutorotate, .supported] {
      let question = Question(
        policy: PolicyID(7), window: WindowID(1), kind: kind, proposed: .landscapeLeft)
      let answer: Answer = kind == .supported ? .mask(.all) : .flag(true)
      transaction.answers[question] = Reply(answer: answer, origin: .written)
    }
    let decided = try #require(transaction.decided(rules, keeping: .result))
    #expect(decided.scene.windows.allSatisfy { $0.orientation == .landscapeRight })
  }

  private static func blame(_ verdict: Verdict, _ rules: any RuleSet) -> Blame? {
    var transaction = Transaction(
      event: verdict.event, before: verdict.before, rules: rules)
    transaction.answers = verdict.answers
    guard let decided = transaction.decided(rules, keeping: .everything) else { return nil }
    return Blame(
      decided, OutcomeClassification(rules: rules, transaction: decided, isFirst: false),
      rules: rules)
  }

  /// Returns the culprits by deciding again for every voter, while all others but the page refuse.
  private static func culprits(_ blame: Blame) -> [Party] {
    let refused = refused(blame)
    let enough = others(blame).filter { suspect in
      var scene = refused
      if let index = scene.index(of: suspect.id) { scene.windows[index] = suspect }
      guard let end = blame.transaction.again(from: scene, blame.rules)?.scene else { return false }
      return end.statusBar.writer == .window(suspect.id)
        && end.statusBar.orientation != end.pageOrientation
    }
    if enough.isEmpty, case .window(let writer) = blame.transaction.scene.statusBar.writer {
      return [.window(writer)]
    }
    return enough.map { .window($0.id) }
  }

  /// Returns the windows that are asked beside the page.
  private static func others(_ blame: Blame) -> [Window] {
    let start = blame.transaction.start
    return start.windows.filter {
      $0.id != blame.page?.window && blame.rules.isVoter($0, in: start)
    }
  }

  /// Returns the scene of a decision in which all windows but the page refuse.
  private static func refused(_ blame: Blame) -> Scene {
    var refused = blame.transaction.start
    refused.amend(others(blame).map { .window($0.id, .refuses) }, blame.rules)
    return refused
  }
}
