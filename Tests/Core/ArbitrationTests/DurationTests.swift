// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Orientation
import Testing

@testable import Arbitration

/// The duration of a rotation's animation, as callbacks announce it.
@Suite struct DurationTests {
  static func durations(_ idiom: Idiom, _ turn: DeviceOrientation) throws -> [Int] {
    var device = Device(idiom: idiom)
    device.hasHomeButton = true
    let root = Controller(
      id: "root", policy: .declared(DeclaredPolicy(autorotate: true, supported: .all)))
    let main = Window(id: WindowID(0), name: "main", root: root)
    var app = App(supported: InterfaceOrientation.fallbackOrder)
    app.requiresFullScreen = true
    let scene = Scene(device: device, app: app, windows: [main], key: main.id)
    let rules = try #require(RuleSetCatalog.make("uikit-7"))
    var arbiter = Arbiter(rules: rules, scene: scene)
    _ = arbiter.handle(.setUp, at: .zero)
    let effects = arbiter.handle(.device(.turned(turn)), at: .zero)
    return effects.verdicts.flatMap(\.callbacks).compactMap(\.duration)
  }

  /// Rules: V-7.
  @Test func aHalfTurnTakesTwiceAsLongAsAQuarterTurn() throws {
    #expect(try Self.durations(.phone, .landscapeLeft) == [300, 300])
    #expect(try Self.durations(.phone, .portraitUpsideDown) == [600, 600])
    #expect(try Self.durations(.pad, .landscapeLeft) == [400, 400])
    #expect(try Self.durations(.pad, .portraitUpsideDown) == [800, 800])
  }
}
