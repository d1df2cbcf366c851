// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// The rules of a Wayland desktop: the outputs that turn, the windows that are asked, the decider.
///
/// The panel is natively landscape: with its left edge up it shows the portrait that is upside down.
@Suite struct DesktopRuleTests {
  private static let first = FakeDisplay.first
  private static let refusing = DeclaredPolicy(autorotate: false)

  private static func window(
    _ number: Int32, _ policy: DeclaredPolicy = DeclaredPolicy(), hidden: Bool = false,
    shell: ShellTraits = ShellTraits()
  ) -> Window {
    .declared(number, "w\(number)", isHidden: hidden, policy, shell: shell)
  }

  /// Returns the windows that the last decision asked, in order and once each.
  private static func asked(_ display: FakeDisplay) -> [WindowID] {
    var windows: [WindowID] = []
    for asked in display.verdicts.last?.asked ?? [] where windows.last != asked.window {
      windows.append(asked.window)
    }
    return windows
  }

  private static func stopped(_ display: FakeDisplay, at rule: RuleID) -> Bool {
    display.verdicts.last?.gates.contains { $0.rule == rule && !$0.isPassed } == true
  }

  /// Rules: W-2.
  @Test(arguments: [DeviceOrientation.faceUp, .faceDown, .unknown], [nil, WindowID(1)])
  func aFlatDeviceKeepsTheLastOrientation(flat: DeviceOrientation, key: WindowID?) throws {
    var display = FakeDisplay(windows: [Self.window(1)], key: key)
    display.turn(.left)
    try #require(display.wanted == [.rotated90])
    display.obey()
    display.send(.device(.turned(flat)))
    #expect(display.requests.isEmpty && display.output()?.transform == .rotated90)
    #expect(Self.stopped(display, at: .w2))
    display.turn(.bottom)
    #expect(display.wanted == [.rotated180])
  }

  /// Rules: W-3.
  @Test func onlyInternalAndHeadlessOutputsTurnUnlessManaged() throws {
    for name in ["eDP-1", "LVDS-1", "DSI-2", "HEADLESS-1"] {
      #expect(Output.isInternal(name: name), "\(name)")
    }
    for name in ["HDMI-A-1", "DP-1", "DVI-D-1", "VGA-1", "WL-1", ""] {
      #expect(!Output.isInternal(name: name), "\(name)")
    }
    var display = FakeDisplay(outputs: 2, isManaged: [true, false])
    display.turn(.left)
    try #require(display.requests.map(\.output) == [Self.first])
    #expect(Self.stopped(display, at: .w3))
    display.obey()
    display.send(.output(.configure(FakeDisplay.second, .isManaged(true))))
    #expect(display.requests.map(\.output) == [FakeDisplay.second])
    #expect(display.wanted == [.rotated90])
  }

  /// Rules: W-4.
  @Test func anOutputWithoutAFocusedWindowFollowsTheDevice() throws {
    var display = FakeDisplay(windows: [Self.window(1, Self.refusing)])
    for (edge, transform) in [(PanelEdge.left, Transform.rotated90), (.bottom, .rotated180)] {
      display.turn(edge)
      try #require(display.wanted == [transform])
      #expect(display.verdicts.last?.asked == [])
      display.obey()
    }
  }

  /// Rules: W-5.
  @Test(arguments: [
    (DeclaredPolicy(autorotate: true, supported: .all), true),
    (refusing, false),
    (DeclaredPolicy(autorotate: true, supported: .landscape), false),
    (DeclaredPolicy(autorotate: false, supported: .all), false),
    (DeclaredPolicy(supported: [.landscapeRight, .portraitUpsideDown]), true),
  ])
  func theFocusedWindowDecides(policy: DeclaredPolicy, turns: Bool) {
    var display = FakeDisplay(windows: [Self.window(1, policy)], key: WindowID(1))
    display.turn(.left)
    #expect(display.wanted == (turns ? [.rotated90] : []))
    #expect(Self.stopped(display, at: .w5) == !turns)
  }

  /// Rules: W-6.
  @Test func aFullscreenFocusedWindowDecidesAlone() {
    let vetoer = Self.window(2, Self.refusing, shell: ShellTraits(mayVeto: true))
    for isFullscreen in [true, false] {
      let film = Self.window(1, shell: ShellTraits(isFullscreen: isFullscreen))
      var display = FakeDisplay(windows: [film, vetoer], key: WindowID(1))
      display.turn(.left)
      #expect(display.wanted == (isFullscreen ? [.rotated90] : []))
      #expect(Self.asked(display).contains(vetoer.id) == !isFullscreen)
      let alone = GateRecord(window: film.id, gate: .veto, isPassed: true, rule: .w6)
      #expect(display.verdicts.last?.gates.contains(alone) == isFullscreen)
    }
  }

