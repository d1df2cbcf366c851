// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import HeadlessCompositor
import Orientation
import Testing
import WaylandClient

/// Windows that come, hide, state policies, draw or do not, and go, while the device turns: after
/// the deadline the picture shows the rule set's decisions, under every rule set.
@Suite struct RandomTurnTests {
  /// A window, and the objects by which its client states policies.
  private struct Actor {
    let window: TestToplevel
    let policy: TestPolicy
    let traits: SwivelWindowV1Proxy
  }

  private static let masks: [SwivelPolicyV1.Orientations] = [
    [], [.portrait], [.landscapeLeft, .landscapeRight],
    [.portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight],
  ]

  @Test(arguments: RuleSetCatalog.names)
  func theDrawListMatchesTheDecidedOrientations(_ rules: String) throws {
    var random = SplitMix(seed: UInt64(rules.utf8.reduce(7) { $0 &* 31 &+ Int($1) }))
    let stage = try Stage(Size(width: 60, height: 90), rules: rules) { $0.bar = .none }
    let clients = [try stage.connect(), try stage.connect()]
    let turns: [DeviceOrientation] = [
      .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight, .faceUp,
    ]
    var actors: [Actor] = []
    for step in 0..<60 {
      let index = actors.indices.randomElement(using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where actors.count < 5:
        actors.append(try appear(try #require(clients.randomElement(using: &random)), step))
      case 1:
        guard let index else { continue }
        actors.remove(at: index).window.toplevel.destroy()
      case 2:
        guard let index else { continue }
        try actors[index].policy.policy.declare(
          autorotate: UInt32.random(in: 0...1, using: &random),
          supported: Self.masks.randomElement(using: &random) ?? [], preferred: .none)
      case 3: if let index { try actors[index].traits.hide() }
      case 4: if let index { try actors[index].traits.show() }
      case 5: if let index { actors[index].window.draws.toggle() }
      default:
        stage.compositor.handle(.device(.turned(turns.randomElement(using: &random) ?? .portrait)))
      }
      stage.settle()
      if Bool.random(using: &random) { continue }
      stage.advance(by: .milliseconds(210))
      try expectDecided(stage, "\(rules), step \(step)")
    }
    for client in clients { client.expectAlive() }
  }

  private func appear(_ client: TestClient, _ step: Int) throws -> Actor {
    let window = try TestToplevel(client, appID: "app-\(step)")
    let policy = try TestPolicy(client, for: window.surface)
    let traits = try client.bind(SwivelRotationManagerV1Proxy.self).getWindow(
      surface: window.surface)
    try window.map()
    return Actor(window: window, policy: policy, traits: traits)
  }

  private func expectDecided(_ stage: Stage, _ place: String) throws {
    let list = try #require(stage.compositor.drawList(of: "HEADLESS-1"))
    let scene = stage.compositor.scene
    let shown = list.items.map(\.turn.rawValue).sorted()
    let turnsOutputs = scene.outputs.count == 1
    let decided = scene.windows.filter { !$0.isHidden }
      .map { turnsOutputs ? 0 : $0.orientation.transform(on: scene.device.panel)?.rawValue ?? 0 }
      .sorted()
    #expect(shown == decided, "\(place)")
    if turnsOutputs { #expect(list.transform == scene.outputs[0].transform, "\(place)") }
  }
}
