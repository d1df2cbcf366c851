// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

import Explanation

/// A window that will cause a split is known when it appears, and no other one is accused.
@Suite struct NewWindowWarningTests {
  private static func window(
    _ id: Int32, _ name: String, _ policy: DeclaredPolicy = DeclaredPolicy(),
    level: Int32 = 0, isHidden: Bool = false
  ) -> Window {
    Window(
      id: WindowID(id), name: name, level: level, isHidden: isHidden,
      root: Controller(id: "\(name).root", policy: .declared(policy)))
  }

  private func warning(
    _ rules: String, page: DeclaredPolicy, new: Window, key: Bool = false
  ) throws -> NewWindowWarning? {
    let rules = try #require(RuleSetCatalog.make(rules))
    let main = Self.window(1, "main", page)
    var scene = Scene(windows: [main], key: main.id)
    scene.outputs = [Output(id: OutputID(1), name: "eDP-1")]
    var arbiter = Arbiter(rules: rules, scene: scene)
    _ = arbiter.handle(.setUp, at: .zero)
    let before = arbiter
    _ = arbiter.handle(.add(new, makesKey: key), at: .zero)
    return NewWindowWarning(of: new.id, before: before, after: arbiter)
  }

  @Test func aHiddenMenuIsWarnedOfWhenAdded() throws {
    let page = DeclaredPolicy(autorotate: false, supported: .portrait)
    let menu = Self.window(2, "menu", level: 2000, isHidden: true)
    let found = try #require(try warning("uikit-8", page: page, new: menu))
    #expect(found.outcome == .split && found.code == .hijack)
    #expect(found.turns == [.landscapeLeft, .landscapeRight])
    #expect(
      found.text == "SW0301 hidden window \"menu\" would split the next turn "
        + "(to landscape-left, landscape-right)")
    #expect(found.line(at: Instant(milliseconds: 1_500)).hasPrefix("1.500 SW0301"))
  }

  @Test(arguments: [
    "uikit-7", "uikit-8+follow-key", "uikit-8+ignore-hidden", "uikit-16", "desktop",
  ])
  func ruleSetsWithoutTheHijackGiveNoWarning(rules: String) throws {
    let page = DeclaredPolicy(autorotate: false, supported: .portrait)
    let menu = Self.window(2, "menu", level: 2000, isHidden: true)
    #expect(try warning(rules, page: page, new: menu) == nil)
  }

  @Test func aWindowThatAcceptsGivesNoWarning() throws {
    let page = DeclaredPolicy(autorotate: true, supported: .all)
    #expect(try warning("uikit-8", page: page, new: Self.window(2, "menu")) == nil)
    #expect(try warning("desktop", page: page, new: Self.window(2, "menu"), key: true) == nil)
  }

  @Test func onlyAFocusedRefusingWindowIsWarnedOf() throws {
    let film = Self.window(2, "film", DeclaredPolicy(autorotate: false))
    let page = DeclaredPolicy(supported: .all)
    let found = try #require(try warning("desktop", page: page, new: film, key: true))
    #expect(found.outcome == .blocked)
    #expect(try warning("desktop", page: page, new: film, key: false) == nil)
  }

  /// The focused window without a rule turns to everything; only the vetoing one is in the way.
  @Test func aVetoIsNotBlamedOnTheFocusedWindow() {
    let foot = Stories.client(1, "foot")
    let calendar = Stories.client(
      2, "calendar", DeclaredPolicy(supported: .allButUpsideDown), vetoes: true)
    let output = Output(id: OutputID(1), name: "eDP-1", panel: .portrait)
    let empty = Arbiter(rules: DesktopRuleSet(), scene: Scene(outputs: [output]))
    let full = Arbiter(
      rules: DesktopRuleSet(),
      scene: Scene(outputs: [output], windows: [foot, calendar], key: foot.id))
    let found = NewWindowWarning.found(of: [foot.id, calendar.id], before: empty, after: full)
    #expect(
      found.map(\.text) == [
        "SW0110 \"calendar\" will veto the rotation to 180 (bottom edge up): its rule allows all but "
          + "180 (bottom edge up)"
      ])
  }

  /// The screen's orientation at the start is one of those to which it will not rotate back.
  @Test(arguments: [.unknown, .portrait] as [DeviceOrientation])
  func aVetoAgainstThePresentOrientationIsNamedToo(_ held: DeviceOrientation) {
    let foot = Stories.client(1, "foot")
    let overlay = Stories.client(2, "overlay", DeclaredPolicy(supported: .portrait), vetoes: true)
    func arbiter(_ windows: [Window]) -> Arbiter {
      let scene = Scene(
        device: Device(orientation: held, panel: .landscape),
        outputs: [Output(id: OutputID(1), name: "eDP-1", panel: .landscape)], windows: windows,
        key: foot.id)
      var arbiter = Arbiter(rules: DesktopRuleSet(), scene: scene)
      _ = arbiter.handle(.setUp, at: .zero)
      return arbiter
    }
    let (empty, full) = (arbiter([foot]), arbiter([foot, overlay]))
    let found = NewWindowWarning.found(of: [overlay.id], before: empty, after: full)
    #expect(
      found.map(\.text) == [
        "SW0110 \"overlay\" will veto the rotation to normal (top edge up), 180 (bottom edge up) or "
          + "90 (left edge up): its rule allows 270 (right edge up) only"
      ])
  }

  /// A window blocks its own output although another one rotates.
  @Test func aBlockedPanelBesideARotatingOneIsWarnedOf() {
    let outputs = [1, 2].map { Output(id: OutputID($0), name: "DP-\($0)") }
    var film = Stories.client(1, "film", DeclaredPolicy(autorotate: false))
    film.shell.output = OutputID(1)
    let empty = Arbiter(rules: DesktopRuleSet(), scene: Scene(outputs: outputs))
    let full = Arbiter(
      rules: DesktopRuleSet(), scene: Scene(outputs: outputs, windows: [film], key: film.id))
    let found = NewWindowWarning.found(of: [film.id], before: empty, after: full)
    #expect(found.map(\.code) == [.blockedByPage] && found.map(\.outcome) == [.blocked])
  }

  @Test func anAlreadyBlockedRotationGivesNoNewWarning() throws {
    let page = DeclaredPolicy(autorotate: false)
    let film = Self.window(2, "film", DeclaredPolicy(autorotate: false))
    #expect(try warning("desktop", page: page, new: film, key: true) == nil)
  }
}
