// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import RandomScenes
import Testing

/// `outline` against `handle`: the same decisions, told shortly.
@Suite struct DecisionSummaryTests {
  @Test(arguments: RuleSetCatalog.names)
  func summarizeAgreesWithHandle(_ name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var decisions = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = RandomScene(seed: seed)
      let scene = random.scene(windows: Int(seed % 5) + 1)
      var whole = Arbiter(rules: rules, scene: scene)
      var short = whole
      var memory = DecisionCache()
      var now = Instant.zero
      var events = [Event.setUp]
      // A few events over and over, so that much is remembered, and a new one now and then.
      let often = (0..<4).map { _ in random.event(in: scene) }
      for number in 0..<120 {
        events.append(
          number % 9 == 8
            ? random.event(in: whole.scene) : random.random.pick(often) ?? Event.observe)
        while !events.isEmpty {
          let event = events.removeFirst()
          now += .milliseconds(40)
          let effects = whole.handle(event, at: now)
          var summaries: [DecisionSummary] = []
          let others = short.summarize(event, at: now, &summaries, &memory)
          let verdicts = effects.verdicts
          #expect(
            summaries == verdicts.map { DecisionSummary($0) }, "\(name), seed \(seed), \(event)")
          #expect(others == effects.filter { if case .report = $0 { false } else { true } })
          #expect(short.scene == whole.scene)
          decisions += verdicts.count
          for case .rotateOutput(let output, let transform, let change) in effects {
            events.append(
              .output(.transform(output, random.random.chance(5) ? .flipped : transform)))
            events.append(.applied(change, .succeeded))
          }
        }
      }
      #expect(short == whole)
    }
    #expect(decisions > 4000)
  }

  /// Other answers from a moment on end what was remembered of the old ones.
  @Test func amendingAnswersInvalidatesTheDecisionCache() {
    let window = Window(id: WindowID(0), name: "main", root: Controller(id: "main.root"))
    let scene = Scene(windows: [window], key: window.id)
    var arbiter = Arbiter(rules: UIKitRuleSet.version8, scene: scene)
    var summaries: [DecisionSummary] = []
    var memory = DecisionCache()
    let turns: [DeviceOrientation] = [.landscapeLeft, .portrait, .landscapeLeft, .portrait]
    for turn in turns {
      _ = arbiter.summarize(.device(.turned(turn)), at: .zero, &summaries, &memory)
    }
    #expect(summaries.map(\.outcome) == [.turned, .turned, .turned, .turned])
    arbiter.amend([.window(window.id, .refuses)])
    for turn in turns {
      _ = arbiter.summarize(.device(.turned(turn)), at: .zero, &summaries, &memory)
    }
    #expect(summaries.dropFirst(4).allSatisfy { $0.outcome != .turned })
    #expect(summaries.map(\.step) == Array(0..<8))
  }

  /// Arbiters are equal as long as they go on in the same way.
  @Test func arbitersAreComparedAsValues() {
    let window = Window(id: WindowID(0), name: "main", root: Controller(id: "main.root"))
    let scene = Scene(windows: [window], key: window.id)
    let first = Arbiter(rules: UIKitRuleSet.version8, scene: scene)
    var second = first
    #expect(first == second)
    _ = second.handle(.device(.turned(.landscapeLeft)), at: .zero)
    #expect(first != second)
    let other = RuleSetCatalog.make("uikit-8", hiddenCounts: false)
    #expect(first != other.map { Arbiter(rules: $0, scene: scene) })
  }
}
