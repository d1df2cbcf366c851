// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Arbitration

/// The internal display of a ChromeOS tablet as an output that is turned.
@Suite struct ChromeOSDisplayTests {
  private static func tablet(outputs: Int32 = 1) -> FakeDisplay {
    var display = FakeDisplay(rules: ChromeOSRuleSet(), outputs: outputs, isManaged: [true, false])
    display.send(.device(.setting(.posture(.tablet))))
    return display
  }

  /// The platform waits for the end of the change; here a later turn replaces the one under way.
  ///
  /// Rules: CR-17.
  @Test func aTurnDuringAChangeIsDecidedAtOnce() throws {
    var display = Self.tablet()
    display.turn(.left)
    #expect(display.arbiter.scene.statusBar.orientation == .landscapeLeft)
    display.turn(.bottom)
    #expect(display.arbiter.scene.statusBar.orientation == .portraitUpsideDown)
    try #require(display.requests.count == 2)
    display.obey()
    #expect(display.results == [])
    display.obey()
    #expect(display.results == [.confirmed])
    #expect(display.output()?.orientation == .portraitUpsideDown)
  }

  /// Rules: CR-19.
  @Test func theSensorTurnsTheInternalDisplayOnly() throws {
    var display = Self.tablet(outputs: 2)
    for edge in [PanelEdge.left, .bottom, .right, .top] {
      display.turn(edge)
      try #require(display.requests.map(\.output) == [FakeDisplay.first])
      display.obey()
    }
    #expect(display.output(FakeDisplay.second)?.transform == .normal)
  }
}
