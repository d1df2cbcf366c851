// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing
import Text

@testable import Explanation

/// The last turn of the device that no rotation followed is found, and named in one sentence.
@Suite struct MissedTurnTests {
  private static let landscape = DeclaredPolicy(supported: .landscape)
  private static let internalOutput = Output(id: OutputID(1), name: "eDP-1", panel: .landscape)

  /// A run of an arbiter under the desktop's rules, with the search over its effects.
  private struct Run {
    private(set) var arbiter: Arbiter
    private(set) var search: MissedTurnSearch
    private(set) var verdicts: [Verdict] = []
    private(set) var now = Instant.zero

    init(_ windows: [Window], focus: Int32?, outputs: [Output] = [internalOutput]) {
      let scene = Scene(
        device: Device(panel: .landscape), outputs: outputs, windows: windows,
        key: focus.map { WindowID($0) })
      arbiter = Arbiter(rules: DesktopRuleSet(), scene: scene)
      search = MissedTurnSearch(arbiter.rules.scope)
      send(.setUp)
    }

    mutating func send(_ event: Event, after seconds: Int64 = 1) {
      now = now + .seconds(seconds)
      let effects = arbiter.handle(event, at: now)
      search.note(effects)
      for case .report(let verdict) in effects { verdicts.append(verdict) }
    }

    mutating func turn(_ value: DeviceOrientation, after seconds: Int64 = 1) {
      send(.device(.turned(value)), after: seconds)
    }

    mutating func note(_ effects: [Effect]) { search.note(effects) }

    var missed: MissedTurn? { search.missedTurn(at: now) }

    func sentence(_ language: Language = .english) -> String? {
      missed.map { MissedTurnText($0, rulesID: "desktop", language: language).sentence }
    }
  }

  private static var mpv: Window { Stories.client(1, "mpv", landscape) }

  /// mpv allows landscape only and has the focus; the device is turned; a terminal is opened.
  private static func blockedThenTerminal() -> Run {
    var run = Run([mpv], focus: 1)
    run.turn(.landscapeRight)
    run.send(.add(Stories.client(2, "foot"), makesKey: true), after: 41)
    return run
  }

  /// Afterwards there is nothing left to mend.
  @Test func aRuleThatLetsTheRotationComeEndsTheMissedTurn() throws {
    var run = Run([Self.mpv], focus: 1)
    run.turn(.landscapeRight)
    #expect(run.missed != nil)
    run.send(.window(WindowID(1), .setRoot(Controller(id: "mpv", policy: .declared(.init())))))
    #expect(run.verdicts.last?.outcome == .turned && run.missed == nil)
  }

  /// The rule is removed while the screen already shows the device's orientation.
  @Test func aRuleThatIsRemovedLaterEndsTheMissedTurnToo() throws {
    var run = Self.blockedThenTerminal()
    #expect(run.missed != nil)
    run.send(.window(WindowID(1), .setRoot(Controller(id: "mpv", policy: .declared(.init())))))
    #expect(run.verdicts.last?.outcome == .unchanged && run.missed == nil)
    var narrow = Self.blockedThenTerminal()
    let other = DeclaredPolicy(supported: .landscapeRight)
    narrow.send(.window(WindowID(1), .setRoot(Controller(id: "mpv", policy: .declared(other)))))
    #expect(narrow.missed != nil)
  }

  @Test func aDeviceThatIsTurnedBackEndsTheMissedTurn() throws {
    var run = Run([Self.mpv], focus: 1)
    run.turn(.landscapeRight)
    #expect(run.missed?.isFollowedByRotation == false)
    run.turn(.portrait)
    #expect(run.verdicts.last?.outcome == .unchanged)
    #expect(run.missed?.isFollowedByRotation == true)
    run.send(.observe, after: 61)
    #expect(run.missed == nil)
  }

  /// No command is offered for a rotation that has come meanwhile.
  @Test func aScreenThatHasRotatedSinceNeedsNoCommandNow() throws {
    let context = FixContext(configuration: "c.yaml", isLive: true)
    func kinds(_ run: Run) throws -> [Fix.Kind] {
      let missed = try #require(run.missed)
      return Explanation(
        missed, later: run.verdicts.filter { $0.step > missed.verdict.step }, at: run.now,
        rules: DesktopRuleSet(), subject: "1", context: context
      ).document.actions.map(\.kind)
    }
    var blocked = Run([Self.mpv], focus: 1)
    blocked.turn(.landscapeRight)
    #expect(try kinds(blocked).first == .once)
    let later = try kinds(Self.blockedThenTerminal())
    #expect(later.first == .lasting && !later.contains(.once))
  }

