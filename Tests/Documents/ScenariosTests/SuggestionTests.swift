// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Testing
import Text

import Experiments
import Scenarios
@testable import Explanation

/// The statements of an explanation about a scenario's step are true, and its suggestions help.
@Suite struct SuggestionTests {
  private static func step(
    _ text: String, _ number: Int, rules: String = "uikit-8", _ language: Language = .english
  ) throws -> Explanation {
    let file = "swivel: 1\nrules: \(rules)\nwindows:\n\(text)"
    let simulation = Simulation(try Scenario.parse(file, file: "s.yaml"))
    return simulation.explanation(step: number, style: TextStyle(language: language))
  }

  /// The lines that a fix names, written into the file, rotate the output.
  @Test func theLinesForADesktopsFileRotateTheOutput() throws {
    let file = """
      swivel: 1
      rules: desktop
      windows:
        - {id: film, key: true, policy: {supported: landscape}}
      events:
        - device: landscape-left
        - device: portrait
      """
    func step(_ text: String) throws -> Explanation {
      Simulation(try Scenario.parse(text, file: "s.yaml")).explanation(step: 2)
    }
    let blocked = try step(file)
    #expect(blocked.evidence.outcome == .blocked)
    let lines = blocked.document.actions.filter { $0.kind == .code }.flatMap(\.lines)
    #expect(lines == ["supported: all"])
    let film = "film, key: true, policy: {"
    let changed = file.replacing("\(film)supported: landscape", with: film + lines[0])
    #expect(try step(changed).evidence.outcome == .turned)
  }

