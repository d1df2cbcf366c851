// SPDX-License-Identifier: Apache-2.0
import HeadlessCompositor
import Orientation
import Testing
import WaylandABI
import WaylandClient

/// wlr-output-management at the compositor, with the rules of the protocol.
@Suite struct OutputManagementTests {
  /// The outputs as one client sees them.
  final class View {
    let manager: ZwlrOutputManagerV1Proxy
    let output: WlOutputProxy
    var heads: [ZwlrOutputHeadV1Proxy] = []
    var modes: [ZwlrOutputModeV1Proxy] = []
    var serial: UInt32 = 0
    var transforms: [UInt32] = []
    var results: [String] = []

    init(_ client: TestClient) throws {
      manager = try client.bind(ZwlrOutputManagerV1Proxy.self)
      output = try client.bind(WlOutputProxy.self)
      manager.onEvent = { [unowned self] event in
        switch event {
        case .head(let head):
          heads.append(head)
          head.onEvent = { [unowned self] event in
            if case .mode(let mode) = event { modes.append(mode) }
          }
        case .done(let serial): self.serial = serial
        case .finished: break
        }
      }
      output.onEvent = { [unowned self] event in
        guard case .geometry(_, _, _, _, _, _, _, let transform) = event else { return }
        transforms.append(transform.rawValue)
      }
      client.stage.settle()
    }

    func configuration(_ serial: UInt32? = nil) throws -> ZwlrOutputConfigurationV1Proxy {
      let configuration = try manager.createConfiguration(serial: serial ?? self.serial)
      configuration.onEvent = { [unowned self] event in results.append("\(event)") }
      return configuration
    }
  }

  @Test(arguments: Transform.allCases)
  func eachTransformIsAppliedAndReported(_ transform: Transform) throws {
    let stage = try Stage()
    let view = try View(try stage.connect())
    let configuration = try view.configuration()
    let head = try configuration.enableHead(head: view.heads[0])
    try head.setTransform(transform: .init(rawValue: UInt32(transform.rawValue)))
    try configuration.apply()
    stage.settle()
    #expect(view.results == ["succeeded"])
    #expect(view.transforms.last == UInt32(transform.rawValue))
    let list = try #require(stage.compositor.drawList(of: "HEADLESS-1"))
    #expect(list.transform == transform)
  }

  @Test func testingAConfigurationChangesNothing() throws {
    let stage = try Stage()
    let view = try View(try stage.connect())
    let configuration = try view.configuration()
    try configuration.enableHead(head: view.heads[0]).setTransform(transform: ._90)
    try configuration.test()
    stage.settle()
    #expect(view.results == ["succeeded"])
    #expect(view.transforms == [0])
  }

  @Test func aConfigurationWithAnOldSerialIsCancelled() throws {
    let stage = try Stage()
    let view = try View(try stage.connect())
    let old = view.serial
    stage.compositor.configure("HEADLESS-1", transform: .rotated180)
    stage.settle()
    let configuration = try view.configuration(old)
    _ = try configuration.enableHead(head: view.heads[0])
    try configuration.apply()
    stage.settle()
    #expect(view.results == ["cancelled"])
  }

  @Test func anUnsupportedScaleFails() throws {
    let stage = try Stage()
    let view = try View(try stage.connect())
    let configuration = try view.configuration()
    try configuration.enableHead(head: view.heads[0]).setScale(scale: .init(1.5))
    try configuration.apply()
    stage.settle()
    #expect(view.results == ["failed"])
  }

  enum Misuse: CaseIterable {
    case usedTwice, headTwice, headMissing, valueTwice, badTransform, badScale, badMode

    var expected: (String, UInt32) {
      switch self {
      case .usedTwice:
        (
          "zwlr_output_configuration_v1",
          ZwlrOutputConfigurationV1.ErrorCode.alreadyUsed.rawValue
        )
      case .headTwice:
        (
          "zwlr_output_configuration_v1",
          ZwlrOutputConfigurationV1.ErrorCode.alreadyConfiguredHead.rawValue
        )
      case .headMissing:
        (
          "zwlr_output_configuration_v1",
          ZwlrOutputConfigurationV1.ErrorCode.unconfiguredHead.rawValue
        )
      case .valueTwice: (Self.head, ZwlrOutputConfigurationHeadV1.ErrorCode.alreadySet.rawValue)
      case .badTransform:
        (Self.head, ZwlrOutputConfigurationHeadV1.ErrorCode.invalidTransform.rawValue)
      case .badScale: (Self.head, ZwlrOutputConfigurationHeadV1.ErrorCode.invalidScale.rawValue)
      case .badMode:
        (Self.head, ZwlrOutputConfigurationHeadV1.ErrorCode.invalidCustomMode.rawValue)
      }
    }

    private static let head = "zwlr_output_configuration_head_v1"
  }

  @Test(arguments: Misuse.allCases)
  func misuseOfAConfigurationIsAProtocolError(_ misuse: Misuse) throws {
    let stage = try Stage()
    let client = try stage.connect()
    let view = try View(client)
    let configuration = try view.configuration()
    if misuse == .headMissing {
      try configuration.apply()
      return client.expectError(misuse.expected.0, misuse.expected.1)
    }
    let head = try configuration.enableHead(head: view.heads[0])
    switch misuse {
    case .usedTwice:
      try configuration.test()
      try configuration.apply()
    case .headTwice: try configuration.disableHead(head: view.heads[0])
    case .valueTwice:
      try head.setTransform(transform: ._90)
      try head.setTransform(transform: ._90)
    case .badTransform: try head.setTransform(transform: .init(rawValue: 8))
    case .badScale: try head.setScale(scale: .init(-1))
    default: try head.setCustomMode(width: 0, height: 4, refresh: 0)
    }
    client.expectError(misuse.expected.0, misuse.expected.1)
  }

  @Test func windowsMoveToTheRemainingOutput() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    let view = try View(client)
    let name = try #require(
      stage.compositor.plugIn(OutputSpecification(size: Size(width: 200, height: 100))))
    stage.settle()
    #expect(view.heads.count == 2)
    #expect(stage.compositor.unplug("HEADLESS-1"))
    stage.settle()
    #expect(stage.compositor.outputNames == [name])
    // The window has moved to the output that is left, and fills it.
    #expect(window.sizes.last == Size(width: 200, height: 100))
    #expect(stage.compositor.unplug(name))
    stage.settle()
    client.expectAlive()
    #expect(stage.compositor.plugIn(OutputSpecification(size: Size(width: 50, height: 60))) != nil)
    stage.settle()
    #expect(window.sizes.last == Size(width: 50, height: 60))
  }

  @Test func theDesktopRuleSetTurnsTheOutput() throws {
    let stage = try Stage(Size(width: 480, height: 320), rules: "desktop")
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    let view = try View(client)
    #expect(view.transforms == [0])
    stage.turn(.landscapeLeft)
    stage.turn(.portraitUpsideDown)
    #expect(view.transforms.last == 2)
  }
}
