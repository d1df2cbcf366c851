// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Orientation
import Testing
import WaylandClient

/// Layer surfaces: their place, their exclusive zones, and the one that is the status bar.
@Suite struct LayerTests {
  final class Bar {
    let surface: WlSurfaceProxy
    let layer: ZwlrLayerSurfaceV1Proxy
    var sizes: [Size] = []
    private var buffers: [WlBufferProxy] = []

    init(
      _ client: TestClient, namespace: String, colour: UInt32 = 0xFF_00FF,
      layer kind: ZwlrLayerShellV1.Layer = .top,
      change: (ZwlrLayerSurfaceV1Proxy) throws -> Void
    ) throws {
      surface = try client.surface()
      layer = try client.bind(ZwlrLayerShellV1Proxy.self).getLayerSurface(
        surface: surface, output: nil, layer: kind, namespace: namespace)
      try change(layer)
      layer.onEvent = { [unowned self] event in
        guard case .configure(let serial, let width, let height) = event else { return }
        sizes.append(Size(width: Int32(width), height: Int32(height)))
        try? layer.ackConfigure(serial: serial)
        guard let buffer = try? client.buffer(Int32(width), Int32(height), colour: colour) else {
          return
        }
        buffers.append(buffer)
        try? surface.attach(buffer: buffer, x: 0, y: 0)
        try? surface.commit()
      }
      try surface.commit()
      client.stage.settle()
    }
  }

  @Test func anExclusiveZoneShrinksTheWindow() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    let bar = try Bar(client, namespace: "panel") {
      try $0.setSize(width: 0, height: 30)
      try $0.setAnchor(anchor: [.bottom, .left, .right])
      try $0.setExclusiveZone(zone: 30)
    }
    #expect(bar.sizes == [Size(width: 320, height: 30)])
    #expect(window.sizes.last == Size(width: 320, height: 450))
    #expect(try stage.pixel(10, 479) == 0xFF_00FF)
    #expect(try stage.pixel(10, 449) == window.colour)
    bar.layer.destroy()
    stage.settle()
    #expect(window.sizes.last == Size(width: 320, height: 480))
  }

  @Test func aClientsStatusBarReplacesTheBuiltInOneAndTurns() throws {
    let stage = try Stage(rules: "uikit-7")
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    #expect(try stage.pixel(200, 2) == 0x10_1010)
    let bar = try Bar(client, namespace: HeadlessCompositor.statusBarNamespace) {
      try $0.setSize(width: 0, height: 20)
      try $0.setAnchor(anchor: [.top, .left, .right])
    }
    #expect(try stage.pixel(200, 2) == 0xFF_00FF)
    let entry = try #require(stage.compositor.scene.windows.last)
    #expect(entry.isFollower)
    #expect(entry.level == 1000)
    stage.turn(.landscapeLeft)
    #expect(bar.sizes.last == Size(width: 480, height: 20))
    #expect(try stage.pixel(200, 2) == window.colour)
    #expect(try stage.pixel(310, 240) == 0xFF_00FF)
  }

  /// A command of the user gives a panel the focus only if it takes keys.
  @Test(arguments: [ZwlrLayerSurfaceV1.KeyboardInteractivity.none, .onDemand])
  func aSurfaceWithoutKeysNeverTakesTheFocus(keys: ZwlrLayerSurfaceV1.KeyboardInteractivity) throws
  {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    let bar = try Bar(client, namespace: "panel") {
      try $0.setSize(width: 0, height: 20)
      try $0.setAnchor(anchor: [.top, .left, .right])
      try $0.setKeyboardInteractivity(keyboardInteractivity: keys)
    }
    try window.map()
    let windows = stage.compositor.scene.windows
    let panel = try #require(windows.first { $0.name == "panel" })
    stage.compositor.stack.makeKey(panel.id)
    stage.settle()
    #expect(window.states.last?.contains(.activated) == (keys == .none))
    withExtendedLifetime(bar) {}
  }

  enum Misuse: CaseIterable {
    case noWidth, badAnchor, badKeyboard, badLayer, badSerial, bufferFirst, role

    var expected: (String, UInt32) {
      switch self {
      case .noWidth: (Self.surface, ZwlrLayerSurfaceV1.ErrorCode.invalidSize.rawValue)
      case .badAnchor: (Self.surface, ZwlrLayerSurfaceV1.ErrorCode.invalidAnchor.rawValue)
      case .badKeyboard:
        (Self.surface, ZwlrLayerSurfaceV1.ErrorCode.invalidKeyboardInteractivity.rawValue)
      case .badSerial, .bufferFirst:
        (Self.surface, ZwlrLayerSurfaceV1.ErrorCode.invalidSurfaceState.rawValue)
      case .badLayer: ("zwlr_layer_shell_v1", ZwlrLayerShellV1.ErrorCode.invalidLayer.rawValue)
      case .role: ("zwlr_layer_shell_v1", ZwlrLayerShellV1.ErrorCode.role.rawValue)
      }
    }

    private static let surface = "zwlr_layer_surface_v1"
  }

  @Test(arguments: Misuse.allCases)
  func misuseOfALayerSurfaceIsAProtocolError(_ misuse: Misuse) throws {
    let stage = try Stage()
    let client = try stage.connect()
    let shell = try client.bind(ZwlrLayerShellV1Proxy.self)
    let surface = try client.surface()
    if misuse == .role {
      let base = try client.bind(XdgWmBaseProxy.self)
      let toplevel = try client.keep(
        client.keep(base.getXdgSurface(surface: surface)).getToplevel())
      _ = toplevel
    }
    let layer = client.keep(
      try shell.getLayerSurface(
        surface: surface, output: nil, layer: misuse == .badLayer ? .init(rawValue: 4) : .top,
        namespace: "panel"))
    switch misuse {
    case .noWidth: try surface.commit()
    case .badAnchor: try layer.setAnchor(anchor: .init(rawValue: 16))
    case .badKeyboard: try layer.setKeyboardInteractivity(keyboardInteractivity: .init(rawValue: 3))
    case .badSerial: try layer.ackConfigure(serial: 99)
    case .bufferFirst:
      try layer.setSize(width: 4, height: 4)
      try surface.attach(buffer: client.keep(client.buffer(4, 4)), x: 0, y: 0)
      try surface.commit()
    case .badLayer, .role: break
    }
    client.expectError(misuse.expected.0, misuse.expected.1)
  }
}
