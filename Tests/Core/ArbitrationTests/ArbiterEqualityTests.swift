// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

/// Two arbiters are equal if they continue in the same way.
@Suite struct ArbiterEqualityTests {
  @Test func arbitersAreComparedAsValues() {
    let window = Window(id: WindowID(0), name: "main", root: Controller(id: "main.root"))
    let scene = Scene(windows: [window], key: window.id)
    let first = Arbiter(rules: UIKitRuleSet.version8, scene: scene)
    var second = first
    #expect(first == second)
    _ = second.handle(.device(.turned(.landscapeLeft)), at: .zero)
    #expect(first != second)
    let other = RuleSetCatalog.make("uikit-8", hiddenCounts: false)
    #expect(first != other.map { Arbiter(rules: $0, scene: scene) })
  }
}
