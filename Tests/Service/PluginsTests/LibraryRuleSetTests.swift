// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Explanation
import Fixtures
import Orientation
import Plugins
import Testing

/// A plug-in's rule set asks as the desktop does, and decides itself.
@Suite struct LibraryRuleSetTests {
  /// Returns the example in which the windows vote.
  private static func majority() throws -> LibraryRuleSet {
    let workshop = try Workshop()
    try workshop.makeExamples()
    let path = "\(workshop.path)/majority\(PluginManifest.suffix)"
    return try LibraryRuleSet(LibraryPlugin.load(PluginManifest.load(path: path)))
  }

  private static func window(_ number: Int32, _ answers: DeclaredPolicy) -> Window {
    Window(
      id: WindowID(number), name: "w\(number)",
      root: Controller(id: "w\(number)", policy: .declared(answers)))
  }

  private static func arbiter(
    _ rules: any RuleSet, _ answers: [DeclaredPolicy]
  ) -> Arbiter {
    let windows = answers.enumerated().map { window(Int32($0 + 1), $1) }
    var scene = Scene(
      outputs: [Output(id: OutputID(1), name: "eDP-1")], windows: windows, key: windows.first?.id)
    scene.device.orientation = .portrait
    return Arbiter(rules: rules, scene: scene)
  }

  private static func turn(_ arbiter: inout Arbiter) throws -> Verdict {
    let effects = arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero)
    return try #require(
      effects.verdicts.first)
  }

  private static let no = DeclaredPolicy(autorotate: false)
  private static let yes = DeclaredPolicy()

  /// Rules: W-12.
  @Test func thePluginRuleSetDecidesByMajority() throws {
    let rules = try Self.majority()
    #expect(rules.id == "plugin:majority")
    var won = Self.arbiter(rules, [Self.no, Self.yes, Self.yes])
    let verdict = try Self.turn(&won)
    #expect(verdict.outcome == .turned)
    #expect(won.scene.outputs[0].desired != .normal)
    #expect(verdict.asked.count == 9)
    #expect(Set(verdict.asked.map(\.rule)).isSubset(of: [.w12, .w9, .w11]))
    var lost = Self.arbiter(rules, [Self.no, Self.no, Self.yes])
    let stopped = try Self.turn(&lost)
    #expect(stopped.outcome == .blocked)
    #expect(
      stopped.gates.last
        == GateRecord(
          window: WindowID(1), gate: .arbitration, isPassed: false, rule: .w12))
    let text = Explanation(stopped, rules: rules).text(.full)
    #expect(text.contains("W-12"), "\(text)")
  }

  /// A diagnostic window is kept beside the scene, so that a plug-in cannot even see it.
  @Test func aDiagnosticWindowChangesNothing() throws {
    let rules = try Self.majority()
    let hud = Window(id: WindowID(9_999), name: "hud", root: Controller(id: "hud.root"))
    for seed in 0..<50 {
      var random = RandomScene(seed: UInt64(seed))
      var without = Arbiter(rules: rules, scene: random.scene(windows: 5))
      var with = without
      _ = with.handle(.addExempt(hud), at: .zero)
      _ = without.handle(.observe, at: .zero)
      for event in [Event.setUp] + (0..<20).map({ _ in random.event(in: without.scene) }) {
        let (left, right) = (without.handle(event, at: .zero), with.handle(event, at: .zero))
        #expect(without.scene == with.scene, "seed \(seed)")
        #expect(left.map(Self.withoutExempt) == right.map(Self.withoutExempt), "seed \(seed)")
      }
    }
  }

  private static func withoutExempt(_ effect: Effect) -> Effect {
    guard case .report(var verdict) = effect else { return effect }
    verdict.exempt = []
    return .report(verdict)
  }

  /// The decision repeated with one changed answer: blame needs only the rule function.
  @Test func counterfactualsWorkForAPluginRuleSet() throws {
    var arbiter = Self.arbiter(try Self.majority(), [Self.no, Self.no, Self.yes])
    let verdict = try Self.turn(&arbiter)
    let counterfactual = Counterfactual(of: verdict, rules: arbiter.rules)
    #expect(counterfactual.ending([.window(WindowID(2), .agrees)])?.outcome == .turned)
    #expect(counterfactual.ending([.window(WindowID(3), .agrees)])?.outcome == .blocked)
  }

  /// Rules: W-1.
  @Test func theUsersLockHoldsUnderAPluginRuleSet() throws {
    var arbiter = Self.arbiter(try Self.majority(), [Self.yes])
    _ = arbiter.handle(.device(.rotationLock(true)), at: .zero)
    let verdict = try Self.turn(&arbiter)
    #expect(verdict.moves.isEmpty)
    #expect(verdict.gates.contains { $0.gate == .rotationLock && !$0.isPassed })
  }

  /// Rules: W-12.
  @Test(arguments: [
    ("nonsense", "decision->target = 99; return 0;"),
    ("nowhere", "decision->target = 0; return 0;"),
    ("refuses", "return SWIVEL_FAULT;"), ("undecided", "return SWIVEL_NO_OPINION;"),
  ])
  func aFailingPluginRuleSetBlocksTheRotation(id: String, body: String) throws {
    let source = """
      static const swivel_host_v1 *host;
      static int decide(void *state, const swivel_scene_v1 *scene, swivel_decision_v1 *decision) {
        (void)state; (void)scene; (void)decision; (void)host;
        \(body)
      }
      static const swivel_rule_set_v1 rules = {.size = sizeof rules, .decide = decide};
      \(Workshop.entry(id, "SWIVEL_KIND_RULE_SET", ".rule_set = &rules"))
      """
    let manifest = try Workshop().build(id, kind: .ruleSet, source)
    let rules = try LibraryRuleSet(LibraryPlugin.load(manifest))
    var arbiter = Self.arbiter(rules, [Self.yes])
    let verdict = try Self.turn(&arbiter)
    #expect(verdict.outcome == .blocked && verdict.moves.isEmpty)
    #expect(verdict.gates.last?.rule == .w12)
  }
}
