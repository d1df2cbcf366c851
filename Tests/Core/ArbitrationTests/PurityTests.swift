// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// The rule function decides the same with every sink, and the same when repeated.
@Suite struct PurityTests {
  static let names = RuleSetCatalog.names + ["uikit-8+follow-key", "desktop+intersection"]

  @Test(arguments: names)
  func everySinkSeesTheSameDecision(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<CaseCount.of(50, optimised: 400) {
      var random = RandomScene(seed: UInt64(seed))
      let scene = random.scene(windows: 1 + seed % 7)
      let triggers: [DecisionTrigger] =
        [.turn(to: .landscapeRight, only: nil), .reconsider]
        + scene.windows.flatMap { [.place($0.id), .present($0.id)] }
      for trigger in triggers {
        var trace = TraceSink()
        var moves = MoveSink()
        var nothing = NullSink()
        let traced = rules.decide(trigger, in: scene, answers: Answers(), sink: &trace)
        let moved = rules.decide(trigger, in: scene, answers: Answers(), sink: &moves)
        let bare = rules.decide(trigger, in: scene, answers: Answers(), sink: &nothing)
        #expect(traced == moved && traced == bare)
        #expect(trace.moves == moves.moves)
      }
    }
  }

  @Test(arguments: names)
  func aRunIsRepeatable(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<CaseCount.of(15, optimised: 60) {
      #expect(Self.run(rules, seed: UInt64(seed)) == Self.run(rules, seed: UInt64(seed)))
    }
  }

  static func run(_ rules: any RuleSet, seed: UInt64) -> [Effect] {
    var random = RandomScene(seed: seed)
    var arbiter = Arbiter(rules: rules, scene: random.scene(windows: 4))
    var effects = arbiter.handle(.setUp, at: .zero)
    for step in 0..<25 {
      let event = random.event(in: arbiter.scene)
      effects += arbiter.handle(event, at: Instant(milliseconds: Int64(step)))
    }
    return effects
  }
}
