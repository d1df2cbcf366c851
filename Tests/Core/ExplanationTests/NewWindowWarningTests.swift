// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import RandomScenes
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

  @Test func anAlreadyBlockedRotationGivesNoNewWarning() throws {
    let page = DeclaredPolicy(autorotate: false)
    let film = Self.window(2, "film", DeclaredPolicy(autorotate: false))
    #expect(try warning("desktop", page: page, new: film, key: true) == nil)
  }
}
