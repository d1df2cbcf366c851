// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// The contributions of single windows to decisions for which all windows have to agree.
@Suite struct UIKitContributionTests {
  private static let refusing = DeclaredPolicy(autorotate: false, supported: .all, legacy: .all)

  private static func rules(_ name: String = "uikit-8") throws -> UIKitRuleSet {
    let rules = RuleSetCatalog.make(name, arbitration: .intersection) as? UIKitRuleSet
    return try #require(rules)
  }

  private static func scene(_ windows: [Window]) -> Scene {
    Scene(
      app: App(supported: InterfaceOrientation.fallbackOrder), windows: windows,
      key: windows.first?.id)
  }

  /// Returns the first window's contribution to a placement, which depends on its answers only.
  private static func contribution(
    _ window: Window, to trigger: DecisionTrigger? = nil
  ) throws -> Contribution {
    let other = UIKitStage.window(2)
    return try rules().contribution(
      of: window.id, [trigger ?? .place(other.id)], in: scene([window, other]), answers: Answers())
  }

  @Test func aWillingWindowStandsInNobodysWay() throws {
    let found = try Self.contribution(UIKitStage.window(1))
    #expect(found.blockers == [])
    #expect(found.allowed == .allButUpsideDown || found.allowed == .all)
  }

  /// Rules: B-2.
  @Test func aWindowThatDoesNotAutorotateRefusesWithoutStopping() throws {
    #expect(try Self.contribution(UIKitStage.window(1, Self.refusing)).blockers == .refuses)
  }

  /// Rules: X-2.
  @Test func aWindowWithAnEmptyMaskStopsIfItAutorotates() throws {
    let empty = DeclaredPolicy(supported: [])
    #expect(try Self.contribution(UIKitStage.window(1, empty)).blockers == .stops)
    let refusing = DeclaredPolicy(autorotate: false, supported: [])
    #expect(try Self.contribution(UIKitStage.window(1, refusing)).blockers == .refuses)
  }

  @Test func aSilentLivePolicyMayStop() throws {
    var window = UIKitStage.window(1)
    window.root?.policy = .live(LivePolicy(id: PolicyID(7), name: "seven"))
    #expect(try Self.contribution(window).blockers == [.refuses, .mayStop])
    #expect(try Self.contribution(window, to: .turn(to: .portrait, only: nil)).blockers == .stops)
  }

  /// Bits 0 to 3 are the orientations that a window refuses, 8 to 11 those outside its mask.
  @Test func theConsentsOfAWindowAreBitsInTheFallbackOrder() throws {
    func consents(_ policy: DeclaredPolicy, disabled: Bool = false) throws -> UInt32? {
      var window = UIKitStage.window(1, policy)
      window.disableCount = disabled ? 1 : 0
      return try Self.rules().consents(in: Self.scene([window]))?[window.id]
    }
    #expect(try consents(UIKitStage.willing) == 0)
    #expect(try consents(UIKitStage.willing, disabled: true) == 0b1_1111)
    for (bit, only) in InterfaceOrientation.fallbackOrder.enumerated()
    where only != .portraitUpsideDown {
      let others = UInt32(0b1111 & ~(1 << bit))
      #expect(try consents(DeclaredPolicy(supported: only.mask)) == others | others << 8)
    }
    // A window without autorotation accepts the shown orientation, whatever it is.
    #expect(try consents(Self.refusing) == 0b1000_1111)
  }

  @Test func aWindowWhoseAutorotationIsEnabledAgainIsHeard() throws {
    let windows = [UIKitStage.window(1), UIKitStage.window(2)]
    let rules = try Self.rules()
    func heard(_ event: WindowEvent) -> [WindowID]? {
      rules.dependencies(of: .window(WindowID(2), event), [], in: Self.scene(windows))?.directlyRead
    }
    #expect(heard(.enableAutorotation) == [WindowID(2)])
    #expect(heard(.disableAutorotation) == [])
  }

  /// A window that was put off turns when its autorotation was enabled as often as disabled.
  @Test func aPostponedTurnComesWithTheLastEnabling() throws {
    var stage = try UIKitStage("uikit-8", windows: [UIKitStage.window(1)])
    let enabling = Event.window(WindowID(1), .enableAutorotation)
    for _ in 1...2 { _ = try stage.play(.window(WindowID(1), .disableAutorotation)) }
    #expect(try stage.turn(.landscapeLeft).outcome == .deferred)
    let outcomes: [Outcome] = [.unchanged, .turned, .unchanged]
    for outcome in outcomes {
      let verdict = try stage.play(enabling)
      #expect(verdict.outcome == outcome)
      #expect((verdict.moves.isEmpty && verdict.gates.isEmpty) == (outcome == .unchanged))
    }
  }

  /// The search for repairs keeps these windows: without its window the event is another one.
  @Test(arguments: UIKitStage.versions)
  func theWindowOfAnEventStaysInTheScene(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name) as? UIKitRuleSet)
    let scene = Self.scene([UIKitStage.window(1), UIKitStage.window(2, isHidden: true)])
    func present(_ event: Event) -> Set<WindowID> {
      Set(rules.dependencies(of: event, [], in: scene)?.present ?? [])
    }
    #expect(present(.device(.turned(.portrait))) == [WindowID(1)])
    #expect(present(.window(WindowID(2), .show)) == [WindowID(1), WindowID(2)])
    #expect(
      present(.add(UIKitStage.window(3), makesKey: false)) == [WindowID(1), WindowID(3)])
  }

  /// Rules: B-8.
  @Test func theMaskOfAContainersDelegateIsNamedByItsRule() throws {
    for name in UIKitStage.versions {
      var window = UIKitStage.window(1, .navigation, ["top"])
      window.root?.policy = .declared(DeclaredPolicy())
      window.root?.container?.delegateMask = .landscape
      var stage = try UIKitStage(name, windows: [window])
      let asked = try stage.turn(.landscapeLeft).asked.filter { $0.origin == .containerDelegate }
      let isAsked = stage.traits.asksContainerDelegates && stage.traits.hasMasks
      #expect(asked.isEmpty == !isAsked, "\(name)")
      #expect(asked.allSatisfy { $0.rule == .b8 && $0.answer == .mask(.landscape) })
    }
  }

  /// Rules: F-4.
  @Test(arguments: UIKitStage.versions)
  func anAttemptOfAFlatDeviceStopsAtTheDevicesOrientation(rules: String) throws {
    var stage = try UIKitStage(rules, windows: [UIKitStage.window(1)])
    _ = try stage.turn(.faceUp)
    let gates = try stage.play(.app(.attemptRotation)).gates
    let wanted: [(GateRecord.Gate, RuleID)] =
      stage.traits.allowsAttempts ? [(.deviceOrientation, .f4)] : [(.version, .e2)]
    #expect(gates.map(\.gate) == wanted.map(\.0) && gates.map(\.rule) == wanted.map(\.1))
    #expect(gates.allSatisfy { !$0.isPassed })
  }

  /// Rules: M-23, format:voter.
  @Test(arguments: UIKitStage.versions)
  func aTurnWithoutWindowsStopsBecauseNobodyTakesPart(rules: String) throws {
    var stage = try UIKitStage(rules, windows: [])
    let verdict = try stage.turn(.landscapeLeft)
    #expect(verdict.moves == [])
    if stage.traits.arbitration != .intersection {
      let rule: RuleID = stage.traits.arbitration == .sceneWide ? .m23 : .formatVoter
      let gate = GateRecord(window: nil, gate: .takesPart, isPassed: false, rule: rule)
      #expect(verdict.gates == [gate])
    }
  }
}
