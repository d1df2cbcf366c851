// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import ModelChecker

@Suite struct ReplayerTests {
  /// Turning away and back takes two events after a state; fewer verdicts violate nothing.
  @Test func noTurnIsLostBeforeTwoEvents() {
    let rules = UIKitRuleSet.version8
    var replayer = Replayer(
      CheckStack(rules: rules, scene: Scene(windows: [.declared(1, "main")])))
    for device in [DeviceOrientation.landscapeLeft, .portrait] {
      #expect(CheckProperty.turnAndBack.isBroken(by: replayer.verdicts, rules: rules) == false)
      replayer.play(.device(.turned(device)))
    }
    #expect(replayer.verdicts.count == 3)
  }

  /// A panel that turns, an output that follows it, and one that follows the follower.
  @Test(arguments: ["desktop", "uikit-8"])
  func followingOutputsRotateInAReplay(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    let follower = Output(id: OutputID(2), name: "HDMI-A-1", policy: .follow("eDP-1"))
    let last = Output(id: OutputID(3), name: "DP-1", policy: .follow("HDMI-A-1"))
    let scene = Scene(
      outputs: [Output(id: OutputID(1), name: "eDP-1"), follower, last],
      windows: [
        Window(
          id: WindowID(1), name: "main", root: Controller(id: "root", policy: .declared(.init())))
      ],
      key: WindowID(1))
    var replayer = Replayer(CheckStack(rules: rules, scene: scene))
    replayer.play(.device(.turned(.landscapeLeft)))
    let turned = replayer.arbiter.scene.outputs[0].transform
    #expect(turned != .normal)
    #expect(replayer.arbiter.scene.outputs.map(\.transform) == [turned, turned, turned])
    #expect(!replayer.arbiter.isBusy)
  }
}