  @Test func thePolicyForAllWindowsIsNotCalledARule() throws {
    let window = Window.declared(1, "notes", Self.landscape, shell: ShellTraits(appID: "notes"))
    var run = Run([window], focus: 1)
    run.turn(.landscapeRight)
    let reason = "notes had the focus and the policy for all windows allows landscape only"
    #expect(run.sentence() == "the screen did not rotate: \(reason)")
    let verdict = try #require(run.verdicts.last)
    let text = Explanation(verdict, rules: DesktopRuleSet(), subject: "1").text(.full)
    #expect(text.contains("policy for all") && !text.contains("no rule"), "\(text)")
    #expect(!text.contains("W-9: "), "\(text)")
    #expect(text.contains("The policy for all windows has supported: landscape."))
  }

  /// The first example of README.md is what `swivel explain` prints in the terminal that was opened.
  @Test func theExampleOfTheReadmeMatchesTheOutput() throws {
    let run = Self.blockedThenTerminal()
    let explanation = Explanation(
      try #require(run.missed), later: run.verdicts.filter { $0.step > 1 }, at: run.now,
      rules: DesktopRuleSet(), subject: "1", context: FixContext(isLive: true))
    let block = try #require(Documentation.blocks(in: "README.md").first { $0.language.isEmpty })
    #expect(block.text == "$ swivel explain\n\(explanation.text())\n")
  }

