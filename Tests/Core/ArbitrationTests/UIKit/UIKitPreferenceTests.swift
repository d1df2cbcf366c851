// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// A controller's preference for a locked orientation, and a presented controller's mask.
@Suite struct UIKitPreferenceTests {
  /// Rules: E-8.
  @Test(arguments: ["uikit-26", "uikit-27"], [true, false])
  func aPreferredLockIsAskedForAndStopsTheTurn(version: String, isPreferred: Bool) throws {
    var window = UIKitStage.window(0)
    window.root?.prefersOrientationLocked = isPreferred
    var stage = try UIKitStage(version, windows: [window])
    let verdict = try stage.turn(.landscapeLeft)
    let asked = verdict.asked.filter { $0.question == .orientationLocked }
    #expect(!asked.isEmpty && asked.allSatisfy { $0.rule == .e8 })
    let gates = verdict.gates.filter { $0.gate == .orientationLock && !$0.isPassed }
    #expect(gates.isEmpty == !isPreferred && gates.allSatisfy { $0.rule == .e8 })
    #expect((stage.arbiter.scene.statusBar.orientation == .portrait) == isPreferred)
  }

  /// A subclass that forwards to its top asks the top's mask all the same.
  ///
  /// Rules: B-7, C-4.
  @Test(arguments: ["uikit-7", "uikit-8", "uikit-13"], [true, false])
  func aContainerAnswersForItsTopWhileAnAlertIsUp(version: String, isAlertUp: Bool) throws {
    let refusing = DeclaredPolicy(autorotate: false, supported: .landscape)
    var top = Controller(id: "top", policy: .declared(refusing))
    if isAlertUp {
      top.presented = Presentation(style: .alert, controller: UIKitStage.controller("alert"))
    }
    var window = UIKitStage.window(1)
    window.root = Controller(
      id: "root", container: Container(kind: .navigation, children: [top], forwards: .top))
    var stage = try UIKitStage(version, windows: [window])
    let asked = try stage.turn(.landscapeLeft).asked
    let autorotates = try #require(asked.first { $0.question == .shouldAutorotate })
    let answers = isAlertUp && stage.traits.alertsAreControllers
    #expect(autorotates.answer == .flag(answers) && autorotates.rule == (answers ? .c4 : .b7))
    #expect(autorotates.via == (answers ? [] : ["top"]))
    let masks = asked.filter { $0.question == .supported }
    #expect(masks.isEmpty == !answers)
    #expect(masks.allSatisfy { $0.answer == .mask(.landscape) && $0.rule == .b7 })
  }

  /// Under the option key-only, only the key window rotates for the sheet that it presents.
  @Test(arguments: [("uikit-8", true), ("uikit-8+key-only", false)])
  func aSheetOfAnotherWindowTurnsThatWindowAloneOrNone(rules: String, turns: Bool) throws {
    var stage = try UIKitStage(rules, windows: [UIKitStage.window(0), UIKitStage.window(1)])
    let policy = DeclaredPolicy(supported: .landscapeRight, preferred: .landscapeRight)
    let sheet = Presentation(
      style: .fullScreen, controller: Controller(id: "sheet", policy: .declared(policy)))
    let verdict = try stage.play(.window(WindowID(1), .present(sheet)))
    let shown: InterfaceOrientation = turns ? .landscapeRight : .portrait
    #expect(verdict.after.windows.map(\.orientation) == [.portrait, shown])
    #expect(verdict.asked.isEmpty == !turns)
  }

  /// With all windows' masks intersected, the presented one still decides.
  @Test func aPresentedControllerTurnsToItsMaskUnderTheIntersection() throws {
    let window = UIKitStage.window(0)
    var stage = try UIKitStage("uikit-8+intersection", windows: [window])
    let policy = DeclaredPolicy(supported: .landscapeRight, preferred: .landscapeRight)
    _ = try stage.play(
      .window(
        window.id,
        .present(
          Presentation(
            style: .fullScreen, controller: Controller(id: "sheet", policy: .declared(policy))))))
    #expect(stage.arbiter.scene.statusBar.orientation == .landscapeRight)
  }
}
