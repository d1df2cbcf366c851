// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Scenarios
import Testing

@testable import Arbitration

/// Random events against the invariants; a failure names its seed.
@Suite struct RandomEventTests {
  static let seeds = CaseCount.of(300, optimised: 1_000, long: 200_000)

  /// The number of events in a case.
  private static let length = 20

  @Test(arguments: RuleSetCatalog.names)
  func randomEventsViolateNoInvariant(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<(Self.seeds / RuleSetCatalog.names.count) {
      var random = RandomScene(seed: UInt64(seed))
      // Every other case has values that scenario files cannot express.
      let isSayable = seed.isMultiple(of: 2)
      let scene =
        isSayable
        ? random.sayableScene(windows: 5, family: rules.family) : random.scene(windows: 5)
      var run = RandomCase(rules: rules, scene: scene)
      for _ in 0..<Self.length where run.problem == nil {
        run.play(
          isSayable
            ? random.sayableEvent(in: run.arbiter.scene, family: rules.family)
            : random.event(in: run.arbiter.scene))
      }
      if run.problem != nil { Issue.record("\(name), seed \(seed): \(run.report())") }
    }
  }

  /// A failure prints the shortest events, as a file that shows them again.
  @Test func aFailureIsPrintedAsAScenario() throws {
    let rules = UIKitRuleSet.version8
    var random = RandomScene(seed: 12)
    let scene = random.sayableScene(windows: 3, family: .uikit)
    var run = RandomCase(rules: rules, scene: scene) { verdict, _ in
      verdict.after.windows.contains { $0.orientation == .landscapeLeft }
        ? "a window is at landscape-left" : nil
    }
    while run.problem == nil {
      run.play(random.sayableEvent(in: run.arbiter.scene, family: .uikit))
    }
    let report = run.report()
    #expect(report.hasPrefix("a window is at landscape-left after "))
    let start = try #require(report.firstIndex(of: "\n"))
    let text = String(report[report.index(after: start)...])
    let scenario = try Scenario.parse(text, file: "printed")
    let last = try #require(Simulation(scenario).steps.last?.verdict)
    #expect(last.after.windows.contains { $0.orientation == .landscapeLeft })
    #expect(scenario.events.count <= 2)
  }

  @Test(arguments: RuleSetCatalog.names)
  func aDiagnosticWindowChangesNothing(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    let hud = Window(id: WindowID(9_999), name: "hud", root: Controller(id: "hud.root"))
    for seed in 0..<CaseCount.of(25, optimised: 100) {
      var random = RandomScene(seed: UInt64(seed))
      var without = Arbiter(rules: rules, scene: random.scene(windows: 5))
      var with = without
      _ = with.handle(.addExempt(hud), at: .zero)
      _ = without.handle(.observe, at: .zero)
      for event in [Event.setUp] + (0..<20).map({ _ in random.event(in: without.scene) }) {
        let left = without.handle(event, at: .zero)
        let right = with.handle(event, at: .zero)
        #expect(without.scene == with.scene, "\(name), seed \(seed)")
        #expect(left.map(Self.withoutExempt) == right.map(Self.withoutExempt))
      }
    }
  }

  private static func withoutExempt(_ effect: Effect) -> Effect {
    guard case .report(var verdict) = effect else { return effect }
    verdict.exempt = []
    return .report(verdict)
  }
}
