// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Orientation
import Testing
import WaylandClient

/// The case that led to this project: a hidden menu rotates the status bar, but the page stays.
@Suite struct HiddenMenuTests {
  private static let bar: UInt32 = 0x10_1010
  private static let page: UInt32 = 0x30_80F0

  private func story() throws -> (stage: Stage, page: TestToplevel, menu: TestToplevel) {
    // A pad's size, since a phone of iOS 8 hides its bar in landscape.
    let stage = try Stage(Size(width: 600, height: 800))
    let client = try stage.connect()
    let page = try TestToplevel(client, appID: "page", colour: Self.page)
    let pagePolicy = try TestPolicy(client, for: page.surface)
    try pagePolicy.policy.declare(autorotate: 1, supported: [.portrait], preferred: .none)
    try page.map()

    let menu = try TestToplevel(client, appID: "menu", colour: 0xFF_0000)
    let manager = try client.bind(SwivelRotationManagerV1Proxy.self)
    let traits = try manager.getWindow(surface: menu.surface)
    try traits.hide()
    try traits.setLevel(level: 10)
    try menu.map()
    stage.settle()
    return (stage, page, menu)
  }

  /// Rules: C-5, M-4.
  @Test func aHiddenMenuTurnsTheStatusBarAndNotThePage() throws {
    let (stage, page, menu) = try story()
    #expect(try stage.pixel(300, 400) == Self.page)
    #expect(try stage.pixel(200, 2) == Self.bar)

    stage.turn(.landscapeLeft)

    #expect(stage.compositor.verdict?.outcome == .split)
    #expect(page.sizes.last == Size(width: 600, height: 800))
    #expect(menu.sizes.last == Size(width: 800, height: 600))
    // The status bar is no longer at the page's upper edge, but along the panel's right edge.
    #expect(try stage.pixel(300, 400) == Self.page)
    #expect(try stage.pixel(200, 2) == Self.page)
    #expect(try stage.pixel(598, 400) == Self.bar)
  }

  @Test func withoutTheHiddenMenuThePageBlocksTheTurn() throws {
    let (stage, _, menu) = try story()
    menu.toplevel.destroy()
    stage.settle()
    stage.turn(.landscapeLeft)
    #expect(stage.compositor.verdict?.outcome == .blocked)
    #expect(try stage.pixel(200, 2) == Self.bar)
  }

  @Test func aHiddenWindowIsInTheSceneAndNotOnTheScreen() throws {
    let (stage, _, _) = try story()
    let menu = try #require(stage.compositor.scene.windows.last)
    #expect(menu.name == "menu")
    #expect(menu.isHidden)
    #expect(menu.level == 10)
    #expect(stage.compositor.drawList(of: "HEADLESS-1")?.items.count == 3)
  }
}