  /// At the set-up too, a veto against the focused window's rule is explained with table and fix.
  @Test func aVetoAtTheSetUpIsNamed() throws {
    let file = """
      swivel: 1
      rules: desktop
      windows:
        - {id: editor, key: true, policy: {supported: [portrait-upside-down]}}
        - {id: dock, policy: {supported: [portrait], veto: true}}
      """
    let text = Simulation(try Scenario.parse(file, file: "s.yaml")).text()
    let reason =
      #"window "dock" vetoes the rotation to 180 (bottom edge up): its rule allows "#
      + "normal (top edge up) only"
    let fix =
      #"in s.yaml, in the policy of window "dock": supported: [portrait, portrait-upside-down]"#
    #expect(
      text.hasPrefix("SW0110 blocked: eDP-1 did not rotate - \(reason); fix: \(fix)"), "\(text)")
    #expect(text.contains("vetoes it  <<"), "\(text)")
  }

  /// Two windows have to change, so no fix follows the trial.
  @Test func aTrialWithoutAFixAfterItIsNotTheFirst() throws {
    let file = """
      swivel: 1
      rules: desktop
      device: {panel: landscape}
      windows:
        - {id: player, key: true, policy: {supported: landscape}}
        - {id: dock, policy: {supported: [portrait], veto: true}}
      events:
        - device: landscape-right
      """
    let fixes = Simulation(try Scenario.parse(file, file: "s.yaml")).explanation(step: 1)
      .document.fixes
    #expect(fixes.count == 1 && fixes[0].hasPrefix("to try it: swivel whatif s.yaml"), "\(fixes)")
  }

  /// A cure that helps in one step can fail after other events, which the check finds.
  @Test func besideACureIsWhatTheCheckFinds() throws {
    let text = """
      swivel: 1
      rules: uikit-8
      windows:
        - {id: main, key: true, root: {autorotate: false, supported: [portrait]}}
        - {id: menu, level: alert, hidden: true}
      events:
        - device: landscape-left
      """
    let simulation = Simulation(try Scenario.parse(text, file: "s.yaml"))
    let check = simulation.fixCheck
    let menu = Intervention(.party(.window(WindowID(1))), .follows)
    let broken = try #require(check([menu], simulation.scenario.rules))
    #expect(broken == ["P1", "P2"])
    let explanation = simulation.explanation(step: 1, check: check)
    let found = "; swivel check then finds P1 and P2 broken"
    let fixes = explanation.document.fixes
    #expect(fixes[0].hasSuffix("(predicts: bar and page stay portrait\(found))"))
    #expect(fixes.contains { $0.hasSuffix("(forwards-to: main)\(found)") })
    #expect(
      explanation.document.next?.hasSuffix("a cure; swivel check then finds P1, P2 and P4 broken")
        == true)
    #expect(check([], simulation.scenario.rules) == ["P1", "P2"])
    // Without the window only the page's own refusal is left: nothing rotates at all.
    let leaves = Intervention(.party(.window(WindowID(1))), .leaves)
    #expect(check([leaves], simulation.scenario.rules) == ["P10"])
  }

  /// The file's way to arbitrate applies to the cure that the check names.
  @Test func aCureIsCheckedWithTheOptionsOfTheFile() throws {
    let text = """
      swivel: 1
      rules: uikit-8
      arbitration: intersection
      app: {supported: all-but-upside-down}
      windows:
        - {id: main, root: {supported: all-but-upside-down}}
        - {id: overlay, level: alert, hidden: true, root: {autorotate: false}}
      events:
        - device: landscape-left
      """
    let simulation = Simulation(try Scenario.parse(text, file: "s.yaml"))
    let next = simulation.explanation(step: 1, check: simulation.fixCheck).document.next
    let cured = try Scenario.parse(text, file: "s.yaml", rules: "uikit-8+follow-key")
    #expect(try ScenarioCheck(cured).broken == [])
    #expect(next?.hasSuffix("a cure; swivel check then finds nothing broken") == true)
  }

  static let refusedByCover = """
      - {id: main, key: true, root: {supported: all}}
      - {id: cover, level: alert, root: {supported: [portrait]}}
    events:
      - request-geometry: {in: main, orientations: [landscape-right]}
    """

  @Test func error101NamesTheRequesterAndTheVetoingWindow() throws {
    let told = try Self.step(Self.refusedByCover, 1, rules: "uikit-16")
    #expect(
      told.document.headline
        == #"UISceneErrorDomain-101 - window "main" asked for one of R, "#
        + #"but window "cover" supports P"#)
    let verdict = told.evidence.verdict
    #expect(verdict.error?.window == WindowID(0) && verdict.error?.controller == "main.root")
    #expect(verdict.conflicts.map(\.kind) == [.veto])
    #expect(verdict.conflicts.first?.culprits == [.window(WindowID(1))])
    #expect(told.document.windows.map(\.isCulprit) == [false, true])
    let chinese = try Self.step(Self.refusedByCover, 1, rules: "uikit-16", .chinese)
    #expect(chinese.document.headline.hasSuffix(#"窗口 "main" 请求 R 之一，但窗口 "cover" 支持 P"#))
  }

  /// A request names several orientations; a veto needs a page that accepts only one of them.
  @Test func aRequestIsVetoedIfThePageAcceptsAnyOrientation() throws {
    let text = """
        - {id: main, key: true, root: {supported: [portrait, landscape-left]}}
        - {id: cover, level: alert, root: {supported: [portrait]}}
      events:
        - request-geometry: {in: main, orientations: landscape}
      """
    let told = try Self.step(text, 1, rules: "uikit-16")
    #expect(told.evidence.verdict.conflicts.first?.culprits == [.window(WindowID(1))])
  }

  /// The app's list prevents the rotation, not the mask of the deciding window.
  @Test func aRequestOutsideTheAppsListBlamesTheList() throws {
    let text = """
        - {id: main, key: true}
      app: {supported: [portrait]}
      events:
        - request-geometry: {in: main, orientations: landscape}
      """
    let told = try Self.step(text, 1, rules: "uikit-16")
    #expect(told.document.headline.hasSuffix("but the app's list allows P"))
    #expect(!told.document.fixes.contains { $0.contains("widen the mask") })
    #expect(told.document.fixes.contains { $0.contains("ask for one of P") })
  }

  @Test func theStatedStepIsThatOfTheBarsLastWrite() throws {
    let text = """
        - {id: main, key: true, root: {supported: all}, controls-status-bar: false}
        - {id: menu, level: alert, root: {supported: all}}
      events:
        - device: landscape-left
        - disable-autorotation: menu
        - device: portrait
      """
    let told = try Self.step(text, 3)
    #expect(
      told.document.headline
        == "the page turned, the status bar did not - window \"menu\" turned the bar at step 1")
    // Following the page would not end the hold.
    let written = told.document.fixes.filter { $0.hasPrefix("needs author") }
    #expect(
      written == [#"needs author: balance every disable call of "menu" with an enable call"#])
  }

  @Test func aStuckStatusBarGetsAFixThatHelps() throws {
    let head = """
        - {id: main, key: true, root: {autorotate: NO, supported: [portrait]}}
        - {id: menu, level: alert}
      events:
        - device: landscape-left
        - remove: menu

      """
    let refusing = try Self.step(head.replacing("NO", with: "false"), 2)
    #expect(
      refusing.document.fixes == [
        "needs author: let a window write the bar again: give \"main\" its root controller once "
          + "more (set-root)"
      ])
    let later = head.replacing("NO", with: "true")
    let willing = try Self.step(
      later + "  - set-policy: {controller: main.root, supported: all}", 3)
    #expect(
      willing.document.fixes == [
        "needs author: let a window write the bar again: have all windows try to turn "
          + "(attempt-rotation)"
      ])
  }

  /// Only the page's mask stops the request: no window vetoes, and there are not several causes.
  ///
  /// Rules: B-11.
  @Test func aRefusedManualStatusBarHasNoVeto() throws {
    let text = """
        - {id: main, key: true, root: {supported: all}}
      events:
        - set-status-bar: landscape-right
      """
    let told = try Self.step(text, 1)
    #expect(told.code == .blockedByPage)
    #expect(told.evidence.verdict.conflicts.isEmpty)
    #expect(
      told.document.headline
        == "nothing turned to landscape-right - "
        + "only a page with an empty mask lets the app set the bar")
    #expect(told.document.citations.contains { $0.rule == "B-11" })
    #expect(
      told.document.fixes == [
        "needs author: while the app sets the bar itself: let \"main.root\" answer NO and support "
          + "none (B-11)"
      ])
    let pad = try Self.step(
      "  - {id: main, key: true}\ndevice: {idiom: pad}\n" + "events:\n"
        + "  - set-status-bar: landscape-right", 1)
    #expect(pad.document.headline.hasSuffix("under pad multitasking no page is asked"))
  }

  @Test func fixesAlreadyInForceAreNotSuggested() throws {
    let text = """
        - {id: main, key: true, root: {autorotate: false, supported: none}}
      events:
        - set-status-bar: landscape-right
      """
    let told = try Self.step(text, 1)
    let all = told.text(.full)
    #expect(!all.contains("controls-status-bar"))
    #expect(!all.contains("or NO"))
    #expect(all.contains(#""main" -> YES to all or support P alone"#))
    #expect(all.contains("have the app set the bar back to portrait (set-status-bar)"))
  }

  /// From iOS 16 on shouldAutorotate is not asked, so a NO does not help with an empty mask.
  @Test func answeringNoIsSuggestedOnlyWhereAutorotateIsAsked() throws {
    let text = """
        - {id: main, key: true, root: {supported: none}}
      """
    let older = try Self.step(text, 0)
    #expect(older.document.fixes.contains { $0.hasSuffix("or answer NO to turning") })
    let newer = try Self.step(text, 0, rules: "uikit-16")
    #expect(newer.document.fixes.contains { $0.hasSuffix("support at least one orientation") })
  }

  @Test func androidRequestsWithoutAMaskAreShownByName() throws {
    let text = """
        - {id: page, key: true, request: behind}
        - {id: bubble, request: unset, fills-parent: false}
      events:
        - device: landscape-left
      """
    let told = try Self.step(text, 1, rules: "android")
    #expect(
      told.document.headline.hasSuffix(
        #""page" asks for BEHIND (AN-21) and "bubble" asks for UNSET (AN-22)"#))
    let all = told.text(.full)
    #expect(!all.contains("P U R L WRITTEN"))
    #expect(all.contains("  BEHIND AN-21  ") && all.contains("  UNSET AN-22  "))
    // Following the page would change neither request.
    #expect(!all.contains("what the key window answers"))
  }

  @Test(arguments: [
    ("request-geometry: {in: main, orientations: [landscape-right]}", "uikit-8"),
    ("set-needs-update: {in: main}", "uikit-8"), ("attempt-rotation: true", "uikit-16"),
    ("set-status-bar: landscape-right", "uikit-16"),
  ])
  func aCallMissingFromTheRuleSetIsNamed(_ event: String, _ rules: String) throws {
    let told = try Self.step("  - {id: main, key: true}\nevents:\n  - \(event)", 1, rules: rules)
    let call = event.prefix { $0 != ":" }
    #expect(
      told.document.headline == "rule set \(rules) has no \(call), so no window was asked")
  }

  @Test func anUnwrittenSplitHasItsKindAndCulprit() throws {
    let text = """
        - {id: main, key: true, controls-status-bar: false}
      events:
        - device: landscape-left
      """
    let told = try Self.step(text, 1)
    #expect(told.code == .split)
    #expect(told.evidence.verdict.conflicts.map(\.kind) == [.unwritten])
    #expect(told.evidence.verdict.conflicts.first?.culprits == [.window(WindowID(0))])
    #expect(told.document.headline.hasSuffix(#"window "main" may not move the bar"#))
    #expect(told.document.fixes.contains { $0.contains("controls-status-bar: true") })
  }
}
