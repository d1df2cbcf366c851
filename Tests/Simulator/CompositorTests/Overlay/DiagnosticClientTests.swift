// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Orientation
import Testing
import WaylandClient

/// A diagnostic program is known by its connection, and no rule set ever sees its windows.
@Suite struct DiagnosticClientTests {
  /// The outcomes of a run with or without such a program, and the events of another client.
  private struct Run: Equatable {
    var outcomes: [String] = []
    var sizes: [Size] = []
    var pixels: [UInt32] = []
  }

  private func run(_ rules: String, hasOverlay: Bool) throws -> Run {
    let stage = try Stage(rules: rules)
    var run = Run()
    stage.compositor.onVerdict = { verdict in
      // A diagnostic window's arrival is an event, but changes no scene.
      if case .addExempt = verdict.event { return }
      run.outcomes.append(
        "\(verdict.outcome) \(verdict.asked.map(\.window)) \(verdict.after.windows.count) "
          + "\(verdict.after.statusBar.orientation)")
    }
    let window = try TestToplevel(try stage.connect())
    try window.map()
    if hasOverlay { try overlay(stage) }
    for orientation in [DeviceOrientation.landscapeLeft, .portraitUpsideDown, .faceUp, .portrait] {
      stage.turn(orientation)
      // The middle is never under the overlay, whichever corner of the panel is up.
      run.pixels.append(try stage.pixel(160, 240))
    }
    run.sizes = window.sizes
    return run
  }

  /// A small surface in the upper right corner that takes no clicks.
  @discardableResult
  private func overlay(_ stage: Stage, isDiagnostic: Bool = true) throws -> TestClient {
    let client = try stage.connect(isDiagnostic: isDiagnostic)
    let surface = try client.surface()
    let nothing = try client.bind(WlCompositorProxy.self).createRegion()
    try surface.setInputRegion(region: nothing)
    let layer = client.keep(
      try client.bind(ZwlrLayerShellV1Proxy.self).getLayerSurface(
        surface: surface, output: nil, layer: .overlay, namespace: "swivel-hud"))
    layer.onEvent = { [unowned layer, unowned surface, unowned client] event in
      guard case .configure(let serial, _, _) = event else { return }
      try? layer.ackConfigure(serial: serial)
      guard let buffer = try? client.buffer(40, 20, colour: 0x15_171B) else { return }
      try? surface.attach(buffer: buffer, x: 0, y: 0)
      try? surface.damage(x: 0, y: 0, width: 40, height: 20)
      try? surface.commit()
    }
    try layer.setSize(width: 40, height: 20)
    try layer.setAnchor(anchor: [.top, .right])
    try surface.commit()
    stage.settle()
    client.expectAlive()
    return client
  }

  @Test(arguments: RuleSetCatalog.names)
  func aDiagnosticOverlayChangesNoDecision(rules: String) throws {
    let without = try run(rules, hasOverlay: false)
    let with = try run(rules, hasOverlay: true)
    #expect(with == without)
    #expect(!with.outcomes.isEmpty)
  }

  @Test func aDiagnosticOverlayIsDrawnButNotInTheScene() throws {
    let stage = try Stage(rules: "uikit-8")
    let window = try TestToplevel(try stage.connect())
    try window.map()
    try overlay(stage)
    #expect(try stage.pixel(310, 5) == 0x15_171B)
    #expect(stage.compositor.scene.windows.count == 1)
  }

  @Test func anOrdinaryClientsOverlayIsAWindowOfTheScene() throws {
    let stage = try Stage(rules: "uikit-8")
    let window = try TestToplevel(try stage.connect())
    try window.map()
    // An ordinary connection with the same name: the window is asked, too.
    try overlay(stage, isDiagnostic: false)
    #expect(stage.compositor.scene.windows.count == 2)
  }

  @Test func outlinesShowTheColourOfAWindowsAnswer() throws {
    let stage = try Stage(rules: "uikit-7") { $0.bar = .none }
    let window = try TestToplevel(try stage.connect())
    try window.map()
    stage.turn(.landscapeLeft)
    let before = try stage.pixel(0, 240)
    stage.compositor.showsOutlines = true
    // A plain window answers YES; the panel's edge is the window's edge.
    #expect(try stage.pixel(0, 240) == 0x2E_A043)
    #expect(try stage.pixel(319, 240) == 0x2E_A043)
    stage.compositor.showsOutlines = false
    #expect(try stage.pixel(0, 240) == before)
  }
}