  @Test func theTerminalThatAsksDoesNotHideTheBlockedTurn() throws {
    let run = Self.blockedThenTerminal()
    #expect(run.verdicts.last?.outcome == .turned)
    let missed = try #require(run.missed)
    #expect(missed.verdict.step == 1 && missed.cause == .decision)
    #expect(missed.outputs.map(\.windows) == [[WindowID(1)]])
    #expect(missed.blockedOutputs(in: run.arbiter.scene).isEmpty)
    let later = run.verdicts.filter { $0.step > 1 }
    let explanation = Explanation(
      missed, later: later, at: run.now, rules: DesktopRuleSet(), subject: "1")
    let lines = explanation.text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.first
        == "41 s ago the screen did not rotate: mpv had the focus and its rule allows landscape only"
    )
    #expect(lines[1].hasPrefix("  then     #2 0 s ago: eDP-1 turned normal -> 90"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("SW0101 blocked: ") })
    #expect(lines.count <= Explanation.mostLines + 4)
    #expect(explanation.text(.short).hasPrefix(lines[0]))
    #expect(explanation.document.missedTurn.map { $0[...] } == lines.first)
    #expect(explanation.document.later.count == 1)
  }

  /// The window that was named closes, and another one, out of sight, still vetoes.
  @Test func anotherWindowThatPreventsTheTurnIsNamedInTurn() throws {
    var veto = Stories.client(2, "reader", DeclaredPolicy(autorotate: false), vetoes: true)
    veto.shell.output = OutputID(1)
    var run = Run([Self.mpv, veto], focus: 1)
    run.turn(.landscapeRight)
    #expect(run.sentence()?.contains("mpv had the focus") == true)
    run.send(.window(WindowID(1), .remove), after: 3)
    let missed = try #require(run.missed)
    #expect(missed.verdict.step == 2 && missed.outputs.map(\.windows) == [[WindowID(2)]])
    let sentence = try #require(run.sentence())
    #expect(sentence.contains("reader") && !sentence.contains("mpv"), "\(sentence)")
    let explanation = Explanation(
      missed, later: [], at: run.now, rules: DesktopRuleSet(), subject: "2",
      context: FixContext(isLive: true))
    #expect(explanation.text().contains("swivel allow reader"), "\(explanation.text())")
  }

  /// A window that gets a narrower rule keeps the screen from following the device, before and after
  /// a rotation by hand.
  @Test(arguments: [false, true])
  func aChangedRuleOrAnUnlockLeavesAReason(isRotatedByHand: Bool) throws {
    var run = Run([Stories.client(1, "mpv")], focus: 1)
    run.turn(.landscapeRight)
    #expect(run.verdicts.last?.outcome == .turned && run.missed == nil)
    run.send(
      .window(WindowID(1), .setRoot(Controller(id: "mpv", policy: .declared(Self.landscape)))))
    if isRotatedByHand {
      run.send(.device(.setting(.userRotation(.portraitUpsideDown))))
      #expect(run.arbiter.scene.outputs[0].desired == .rotated90)
      run.send(.device(.rotationLock(false)))
    }
    #expect(run.arbiter.scene.outputs[0].desired == .normal)
    let missed = try #require(run.missed)
    #expect(missed.blockedOutputs(in: run.arbiter.scene).map(\.windows) == [[WindowID(1)]])
    #expect(
      run.sentence()
        == "the screen did not follow the device: mpv had the focus and the policy for all windows "
        + "allows landscape only")
    #expect(run.sentence(.chinese)?.hasPrefix("屏幕没有跟随设备：mpv 有焦点") == true)
    // The user's own rotation is no missed turn.
    var own = Run([Stories.client(1, "foot")], focus: 1)
    own.turn(.landscapeRight)
    own.send(.device(.setting(.userRotation(.landscapeRight))))
    #expect(own.arbiter.scene.outputs[0].desired == .normal && own.missed == nil)
  }

  /// A rotation by hand ends on two outputs, and the window with the focus allows nothing.
  @Test func anOutputThatStaysAfterAnUnlockIsNamed() throws {
    var run = Self.twoOutputs([Self.client(1, "second", nil, on: 2)], focus: 1)
    let none = DeclaredPolicy(supported: [])
    run.send(.window(WindowID(1), .setRoot(Controller(id: "second", policy: .declared(none)))))
    #expect(run.missed == nil)
    run.send(.device(.setting(.userRotation(.landscapeRight))))
    run.send(.device(.rotationLock(false)))
    #expect(run.arbiter.scene.outputs.map(\.desired) == [.rotated90, .normal])
    #expect(
      run.sentence()
        == "HDMI-A-1 did not follow the device: second had the focus and the policy for all windows "
        + "allows no orientation")
  }

  @Test func aRotationOfTheDeviceEndsTheMissedTurnAfterAMinute() {
    var run = Self.blockedThenTerminal()
    run.turn(.portrait, after: 17)
    #expect(run.verdicts.last?.outcome == .turned)
    #expect(run.missed?.isFollowedByRotation == true)
    #expect(run.missed?.verdict.step == 1)
    run.send(.observe, after: 3)
    #expect(run.missed == nil)
  }

  @Test func turnsThatAskForNothingLeaveTheMissedTurn() {
    var run = Self.blockedThenTerminal()
    run.turn(.faceUp)
    run.turn(.unknown, after: 600)
    #expect(run.missed?.verdict.step == 1)
  }

  @Test func theSearchIsBoundedInTimeAndInCount() {
    var old = Self.blockedThenTerminal()
    old.send(.observe, after: MissedTurnSearch.maximumAge.components.seconds - 41)
    #expect(old.missed != nil)
    old.send(.observe)
    #expect(old.missed == nil)
    var busy = Self.blockedThenTerminal()
    for _ in 0..<MissedTurnSearch.maximumDecisions - 2 { busy.send(.observe, after: 0) }
    #expect(busy.missed != nil)
    busy.send(.observe, after: 0)
    #expect(busy.missed == nil)
  }

  @Test func aTurnWithoutRefusalIsNotMissed() {
    var run = Run([Stories.client(1, "foot")], focus: 1)
    run.turn(.landscapeRight)
    run.turn(.portrait)
    #expect(run.missed == nil)
  }

  @Test(
    arguments: [
      (DeclaredPolicy(autorotate: false), "its rule allows no rotation"),
      (DeclaredPolicy(supported: []), "its rule allows no orientation"),
      (landscape, "its rule allows landscape only"),
      (DeclaredPolicy(supported: .landscapeRight), "its rule allows normal (top edge up) only"),
      (
        DeclaredPolicy(supported: .allButUpsideDown), "its rule allows all but 90 (left edge up)"
      ),
    ])
  func theReasonNamesTheRule(policy: DeclaredPolicy, reason: String) {
    var focused = Run([Stories.client(1, "mpv", policy)], focus: 1)
    focused.turn(.landscapeRight)
    #expect(focused.sentence() == "the screen did not rotate: mpv had the focus and \(reason)")
    let veto = Stories.client(1, "mpv", policy, vetoes: true)
    var other = Run([veto, Stories.client(2, "foot")], focus: 2)
    other.turn(.landscapeRight)
    #expect(other.sentence() == "the screen did not rotate: mpv vetoed it, as \(reason)")
    #expect(other.sentence(.chinese)?.hasPrefix("屏幕没有旋转：mpv 否决了它") == true)
  }

  @Test func aRuleThatOnlyVetoesIsNotNamedForThePolicyOfAllWindows() throws {
    let shell = ShellTraits(
      appID: "notes", mayVeto: true, hasRule: true, isLimitedByCommonPolicy: true)
    let notes = Window.declared(1, "notes", Self.landscape, shell: shell)
    var run = Run([notes, Stories.client(2, "foot")], focus: 2)
    run.turn(.landscapeRight)
    let reason = "the policy for all windows allows landscape only"
    #expect(run.sentence() == "the screen did not rotate: notes vetoed it, as \(reason)")
    let verdict = try #require(run.verdicts.last)
    let text = Explanation(verdict, rules: DesktopRuleSet(), subject: "1").text(.full)
    #expect(text.contains(reason) && !text.contains("its rule"), "\(text)")
    #expect(text.contains("The policy for all windows has supported: landscape."))
  }

  @Test func anApplicationsOwnStatementIsNotCalledARule() {
    let source = DesktopEntrySource(file: "~/a.desktop", key: "X-Swivel-Supported-Orientations")
    let window = Window.declared(
      1, "reader", Self.landscape,
      shell: ShellTraits(appID: "reader", hasRule: true, statedIn: source))
    var run = Run([window], focus: 1)
    run.turn(.landscapeRight)
    #expect(
      run.sentence()
        == "the screen did not rotate: reader had the focus and its desktop file allows landscape only"
    )
  }

  @Test func aLockIsTheReasonUntilItIsEnded() {
    var run = Self.blockedThenTerminal()
    run.send(.device(.rotationLock(true)))
    #expect(run.missed?.cause == .lock)
    #expect(
      run.sentence()?.hasPrefix("rotation was locked, so the screen does not follow the device")
        == true)
    run.send(.observe, after: 300)
    #expect(run.missed?.cause == .lock)
    var soon = run
    soon.send(.device(.rotationLock(false)))
    #expect(soon.missed?.verdict.step == 1)
    run.send(.observe, after: 100_000)
    #expect(run.missed?.cause == .lock)
    run.send(.device(.rotationLock(false)))
    #expect(run.missed == nil)
  }

  @Test func aTurnThatALockStopsIsMissed() {
    var exact = Run([], focus: nil)
    exact.send(.device(.rotationLock(true)))
    exact.turn(.landscapeRight)
    #expect(exact.sentence() == "the screen did not rotate: rotation is locked")
    var kind = Run([], focus: nil)
    kind.send(.device(.setting(.userLock(.landscape))))
    #expect(kind.missed == nil)
    kind.turn(.landscapeRight)
    #expect(kind.sentence() == "the screen did not rotate: rotation is locked to landscape")
  }

  @Test func aLockIsExplainedWithTheCommandThatEndsIt() throws {
    var run = Run([Self.mpv], focus: 1)
    run.send(.device(.rotationLock(true)))
    let locked = Explanation(
      try #require(run.verdicts.last), rules: DesktopRuleSet(), subject: "1",
      context: FixContext(isLive: true))
    #expect(locked.text().split(separator: "\n").contains("  fix      swivel unlock"))
    #expect(locked.text(.short).hasSuffix("; fix: swivel unlock"))
    #expect(locked.document.fixes == ["swivel unlock"])
  }

  @Test func aRefusalOfTheDisplayServerIsAMissedTurn() {
    var run = Run([], focus: nil)
    run.turn(.landscapeRight)
    let refused = OutputReport(
      output: OutputID(1), transform: .rotated90, result: .refused, attempts: 4)
    run.note([.outputReport(refused)])
    #expect(run.missed?.cause == .display(refused))
    #expect(run.sentence() == "the screen did not rotate: the compositor refused it")
  }

  /// A flat or a repeated orientation requests nothing, so the rotation before is still under way.
  @Test(arguments: [DeviceOrientation.faceUp, .landscapeRight])
  func aRefusalAfterATurnThatAsksForNothingIsAMissedTurn(later: DeviceOrientation) {
    var run = Run([], focus: nil)
    run.turn(.landscapeRight)
    run.turn(later)
    let refused = OutputReport(
      output: OutputID(1), transform: .rotated90, result: .refused, attempts: 4)
    run.note([.outputReport(refused)])
    #expect(run.missed?.cause == .display(refused) && run.missed?.verdict.step == 1)
  }

  // MARK: - Two outputs

  private static func twoOutputs(_ windows: [Window], focus: Int32) -> Run {
    let other = Output(id: OutputID(2), name: "HDMI-A-1", panel: .landscape)
    var run = Run(windows, focus: focus, outputs: [internalOutput, other])
    run.turn(.landscapeRight)
    return run
  }

  @Test func severalOutputsThatTheDisplayServerDoesNotRotateAreNamed() {
    var run = Self.twoOutputs([], focus: 0)
    for (output, result) in [(2, OutputReport.Result.refused), (1, .refused)] {
      run.note([
        .outputReport(
          OutputReport(
            output: OutputID(Int32(output)), transform: .rotated90, result: result, attempts: 4))
      ])
    }
    #expect(run.missed?.outputs.map(\.output.rawValue) == [1, 2])
    #expect(run.sentence() == "eDP-1 and HDMI-A-1 did not rotate: the compositor refused it")
    run.note([
      .outputReport(
        OutputReport(
          output: OutputID(1), transform: .rotated90, result: .unanswered, attempts: 4))
    ])
    #expect(run.missed?.outputs.map(\.output.rawValue) == [1])
  }

  private static func client(
    _ number: Int32, _ app: String, _ policy: DeclaredPolicy?, on output: Int32,
    vetoes: Bool = false
  ) -> Window {
    var window = Stories.client(number, app, policy, vetoes: vetoes)
    window.shell.output = OutputID(output)
    return window
  }

  @Test func aPanelThatStaysIsBlockedThoughTheOtherRotates() throws {
    let run = Self.twoOutputs([Self.client(1, "mpv", Self.landscape, on: 1)], focus: 1)
    let verdict = try #require(run.verdicts.last)
    // The recorded outcome is that of any output.
    #expect(verdict.outcome == .turned)
    let line = VerdictLine(verdict, rulesID: "desktop")
    #expect(line.outcome == .blocked && line.code == .blockedByPage)
    #expect(
      line.outputs == [
        "eDP-1 blocked at normal (top edge up): "
          + "mpv had the focus and its rule allows landscape only",
        "HDMI-A-1 turned normal -> 90 (left edge up)",
      ])
    #expect(line.text == "\(verdict.at.seconds) \(line.outputs.joined(separator: "; "))")
    #expect(
      line.missedTurn
        == "eDP-1 did not rotate: mpv had the focus and its rule allows landscape only")
    #expect(run.sentence() == line.missedTurn)
    let explanation = Explanation(verdict, rules: DesktopRuleSet(), subject: "1")
    let lines = explanation.text().split(separator: "\n")
    #expect(
      lines.first
        == "SW0101 blocked: eDP-1 did not rotate - mpv had the focus and its rule allows landscape only"
    )
    #expect(lines.contains("  moved    eDP-1 normal (unchanged)"), "\(explanation.text())")
    #expect(lines.contains("           HDMI-A-1 normal -> 90 (left edge up)"))
    let culprits = explanation.document.windows.filter(\.isCulprit).map(\.window)
    #expect(culprits == ["mpv"])
  }

  /// The focused window decides about its own output only (W-4).
  @Test func anOutputWithoutTheFocusIsSaidToFollowTheDevice() throws {
    let run = Self.twoOutputs([Self.client(1, "notes", nil, on: 1)], focus: 1)
    let follows = "no window on this output has the focus, so the output follows the device"
    let both = try #require(run.verdicts.last)
    #expect(
      VerdictLine(both, rulesID: "desktop").outputs == [
        #"eDP-1 turned normal -> 90 (left edge up): "notes" has the focus and allows it"#,
        "HDMI-A-1 turned normal -> 90 (left edge up): \(follows)",
      ])
    #expect(
      Explanation(both, rules: DesktopRuleSet()).headline.text.hasSuffix(
        #" - eDP-1: "notes" has the focus and allows it and HDMI-A-1: \#(follows)"#))
    // The output of the window is not there at first, and the other one turns alone.
    var alone = Run(
      [Self.client(1, "notes", nil, on: 1)], focus: 1,
      outputs: [
        Output(id: OutputID(1), name: "eDP-1", panel: .landscape, policy: .leave),
        Output(id: OutputID(2), name: "HDMI-A-1", panel: .landscape),
      ])
    alone.turn(.landscapeRight)
    let verdict = try #require(alone.verdicts.last)
    #expect(VerdictLine(verdict, rulesID: "desktop").sentence.hasSuffix(": \(follows)"))
    let explanation = Explanation(verdict, rules: DesktopRuleSet(), subject: "1")
    #expect(explanation.headline.text == "HDMI-A-1 normal -> 90 (left edge up) - \(follows)")
    #expect(explanation.document.citations.first?.rule == "W-4")
  }

  /// The windows take the orientation of the output that is left, but no output rotates.
  @Test func anOutputIsNotSaidToTurnWhenAnotherOneIsRemoved() throws {
    var run = Self.twoOutputs([Self.client(1, "mpv", Self.landscape, on: 1)], focus: 1)
    #expect(run.arbiter.scene.outputs.map(\.desired) == [.normal, .rotated90])
    run.send(.output(.remove(OutputID(1))))
    let line = VerdictLine(try #require(run.verdicts.last), rulesID: "desktop")
    #expect(line.outcome == .unchanged && line.code == .unchanged)
    #expect(line.sentence.hasPrefix("HDMI-A-1 unchanged at 90 (left edge up): "))
  }

  /// The report's headline and the line of `history` name the same output.
  @Test func anOutputThatAnotherProgramRotatedIsNamedEverywhere() throws {
    var run = Run(
      [], focus: nil,
      outputs: [
        Self.internalOutput,
        Output(id: OutputID(2), name: "HDMI-A-1", panel: .landscape, policy: .leave),
      ])
    run.send(.output(.transform(OutputID(2), .rotated90)))
    let verdict = try #require(run.verdicts.last)
    let what = "HDMI-A-1 normal -> 90 (left edge up)"
    #expect(VerdictLine(verdict, rulesID: "desktop").sentence.hasPrefix("HDMI-A-1 turned normal"))
    let headline = Explanation(verdict, rules: DesktopRuleSet()).headline.text
    #expect(headline == "\(what) - another program rotated the output")
  }

  @Test func aVetoOnTheSecondPanelIsBlockedToo() throws {
    let windows = [
      Self.client(1, "calendar", Self.landscape, on: 2, vetoes: true),
      Self.client(2, "foot", nil, on: 1),
    ]
    let run = Self.twoOutputs(windows, focus: 2)
    let line = VerdictLine(try #require(run.verdicts.last), rulesID: "desktop")
    #expect(line.outcome == .blocked && line.code == .vetoByWindow)
    #expect(
      line.outputs.first?.hasPrefix("HDMI-A-1 blocked at normal (top edge up): calendar") == true)
    #expect(
      run.sentence()
        == "HDMI-A-1 did not rotate: calendar vetoed it, as its rule allows landscape only")
    let explanation = Explanation(try #require(run.verdicts.last), rules: DesktopRuleSet())
    #expect(explanation.code == .vetoByWindow && explanation.text().contains("calendar vetoed it"))
  }

  /// Every blocked turn of a random run is missed, and the sentence names a window that refused.
  @Test func everyBlockedTurnOfARandomRunIsFound() {
    var found = 0
    for seed in 0..<CaseCount.of(40, optimised: 200) {
      var random = ArbitraryScene(seed: seed)
      var arbiter = Arbiter(rules: DesktopRuleSet(), scene: random.scene())
      var search = MissedTurnSearch(arbiter.rules.scope)
      for number in 0..<40 {
        let event = number == 0 ? .setUp : random.event(in: arbiter.scene)
        let effects = arbiter.handle(event, at: .zero)
        search.note(effects)
        for case .report(let verdict) in effects {
          let blocked = verdict.requested == nil ? [] : verdict.blockedOutputs(.output)
          guard !blocked.isEmpty, let missed = search.missedTurn(at: .zero) else {
            #expect(blocked.isEmpty, "seed \(seed), event \(number)")
            continue
          }
          found += 1
          #expect(missed.verdict == verdict && missed.outputs == blocked)
          #expect(!MissedTurnText(missed, rulesID: "desktop").sentence.isEmpty)
        }
      }
    }
    #expect(found > 0)
  }
}
