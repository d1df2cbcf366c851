// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Orientation
import Testing
import WaylandClient

/// Windows that rotate on their own, checked in pixels.
@Suite struct TurnTests {
  static let background: UInt32 = 0x20_3040

  @Test func aWindowFillsTheOutput() throws {
    let stage = try Stage(rules: "uikit-7")
    let window = try TestToplevel(try stage.connect())
    try window.map()
    #expect(window.sizes.last == Size(width: 320, height: 480))
    #expect(try stage.pixel(160, 240) == 0x30_80F0)
  }

  /// The panel is what the mode says, however the output is rotated when the compositor starts.
  @Test(arguments: [Transform.normal, .rotated90, .rotated180, .rotated270])
  func anOutputThatStartsRotatedHasItsPanel(transform: Transform) throws {
    let stage = try Stage(rules: "desktop") {
      $0.outputs = [
        OutputSpecification(size: Size(width: 320, height: 480), transform: transform),
        OutputSpecification(size: Size(width: 480, height: 320), transform: transform),
      ]
    }
    #expect(stage.compositor.scene.outputs.map(\.panel) == [.portrait, .landscape])
  }

  @Test func aTurnIsShownWhenTheClientHasDrawn() throws {
    let stage = try Stage(rules: "uikit-7")
    let window = try TestToplevel(try stage.connect())
    try window.map()
    window.draws = false
    stage.turn(.landscapeLeft)
    #expect(window.sizes.last == Size(width: 480, height: 320))
    #expect(stage.compositor.scene.statusBar.orientation == .landscapeRight)
    // The bar waits for the window: its dark edge is still at the top.
    #expect(try stage.pixel(200, 2) == 0x10_1010)
    try window.draw()
    stage.settle()
    #expect(try stage.pixel(200, 2) == 0x30_80F0)
    // Landscape right is transform 3: the bar runs along the panel's right edge.
    #expect(try stage.pixel(318, 300) == 0x10_1010)
  }

  @Test func aClientThatDoesNotDrawDelaysTheTurnToTheDeadline() throws {
    let stage = try Stage(rules: "uikit-7")
    let window = try TestToplevel(try stage.connect())
    try window.map()
    window.draws = false
    stage.turn(.landscapeLeft)
    #expect(try stage.pixel(200, 2) == 0x10_1010)
    stage.advance(by: .milliseconds(190))
    #expect(try stage.pixel(200, 2) == 0x10_1010)
    stage.advance(by: .milliseconds(20))
    #expect(try stage.pixel(318, 300) == 0x10_1010)
  }

  @Test func noWindowTurnsBeforeTheOthersHaveDrawn() throws {
    let stage = try Stage(rules: "uikit-7")
    let slow = try TestToplevel(try stage.connect())
    try slow.map()
    let client = try stage.connect()
    let bar = try LayerTests.Bar(client, namespace: HeadlessCompositor.statusBarNamespace) {
      try $0.setSize(width: 0, height: 20)
      try $0.setAnchor(anchor: [.top, .left, .right])
    }
    slow.draws = false
    stage.turn(.landscapeLeft)
    // The bar has drawn for its new place, but is still shown in the old one with its old picture.
    #expect(bar.sizes.last == Size(width: 480, height: 20))
    #expect(try stage.pixel(10, 2) == 0xFF_00FF)
    #expect(try stage.pixel(318, 300) == slow.colour)
    try slow.draw()
    stage.settle()
    #expect(try stage.pixel(10, 2) == slow.colour)
    #expect(try stage.pixel(318, 300) == 0xFF_00FF)
  }

  @Test func turningBackBeforeTheClientDrawsKeepsPortrait() throws {
    let stage = try Stage(rules: "uikit-7")
    let window = try TestToplevel(try stage.connect())
    try window.map()
    window.draws = false
    stage.turn(.landscapeLeft)
    stage.turn(.portrait)
    #expect(window.sizes.last == Size(width: 320, height: 480))
    try window.draw()
    stage.settle()
    #expect(try stage.pixel(200, 2) == 0x10_1010)
    stage.advance(by: .milliseconds(300))
    #expect(try stage.pixel(200, 2) == 0x10_1010)
    #expect(try stage.pixel(160, 240) == window.colour)
  }

  @Test func aClientThatLeavesDuringATurnDelaysNoOtherWindow() throws {
    let stage = try Stage(rules: "uikit-7")
    let staying = try TestToplevel(try stage.connect())
    try staying.map()
    let leaving = try TestToplevel(try stage.connect())
    try leaving.map()
    leaving.draws = false
    stage.turn(.landscapeLeft)
    #expect(try stage.pixel(200, 2) == 0x10_1010)
    leaving.toplevel.destroy()
    stage.settle()
    #expect(try stage.pixel(318, 300) == 0x10_1010)
    #expect(try stage.pixel(160, 240) == staying.colour)
  }

  @Test func windowsThatKeepTheirSizeTurnAtOnce() throws {
    let stage = try Stage(rules: "uikit-7") { $0.placement = .floating }
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    window.draws = false
    let sizes = window.sizes
    stage.turn(.landscapeLeft)
    #expect(window.sizes == sizes)
    #expect(try stage.pixel(318, 300) == 0x10_1010)
  }
}
