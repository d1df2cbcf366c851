// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Orientation
import Testing
import WaylandClient

/// Objects that are destroyed in every order: nothing traps, and no other client is affected.
@Suite struct LifetimeTests {
  private static func orders(_ count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return orders(count - 1).flatMap { order in
      (0...order.count).map { place in
        var longer = order
        longer.insert(count - 1, at: place)
        return longer
      }
    }
  }

  /// The parts are a toplevel, a subsurface, a policy and a buffer.
  @Test(arguments: orders(5))
  func partsOfAWindowCanBeDestroyedInAnyOrder(_ order: [Int]) throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    let child = try client.surface()
    let subsurface = try client.bind(WlSubcompositorProxy.self).getSubsurface(
      surface: child, parent: window.surface)
    let buffer = try client.buffer(4, 4)
    try child.attach(buffer: buffer, x: 0, y: 0)
    try child.commit()
    let policy = try TestPolicy(client, for: window.surface)
    try window.map()
    _ = try window.surface.frame()
    try window.surface.commit()
    let ends: [() -> Void] = [
      { window.surface.destroy() }, { subsurface.destroy() }, { child.destroy() },
      { policy.policy.destroy() }, { buffer.destroy() },
    ]
    for index in order {
      ends[index]()
      stage.advance(by: .milliseconds(20))
      stage.turn(
        stage.compositor.scene.device.orientation == .portrait ? .landscapeLeft : .portrait)
    }
    window.toplevel.destroy()
    window.xdgSurface.destroy()
    client.expectAlive()
    #expect(stage.compositor.scene.windows.isEmpty)
  }

  @Test func aDisconnectedClientsWindowsAreRemoved() throws {
    let stage = try Stage()
    var window: TestToplevel? = try TestToplevel(try stage.connect())
    try window?.map()
    #expect(stage.compositor.scene.windows.count == 1)
    window = nil
    stage.disconnectAll()
    stage.settle()
    #expect(stage.compositor.clientCount == 0)
    #expect(stage.compositor.scene.windows.isEmpty)
    #expect(stage.compositor.drawList(of: "HEADLESS-1")?.items.count == 2)
  }

  @Test func anEndingCompositorClosesItsConnections() throws {
    var stage: Stage? = try Stage()
    let client = try #require(stage).connect()
    let window = try TestToplevel(client)
    try window.map()
    stage?.endCompositor()
    #expect(client.listen())
    #expect(client.failure != nil)
    stage = nil
  }

  @Test func aToplevelCanBeMappedAgain() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    try window.surface.attach(buffer: nil, x: 0, y: 0)
    try window.surface.commit()
    stage.settle()
    #expect(stage.compositor.scene.windows.isEmpty)
    try window.map()
    #expect(stage.compositor.scene.windows.count == 1)
    #expect(try stage.pixel(160, 240) == window.colour)
  }
}
