// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// A hidden menu window that hijacks the bar, and each cure for that.
@Suite struct MitigationTests {
  /// Returns a page that refuses, and a hidden menu window without written answers.
  static func story(menu: Controller = Controller(id: "menu.root")) -> Scene {
    let page = Controller(
      id: "main.root",
      policy: .declared(DeclaredPolicy(autorotate: false, supported: .portrait)))
    let main = Window(id: WindowID(0), name: "main", root: page)
    let stray = Window(id: WindowID(1), name: "menu", level: 2000, isHidden: true, root: menu)
    return Scene(windows: [main, stray], key: main.id)
  }

  static func turn(_ rules: String, _ scene: Scene) throws -> Verdict {
    var arbiter = Arbiter(rules: try #require(RuleSetCatalog.make(rules)), scene: scene)
    _ = arbiter.handle(.setUp, at: .zero)
    let effects = arbiter.handle(.device(.turned(.landscapeLeft)), at: .zero)
    return try #require(
      effects.verdicts.first)
  }

  /// Rules: C-5, M-4, M-5.
  @Test func aHiddenWindowHijacksTheStatusBar() throws {
    let verdict = try Self.turn("uikit-8", Self.story())
    #expect(verdict.outcome == .split)
    #expect(
      verdict.conflicts == [Conflict(kind: .hijack, culprits: [.window(WindowID(1))], since: 1)])
    #expect(verdict.after.statusBar.orientation == .landscapeRight)
    #expect(verdict.page?.orientation == .portrait)
  }

  @Test(arguments: Mitigation.allCases)
  func everyMitigationPreventsTheHijack(cure: Mitigation) throws {
    let verdict = try Self.turn("uikit-8+\(cure.rawValue)", Self.story())
    #expect(verdict.outcome == .blocked)
    #expect(verdict.conflicts == [])
    #expect(verdict.after.statusBar.orientation == .portrait)
  }

  /// Where all windows decide together, one that appears does not undo another one's refusal.
  ///
  /// Rules: M-23.
  @Test func aWindowThatAppearsTurnsNoneAgainstAnothersMask() throws {
    var windows = [UIKitStage.window(0), UIKitStage.window(1, isHidden: true)]
    windows.append(.declared(2, "menu", DeclaredPolicy(supported: .portrait, legacy: .portrait)))
    var stage = try UIKitStage("uikit-8+intersection", windows: windows)
    #expect(try stage.turn(.landscapeLeft).after.statusBar.orientation == .portrait)
    let shown = try stage.play(.window(WindowID(1), .show))
    #expect(shown.after.statusBar.orientation == .portrait)
    #expect(shown.after.windows.allSatisfy { $0.orientation == .portrait })
  }

  /// Windows that decide together stand, from the start, in an orientation that all of them accept.
  ///
  /// Rules: M-23.
  @Test(arguments: [
    (OrientationMask.landscapeLeft, InterfaceOrientation.landscapeLeft),
    (.landscapeRight, .landscapeRight), (.all, .portrait),
  ])
  func windowsThatDecideTogetherBeginInACommonOrientation(
    mask: OrientationMask, shown: InterfaceOrientation
  ) throws {
    let film = Window.declared(1, "film", DeclaredPolicy(supported: mask, legacy: mask))
    let stage = try UIKitStage(
      "uikit-8+intersection", windows: [UIKitStage.window(0), film])
    #expect(stage.launch.after.statusBar.orientation == shown)
    #expect(stage.launch.after.windows.allSatisfy { $0.orientation == shown })
  }

  /// With a rule of the configuration, only the menu's window takes part in another way.
  @Test(arguments: [Mitigation.followKey, .ignoreHidden])
  func aMitigationOfOneWindowPreventsTheHijack(cure: Mitigation) throws {
    var scene = Self.story()
    scene.windows[1].shell.cure = cure
    #expect(try Self.turn("uikit-8", scene).conflicts == [])
  }

  /// Rules: M-8.
  @Test func forwardingToThePagePreventsTheHijack() throws {
    let menu = Controller(id: "menu.root", forwardsTo: WindowID(0))
    let verdict = try Self.turn("uikit-8", Self.story(menu: menu))
    #expect(verdict.conflicts == [])
    let answer = verdict.asked.first { $0.window == WindowID(1) }
    #expect(answer?.origin == .forwarded)
    #expect(answer?.via == ["main.root"])
  }

  /// Rules: W-8.
  @Test(arguments: ["desktop"] + Mitigation.allCases.map { "desktop+\($0.rawValue)" })
  func desktopRulesNeverAskTheHiddenWindow(rules: String) throws {
    var scene = Self.story()
    scene.outputs = [Output(id: OutputID(0), name: "eDP-1")]
    let verdict = try Self.turn(rules, scene)
    #expect(verdict.outcome == .blocked)
    #expect(verdict.conflicts == [])
    #expect(!verdict.asked.contains { $0.window == WindowID(1) })
  }

  /// Rules: M-5.
  @Test func uikit7IgnoresHiddenWindows() throws {
    #expect(try Self.turn("uikit-7", Self.story()).conflicts == [])
  }
}
