// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing
import Text

@testable import Explanation

/// On a desktop an explanation has the words of Linux, and each fix is something to do.
@Suite struct DesktopWordsTests {
  static let stories = Stories.names.filter { $0.hasPrefix("desktop") }

  private static func explanation(
    _ name: String, _ context: FixContext = FixContext()
  ) throws -> Explanation {
    let story = try Stories.story(name)
    let verdict = try #require(story.verdicts.last)
    return Explanation(verdict, rules: story.rules, subject: "7", context: context)
  }

  /// The words of UIKit and of the model, which nobody on a desktop knows.
  private static let foreign = [
    "landscape-left", "landscape-right", "upside-down", "root policy", "the app ", "app's",
    "interface", "answered", "YES", " NO ", "page", "status bar", "supports R", "P U R L",
  ]

  private static func check(_ text: String, _ place: String) {
    for word in foreign { #expect(!text.contains(word), "\(place): \(word)\n\(text)") }
  }

  @Test(arguments: stories) func theTextHasNoForeignWords(_ name: String) throws {
    let explanation = try Self.explanation(name)
    for detail in Explanation.Detail.allCases {
      let lines = explanation.text(detail).split(separator: "\n")
      // The one line that shows the notation of `swivel whatif`.
      let text = lines.filter { !$0.contains("swivel whatif") }.joined(separator: "\n")
      Self.check(text, name)
    }
  }

  @Test func noDecisionOfADesktopIsToldInForeignWords() throws {
    for seed in 1...CaseCount.of(20, optimised: 200) {
      let run = RandomDecisions(
        seed: UInt64(seed) &* 7919, rules: DesktopRuleSet(), windows: seed % 5 + 1, events: 12)
      for verdict in run.decisions.map(\.verdict) {
        // A desktop has no such events; random ones are of every platform.
        switch verdict.event {
        case .app, .window(_, .present), .window(_, .requestGeometry): continue
        default: break
        }
        let explanation = Explanation(verdict, rules: DesktopRuleSet())
        Self.check(explanation.headline.text, "seed \(seed), step \(verdict.step)")
        for fix in explanation.document.actions where fix.kind != .trial && fix.lines.isEmpty {
          Self.check(fix.text, "seed \(seed), step \(verdict.step)")
        }
      }
    }
  }

  @Test func aFocusedWindowThatPreventsTheRotationIsNamedWithItsRule() throws {
    #expect(
      try Self.explanation("desktop-refuses").headline.text
        == #"no rotation to 90 (left edge up) - "mpv" has the focus, and its rule allows no rotation"#
    )
    #expect(
      try Self.explanation("desktop-veto").headline.text
        == #"window "mpv" vetoes the rotation to 90 (left edge up) - its rule allows landscape only"#
    )
    #expect(
      try Self.explanation("desktop-stated").headline.text
        == "no rotation to 90 (left edge up) - \"reader\" has the focus, and its desktop file allows "
        + "landscape only")
  }

  @Test func everyFixIsACommandALineOrAStep() throws {
    let path = "/home/tina/.config/swivel/config.yaml"
    let live = FixContext(configuration: path, isLive: true)
    let veto = try Self.explanation("desktop-veto", live)
    #expect(
      veto.document.fixes == [
        "now: swivel rotate left-up (eDP-1 turns to 90 (left edge up), until the device is turned)",
        "from now on: swivel allow mpv portrait (eDP-1 turns to 90 (left edge up))",
        "or by hand: in \(path), in the rule that mpv has, for all windows that it matches: "
          + "supported: all",
        "or take its veto away: in \(path), in the rule that mpv has, for all windows that it matches: "
          + "veto: false",
        "to try it first: swivel whatif 7 'mpv=follow-key'",
      ])
    #expect(
      veto.document.actions.map(\.kind) == [.once, .lasting, .lasting, .lasting, .trial])
    #expect(veto.document.actions[2].lines == ["supported: all"])
    #expect(veto.document.actions[2].file == path)
    let lines = veto.text().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= Explanation.mostLines)
    #expect(lines.last == "  next     swivel explain 7 --full", "\(lines)")
    #expect(
      veto.text(.short).hasSuffix(
        "; fix: swivel rotate left-up, or from now on: swivel allow mpv portrait"))
    let refuses = try Self.explanation("desktop-refuses", live)
    #expect(
      refuses.document.actions.compactMap(\.command) == [
        "swivel rotate left-up", "swivel allow mpv all", "swivel whatif 7 'mpv=YES'",
      ])
    #expect(refuses.document.actions[2].lines == ["autorotate: true"])
    // A rotation by hand is what the user wants.
    let story = try Stories.story("desktop-veto")
    var arbiter = Arbiter(rules: story.rules, scene: try #require(story.verdicts.last).after)
    let effects = arbiter.handle(.device(.setting(.userRotation(.landscapeLeft))), at: .zero)
    let turned = try #require(
      effects.compactMap { effect -> Verdict? in
        if case .report(let verdict) = effect { verdict } else { nil }
      }.last)
    #expect(turned.outcome == .turned)
    let byHand = Explanation(turned, rules: story.rules, context: live)
    #expect(byHand.document.fixes == [], "\(byHand.document.fixes)")
    let stated = try Self.explanation("desktop-stated", live)
    #expect(
      stated.document.actions[2].lines == ["- {app-id: reader, supported: all}"])
    let locked = try Self.explanation("desktop-locked", live)
    #expect(
      locked.document.fixes.first == "now: swivel unlock (eDP-1 turns to 90 (left edge up))")
    let elsewhere = try Self.explanation("desktop-locked", FixContext(configuration: path))
    #expect(
      elsewhere.document.fixes.first
        == "in the session: swivel unlock (eDP-1 turns to 90 (left edge up))")
    #expect(locked.text(.short).hasSuffix("; fix: swivel unlock"))
  }

  /// No command and no configuration reaches a scenario file.
  @Test func theFixesOfAScenarioFileAreLinesOfTheFile() throws {
    func explanation(_ name: String) throws -> Explanation {
      let story = try Stories.story(name)
      return Explanation(
        try #require(story.verdicts.last), rules: story.rules, source: "s.yaml",
        context: FixContext(isLive: true))
    }
    let veto = try explanation("desktop-veto")
    let place = #"in s.yaml, in the policy of window "mpv""#
    #expect(
      veto.document.fixes.prefix(2) == [
        "\(place): supported: all (eDP-1 turns to 90 (left edge up))",
        "\(place): veto: false (eDP-1 turns to 90 (left edge up))",
      ])
    #expect(veto.document.actions[1].lines == ["veto: false"])
    #expect(veto.document.actions[1].file == "s.yaml")
    #expect(veto.text(.short).contains("; fix: \(place): supported: all"))
    let locked = try explanation("desktop-locked")
    #expect(locked.document.actions.first?.lines == ["- rotation-lock: false"])
    for explanation in [veto, locked, try explanation("desktop-refuses")] {
      for word in ["config.yaml", "swivel rotate", "swivel allow", "swivel unlock"] {
        #expect(!explanation.text(.full).contains(word), "\(word)")
      }
    }
  }

  /// `swivel compositor` has neither a daemon nor a configuration file.
  @Test func theFixesOfASimulatedDesktopAreThoseOfItsWindows() throws {
    let simulated = FixContext(hasDaemon: false)
    let veto = try Self.explanation("desktop-veto", simulated)
    #expect(
      veto.document.fixes.prefix(2) == [
        #"in the policy of window "mpv": supported: all (eDP-1 turns to 90 (left edge up))"#,
        #"in the policy of window "mpv": veto: false (eDP-1 turns to 90 (left edge up))"#,
      ])
    let locked = try Self.explanation("desktop-locked", simulated)
    #expect(locked.text(.short).contains("; fix: now: release the rotation lock (eDP-1 turns"))
    for explanation in [veto, locked, try Self.explanation("desktop-refuses", simulated)] {
      for word in ["config.yaml", "swivel rotate", "swivel allow", "swivel unlock"] {
        #expect(!explanation.text(.full).contains(word), "\(word)")
      }
    }
  }

  @Test func aScreenThatNeedNotRotateIsSaidToBeRightWithoutWindows() throws {
    var story = Stories.desktop([], focus: nil)
    for pose: DeviceOrientation in [.portrait, .faceUp, .portrait] {
      story.send(.device(.turned(pose)))
    }
    let text = Explanation(try #require(story.verdicts.last), rules: story.rules).headline.text
    #expect(text == "the screen already shows the requested orientation")
  }

  /// A rotation under a lock to what is shown does not end when the device is turned.
  @Test func aRotationUnderALockStaysUntilRotationIsUnlocked() throws {
    var story = Stories.desktop([], focus: nil, locked: true)
    story.send(.device(.setting(.userRotation(.portrait))))
    let text = Explanation(try #require(story.verdicts.last), rules: story.rules).headline.text
    #expect(
      text.hasSuffix("the user asked for this orientation, which stays until rotation is unlocked"))
  }

  /// The reason for a screen that stays after `unlock` is the window, not the device's pose.
  @Test func anUnlockIsNotExplainedByTheDevicesPose() throws {
    var story = Stories.desktop(
      [Stories.client(1, "mpv", DeclaredPolicy(autorotate: false))], focus: 1)
    for event: DeviceEvent in [.rotationLock(true), .turned(.portrait), .rotationLock(false)] {
      story.send(.device(event))
    }
    let text = Explanation(try #require(story.verdicts.last), rules: story.rules).headline.text
    #expect(text == #""mpv" has the focus, and its rule allows no rotation"#)
  }

  /// The focused window requires a rotation without a turn of the device, and another one vetoes it.
  @Test(arguments: [1, 2] as [Int32]) func aVetoIsNamedWithoutATurnOfTheDevice(
    _ focus: Int32
  ) throws {
    let windows = [
      Stories.client(1, "editor", DeclaredPolicy(supported: .portrait)),
      Stories.client(2, "overlay", DeclaredPolicy(supported: .landscape), vetoes: true),
    ]
    let output = Output(id: OutputID(1), name: "eDP-1", panel: .landscape)
    let scene = Scene(
      device: Device(panel: .landscape), outputs: [output], windows: windows, key: WindowID(focus))
    var story = Story(DesktopRuleSet(), scene)
    if focus == 2 { story.send(.window(WindowID(1), .makeKey)) }
    let verdict = try #require(story.verdicts.last)
    #expect(verdict.outcome == .unchanged && verdict.conflicts.isEmpty, "as recorded")
    let explanation = Explanation(verdict, rules: story.rules, context: FixContext(isLive: true))
    let reason =
      #"window "overlay" vetoes the rotation to 270 (right edge up): its rule allows landscape only"#
    #expect(explanation.code == .vetoByWindow)
    #expect(explanation.headline.text == "eDP-1 did not rotate - \(reason)")
    let line = VerdictLine(verdict, rulesID: story.rules.id)
    #expect(line.outputs == ["eDP-1 blocked at normal (top edge up): \(reason)"])
    let document = explanation.document
    #expect(document.outcome == "blocked" && document.citations.contains { $0.rule == "W-7" })
    #expect(document.windows.map(\.isCulprit) == [false, true])
    #expect(document.windows.map(\.effect) == ["decides", "vetoes it"])
    #expect(
      document.actions.compactMap(\.command) == [
        "swivel rotate right-up", "swivel allow overlay portrait",
      ])
    #expect(document.actions.last?.lines == ["veto: false"])
  }

  /// Without a pose of the device, the rule of a new window is the reason for a rotation.
  @Test func aWindowThatForcesARotationIsNotSaidToAllowOne() throws {
    let scene = Scene(
      device: Device(orientation: .unknown, panel: .landscape),
      outputs: [Output(id: OutputID(1), name: "eDP-1", panel: .landscape)])
    var story = Story(DesktopRuleSet(), scene)
    let editor = Stories.client(1, "editor", DeclaredPolicy(supported: .portrait))
    story.send(.add(editor, makesKey: true))
    let line = VerdictLine(try #require(story.verdicts.last), rulesID: story.rules.id)
    #expect(
      line.sentence == "eDP-1 turned normal -> 270 (right edge up): \"editor\" has the focus, and "
        + "its rule allows 270 (right edge up) only")
  }

  /// A right of veto that the configuration gives or takes is a change of the rule.
  @Test func aChangedRuleIsNotSaidToBeAChangedState() throws {
    var overlay = Stories.client(1, "overlay", DeclaredPolicy(supported: .landscape), vetoes: true)
    var story = Stories.desktop([overlay], focus: nil)
    func event() throws -> String {
      Explanation(try #require(story.verdicts.last), rules: story.rules).document.event
    }
    overlay.shell.mayVeto = false
    story.send(.window(overlay.id, .shell(overlay.shell)))
    #expect(try event() == "window \"overlay\" got another rule")
    overlay.shell.isFullscreen = true
    story.send(.window(overlay.id, .shell(overlay.shell)))
    #expect(try event() == "window \"overlay\" changed its state")
  }

  /// A window whose answers come from a plug-in has no rule that would help.
  @Test func aFixThatDoesNotHelpIsLeftOut() throws {
    var story = Stories.desktop(
      [Stories.client(1, "mpv", DeclaredPolicy(autorotate: false))], focus: 1)
    story.send(.device(.turned(.portrait)))
    let verdict = try #require(story.verdicts.last)
    let explanation = Explanation(verdict, rules: story.rules, subject: "7")
    #expect(explanation.document.fixes.isEmpty)
  }

  @Test func masksAreNamedAsAPersonSeesThem() {
    let words = Vocabulary(on: .landscape, .english)
    #expect(words.limit(.landscape) == "allows landscape only")
    #expect(words.limit([.portrait, .portraitUpsideDown]) == "allows portrait only")
    #expect(words.limit(.all) == "allows every orientation")
    #expect(words.limit([]) == "allows no orientation")
    #expect(words.limit(.allButUpsideDown) == "allows all but 90 (left edge up)")
    #expect(words.limit(.portrait) == "allows 270 (right edge up) only")
    #expect(
      words.limit([.portrait, .landscapeRight])
        == "allows 270 (right edge up) and normal (top edge up) only")
    #expect(words.device(.faceUp) == "lying flat, screen up")
    #expect(words.device(.landscapeLeft) == "right edge up")
    #expect(words.lock(.landscapeSecondary) == "180 (bottom edge up)")
    #expect(words.lock(.portrait) == "portrait" && words.lock(.current) == nil)
    #expect(words.lock(.current, shown: .portrait) == "what is shown: 270 (right edge up)")
    #expect(words.lock(.current, shown: nil) == "what is shown")
    #expect(words.each(.landscape) == "normal (top edge up) and 180 (bottom edge up)")
    #expect(words.each(.all) == "every orientation")
    let uikit = Vocabulary(nil, of: Scene(), .english)
    #expect(uikit.device(.landscapeLeft) == "landscape-left")
    #expect(uikit.orientation(.landscapeRight) == "landscape-right")
    #expect(OrientationMask.allButUpsideDown.configured == "all-but-upside-down")
    let two: OrientationMask = [.portrait, .landscapeLeft]
    #expect(two.configured == "[portrait, landscape-left]")
  }
}
