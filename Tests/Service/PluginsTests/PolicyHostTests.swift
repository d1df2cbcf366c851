// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Plugins
import Testing

/// The host asks once for a window in a decision, and reports the outcome.
@Suite struct PolicyHostTests {
  private final class Recorder: RootPolicy {
    var answer: DeclaredPolicy? = DeclaredPolicy(autorotate: true, supported: .all)
    var host: PolicyContext?
    var calls: [String] = []

    func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
      calls.append("confirm \(query.window.rawValue)")
      if answer == nil { host?.reconsider() }
      return answer
    }

    func advise(_ news: PolicyNotification) {
      if case .decided(let query, let outcome) = news {
        calls.append("decided \(query.window.rawValue) \(outcome.rawValue)")
      }
    }

    func handle(_ order: PolicyCommand) {
      switch order {
      case .start(let host): self.host = host
      case .turned(let query, let old):
        calls.append("turned \(query.window.rawValue) \(old.name) \(query.current.name)")
      case .stop: calls.append("stop")
      }
    }
  }

  @Test func aWindowIsAskedOnceInADecision() {
    let (policy, host) = (Recorder(), PolicyHost())
    let id = host.register(policy, name: "recorder")
    var harness = PolicyTestHarness(
      rules: DesktopRuleSet(), scene: Staging.scene([id, id], host), host: host)
    harness.play(.device(.turned(.landscapeLeft)))
    #expect(
      policy.calls == [
        "confirm 1", "confirm 2", "decided 1 turned", "decided 2 turned",
        "turned 1 portrait landscape-right", "turned 2 portrait landscape-right",
      ])
    policy.calls = []
    harness.play(.device(.turned(.portrait)))
    #expect(policy.calls.prefix(2) == ["confirm 1", "confirm 2"])
  }

  @Test func reconsiderDuringACallTakesEffectAfterTheCall() {
    let (policy, host) = (Recorder(), PolicyHost())
    policy.answer = nil
    let id = host.register(policy, name: "recorder")
    var heard: [[String]] = []
    host.onReconsider = { wished in
      #expect(wished == id)
      heard.append(policy.calls)
    }
    var harness = PolicyTestHarness(
      rules: DesktopRuleSet(), scene: Staging.scene([id], host), host: host)
    harness.play(.device(.turned(.landscapeLeft)))
    #expect(heard == [["confirm 1"]])
    // Outside of a call the request counts at once.
    policy.host?.reconsider()
    #expect(heard.count == 2)
  }

  @Test func stoppingTheHostStopsEveryPolicy() {
    let host = PolicyHost()
    let policies = [Recorder(), Recorder()]
    for policy in policies { host.register(policy, name: "r") }
    host.stop()
    #expect(policies.map(\.calls) == [["stop"], ["stop"]])
    let question = Question(policy: PolicyID(1), window: WindowID(1), kind: .supported)
    #expect(host.answer(QuestionID(1), question, in: Scene()) == nil)
  }

  /// Every rule set that asks for masks works with the same policy.
  @Test(arguments: ["uikit-5", "uikit-8", "uikit-16", "desktop", "desktop+intersection"])
  func everyRuleFamilyAsksTheSamePolicy(name: String) throws {
    let (policy, host) = (Recorder(), PolicyHost())
    policy.answer = DeclaredPolicy(autorotate: true, supported: .landscape)
    let id = host.register(policy, name: "recorder")
    let rules = try #require(RuleSetCatalog.make(name))
    var scene = Staging.scene([id], host)
    scene.device.idiom = .pad
    scene.app.requiresFullScreen = true
    var harness = PolicyTestHarness(rules: rules, scene: scene, host: host)
    let verdict = try #require(harness.play(.device(.turned(.landscapeLeft))).first)
    #expect(verdict.outcome == .turned, "\(verdict.asked)")
    #expect(verdict.asked.allSatisfy { $0.by?.name == "recorder" || $0.controller != "w1" })
  }

  /// The method of iOS 5 and earlier is asked for each orientation, and a NO refuses all of them.
  ///
  /// Rules: A-2.
  @Test func aNoAnswersUIKit5WithAnEmptyMask() throws {
    let (policy, host) = (Recorder(), PolicyHost())
    policy.answer = DeclaredPolicy(autorotate: false, supported: .all)
    let id = host.register(policy, name: "recorder")
    let rules = try #require(RuleSetCatalog.make("uikit-5"))
    var harness = PolicyTestHarness(rules: rules, scene: Staging.scene([id], host), host: host)
    let verdict = try #require(harness.play(.device(.turned(.landscapeLeft))).first)
    #expect(verdict.outcome == .blocked)
    #expect(verdict.asked.first?.answer == .mask([]))
  }

  @Test func builtInPoliciesAreListedAndNameConflictsRefused() throws {
    var list = try PluginList.builtIn()
    #expect(list.policies.map(\.name) == ["fullscreen-landscape", "steady"])
    #expect(throws: PluginList.Conflict.self) {
      try list.add(policy: SteadyPolicy(), named: "steady")
    }
    #expect(throws: PluginList.Conflict.self) {
      try list.add(policy: SteadyPolicy(), named: "Not A Name")
    }
    #expect(throws: PluginList.Conflict.self) { try list.add(ruleSet: DesktopRuleSet()) }
  }

  @Test func aFullScreenWindowIsKeptInLandscape() throws {
    let policy = FullscreenPolicy()
    #expect(try policy.confirm(PolicyQuery(window: WindowID(1))) == nil)
    let film = PolicyQuery(window: WindowID(1), current: .landscapeRight, isFullscreen: true)
    #expect(
      try policy.confirm(film)
        == DeclaredPolicy(autorotate: true, supported: .landscape, preferred: .landscapeRight))
  }

  @Test func aSteadyWindowIsFreeUntilAnOrientationIsKnown() throws {
    let policy = SteadyPolicy()
    var query = PolicyQuery(window: WindowID(1), current: .unknown)
    #expect(try policy.confirm(query) == nil)
    query.current = .portrait
    #expect(try policy.confirm(query)?.preferred == .portrait)
    query.current = .landscapeLeft
    #expect(try policy.confirm(query)?.preferred == .portrait)
  }

  @Test func aSteadyWindowKeepsItsOrientation() throws {
    let (policy, host) = (SteadyPolicy(), PolicyHost())
    let id = host.register(policy, name: SteadyPolicy.name)
    var harness = PolicyTestHarness(
      rules: DesktopRuleSet(), scene: Staging.scene([id], host), host: host)
    #expect(harness.play(.device(.turned(.landscapeLeft))).map(\.outcome) == [.blocked])
    #expect(harness.play(.device(.turned(.portraitUpsideDown))).map(\.outcome) == [.blocked])
  }
}