  /// Rules: W-7.
  @Test(arguments: [true, false])
  func anotherWindowStopsATurnOnlyIfItMayVeto(mayVeto: Bool) {
    let other = Self.window(2, Self.refusing, shell: ShellTraits(mayVeto: mayVeto))
    var display = FakeDisplay(windows: [Self.window(1), other], key: WindowID(1))
    display.turn(.left)
    #expect(display.wanted == (mayVeto ? [] : [.rotated90]))
    #expect(Self.stopped(display, at: .w7) == mayVeto)
    #expect(Self.asked(display) == (mayVeto ? [WindowID(1), other.id] : [WindowID(1)]))
  }

  /// Each of these windows may veto and would refuse if asked.
  ///
  /// Rules: W-8.
  @Test func hiddenMinimisedAndDiagnosticWindowsAreNeverAsked() {
    var follower = Self.window(4, Self.refusing, shell: ShellTraits(mayVeto: true))
    follower.isFollower = true
    let windows = [
      Self.window(1),
      Self.window(2, Self.refusing, hidden: true, shell: ShellTraits(mayVeto: true)),
      Self.window(3, Self.refusing, shell: ShellTraits(isMinimized: true, mayVeto: true)),
      follower,
    ]
    var display = FakeDisplay(windows: windows, key: WindowID(1))
    display.send(.addExempt(Self.window(9, Self.refusing, shell: ShellTraits(mayVeto: true))))
    display.turn(.left)
    #expect(display.wanted == [.rotated90])
    #expect(Self.asked(display) == [WindowID(1)])
    let silent = display.verdicts.last?.gates.filter { $0.rule == .w8 && !$0.isPassed } ?? []
    #expect(silent.map(\.window) == [WindowID(2), WindowID(3), WindowID(4)])
  }

  /// The windows that a plug-in's rule set sees, and the records of those that it does not.
  ///
  /// Rules: W-8, W-12.
  @Test func aHiddenWindowHasNoVoiceAndStopsAtTakingPart() throws {
    let windows = [Self.window(1), Self.window(2, Self.refusing, hidden: true)]
    let display = FakeDisplay(windows: windows, key: WindowID(1))
    var inquiry = DesktopInquiry(
      try #require(display.output()), in: display.arbiter.scene, answers: Answers(),
      sink: TraceSink())
    let found = inquiry.voices()
    let voices = try #require(found)
    #expect(voices.map(\.window.id) == [WindowID(1)] && voices[0].isFocused)
    let gates = inquiry.sink.gates.filter { $0.rule == .w8 }
    #expect(gates.map(\.gate) == [.takesPart, .takesPart])
    #expect(gates.map(\.window) == [WindowID(1), WindowID(2)])
    #expect(gates.map(\.isPassed) == [true, false])
  }

  /// A plug-in's rule set is not asked while the user has requested a rotation.
  ///
  /// Rules: W-12, W-14.
  @Test func theUsersRotationTurnsAnOutputWithoutThePlugIn() throws {
    var scene = FakeDisplay(windows: [Self.window(1)], key: WindowID(1)).arbiter.scene
    scene.device.userRotation = .portrait
    let output = try #require(scene.outputs.first)
    let transform = try #require(InterfaceOrientation.portrait.transform(on: output.panel))
    var inquiry = DesktopInquiry(output, in: scene, answers: Answers(), sink: TraceSink())
    let mayTurn = inquiry.mayTurn()
    #expect(!mayTurn)
    #expect(inquiry.sink.moves.contains(.output(output.id, to: transform)))
  }

