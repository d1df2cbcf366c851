// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Orientation
import Testing
import WaylandClient

/// The global of swivel-rotation, its devices and its streams of verdicts.
@Suite struct RotationManagerTests {
  @Test func aTrustedClientTurnsTheDeviceAndReadsVerdicts() throws {
    let stage = try Stage(rules: "uikit-7")
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    let manager = try client.bind(SwivelRotationManagerV1Proxy.self)
    var offered: SwivelRotationManagerV1.Capability = []
    manager.onEvent = { event in
      guard case .capabilities(let capabilities) = event else { return }
      offered = capabilities
    }
    let verdicts = try manager.getVerdicts()
    var words: [String] = []
    verdicts.onEvent = { event in
      switch event {
      case .begin(_, _, let event, _): words.append("begin \(event.string)")
      case .moved(let window, _, let to): words.append("moved \(window.string) \(to.rawValue)")
      case .statusBar(let to, let writer):
        words.append("bar \(to.rawValue) \(writer?.string ?? "-")")
      case .end(_, let outcome, _, _): words.append("end \(outcome.string)")
      default: break
      }
    }
    let device = try manager.getDevice()
    var done: [UInt32] = []
    device.onEvent = { event in
      guard case .done(let decision) = event else { return }
      done.append(decision)
    }
    try device.turn(orientation: .landscapeLeft)
    stage.settle()
    #expect(offered == [.surfacePolicies, .windows, .verdicts, .devices])
    #expect(words == ["begin device", "moved app 3", "bar 3 app", "end turned"])
    #expect(done == [UInt32(stage.compositor.verdict?.step ?? -1)])
  }

  @Test func anUntrustedClientIsRefusedVerdicts() throws {
    let stage = try Stage { $0.trustsClients = false }
    let client = try stage.connect()
    let verdicts = try client.bind(SwivelRotationManagerV1Proxy.self).getVerdicts()
    client.expectError(
      "swivel_rotation_manager_v1", SwivelRotationManagerV1.ErrorCode.notOffered.rawValue)
    withExtendedLifetime(verdicts) {}
  }

  @Test func aSurfaceHasOnePolicyAtATime() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let surface = try client.surface()
    let first = try TestPolicy(client, for: surface)
    first.policy.destroy()
    let second = try TestPolicy(client, for: surface)
    client.expectAlive()
    let third = try TestPolicy(client, for: surface)
    client.expectError(
      "swivel_rotation_manager_v1", SwivelRotationManagerV1.ErrorCode.alreadyExists.rawValue)
    withExtendedLifetime((second, third)) {}
  }

  @Test func aWindowReceivesItsTransformAndState() throws {
    let stage = try Stage(rules: "uikit-7")
    let client = try stage.connect()
    let window = try TestToplevel(client)
    let traits = try client.bind(SwivelRotationManagerV1Proxy.self).getWindow(
      surface: window.surface)
    var heard: [String] = []
    traits.onEvent = { event in
      switch event {
      case .state(let state): heard.append("state \(state.rawValue)")
      case .transform(let transform, let orientation):
        heard.append("transform \(transform.rawValue) \(orientation.rawValue)")
      }
    }
    try window.map()
    #expect(heard.last == "transform 0 1")
    stage.turn(.landscapeRight)
    #expect(heard.last == "transform 1 4")
    try traits.hide()
    stage.settle()
    #expect(heard.last == "state 1")
  }
}