  /// The decision of a plug-in's rule set stops at the arbitration if it is not what the device
  /// requests.
  ///
  /// Rules: W-12.
  @Test func thePlugInsDecisionIsRecordedAsArbitration() throws {
    let display = FakeDisplay(windows: [Self.window(1)], key: WindowID(1))
    var scene = display.arbiter.scene
    scene.device.orientation = DeviceOrientation(edgeUp: .left)
    let output = try #require(scene.outputs.first)
    for target in [output.orientation, .landscapeLeft, .landscapeRight] {
      var inquiry = DesktopInquiry(output, in: scene, answers: Answers(), sink: TraceSink())
      let isRequested = inquiry.device == target
      inquiry.settle(target, decidedBy: WindowID(1))
      let gate = GateRecord(
        window: WindowID(1), gate: .arbitration,
        isPassed: isRequested || target != output.orientation, rule: .w12)
      #expect(inquiry.sink.gates == [gate])
    }
    var inquiry = DesktopInquiry(output, in: scene, answers: Answers(), sink: TraceSink())
    inquiry.leave()
    #expect(
      inquiry.sink.gates
        == [GateRecord(window: nil, gate: .arbitration, isPassed: false, rule: .w12)])
  }

  /// Rules: W-9.
  @Test(arguments: [true, false])
  func aWindowWithoutARuleTurnsToEveryOrientation(hasRoot: Bool) throws {
    var window = Self.window(1)
    if !hasRoot { window.root = nil }
    var display = FakeDisplay(windows: [window], key: window.id)
    for edge in [PanelEdge.left, .bottom, .right, .top] {
      display.turn(edge)
      try #require(display.wanted == [edge.transform])
      let asked = display.verdicts.last?.asked ?? []
      #expect(asked.map(\.rule) == [.w9, .w9] && asked.allSatisfy { $0.origin == .standard })
      display.obey()
    }
  }

  /// The search for repairs keeps these windows: without its window the event is another one.
  @Test func theFocusedWindowAndTheWindowOfAnEventStayInTheScene() {
    let display = FakeDisplay(windows: [Self.window(1), Self.window(2)], key: WindowID(1))
    func present(_ event: Event) -> [WindowID]? {
      DesktopRuleSet().dependencies(of: event, [.reconsider], in: display.arbiter.scene)?.present
    }
    #expect(present(.device(.turned(.portrait))) == [WindowID(1)])
    #expect(present(.window(WindowID(2), .hide)) == [WindowID(1), WindowID(2)])
    #expect(present(.add(Self.window(3), makesKey: false)) == [WindowID(1), WindowID(3)])
  }

  /// A window's answers, and the orientation that is shown once the window has the focus.
  private static let newcomers: [(DeclaredPolicy, InterfaceOrientation)] = [
    (DeclaredPolicy(supported: [.portrait, .portraitUpsideDown]), .portraitUpsideDown),
    (DeclaredPolicy(supported: .landscape), .landscapeRight),
    (DeclaredPolicy(supported: .landscape, preferred: .landscapeLeft), .landscapeRight),
    (
      DeclaredPolicy(supported: [.portrait, .landscapeLeft], preferred: .landscapeLeft),
      .landscapeLeft
    ),
    (DeclaredPolicy(supported: [.portrait, .landscapeLeft]), .portrait),
    (
      DeclaredPolicy(supported: [.portrait, .landscapeLeft], preferred: .landscapeRight), .portrait
    ),
    (DeclaredPolicy(autorotate: false, supported: .portrait), .landscapeRight),
  ]

  /// The device requests upside-down portrait, and landscape-right is shown.
  ///
  /// Rules: W-11.
  @Test(arguments: newcomers)
  func aWindowThatGainsTheFocusIsAskedAnew(policy: DeclaredPolicy, shown: InterfaceOrientation) {
    let wide = Self.window(1, DeclaredPolicy(supported: .landscape))
    var display = FakeDisplay(windows: [wide, Self.window(2, policy)], key: wide.id)
    display.turn(.left)
    #expect(display.output()?.orientation == .landscapeRight)
    display.send(.window(WindowID(2), .makeKey))
    #expect(display.output()?.orientation == shown)
    #expect(Self.asked(display) == [WindowID(2)])
    display.send(.window(wide.id, .makeKey))
    #expect(display.output()?.orientation.isLandscape == true)
  }

  /// A page on a monitor is shown as the monitor is, so another window's turn is no split.
  ///
  /// Rules: W-3.
  @Test func aPageOnAnotherOutputIsNoSplit() throws {
    let windows = [
      Self.window(1, shell: ShellTraits(output: Self.first)),
      Self.window(2, shell: ShellTraits(output: FakeDisplay.second)),
    ]
    var display = FakeDisplay(
      outputs: 2, isManaged: [true, false], windows: windows, key: WindowID(1))
    display.turn(.left)
    display.obey()
    try #require(display.arbiter.scene.statusBar.writer == .window(WindowID(1)))
    display.send(.window(WindowID(2), .makeKey))
    let verdict = try #require(display.verdicts.last)
    #expect(verdict.page?.window == WindowID(2))
    #expect(verdict.page?.orientation != verdict.after.statusBar.orientation)
    #expect(verdict.conflicts == [])
  }
}
