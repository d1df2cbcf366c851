// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Glibc
import HeadlessCompositor
import Orientation
import Testing
import WaylandABI
import WaylandClient

/// Pointer, fingers and keys at rotated windows, which must get them where they are shown.
@Suite struct SeatTests {
  /// The events of a client's seat, as one line each.
  final class Ears {
    var heard: [String] = []
    let pointer: WlPointerProxy
    let touch: WlTouchProxy
    let keyboard: WlKeyboardProxy

    init(_ client: TestClient) throws {
      let seat = try client.bind(WlSeatProxy.self)
      pointer = try seat.getPointer()
      touch = try seat.getTouch()
      keyboard = try seat.getKeyboard()
      pointer.onEvent = { [unowned self] event in
        switch event {
        case .enter(_, _, let x, let y): heard.append("enter \(x.value) \(y.value)")
        case .leave: heard.append("leave")
        case .motion(_, let x, let y): heard.append("motion \(x.value) \(y.value)")
        case .button(_, _, let button, let state):
          heard.append("button \(button) \(state.rawValue)")
        case .axis(_, let axis, let value): heard.append("axis \(axis.rawValue) \(value.value)")
        default: break
        }
      }
      touch.onEvent = { [unowned self] event in
        switch event {
        case .down(_, _, _, let id, let x, let y):
          heard.append("down \(id) \(x.value) \(y.value)")
        case .motion(_, let id, let x, let y): heard.append("drag \(id) \(x.value) \(y.value)")
        case .up(_, _, let id): heard.append("up \(id)")
        default: break
        }
      }
      keyboard.onEvent = { [unowned self] event in
        switch event {
        case .keymap(_, let descriptor, let size):
          heard.append("keymap \(size > 100)")
          close(descriptor)
        case .enter: heard.append("keys")
        case .leave: heard.append("no keys")
        default: break
        }
      }
      client.stage.settle()
    }

    /// Returns the events since the last call.
    func take() -> [String] {
      defer { heard = [] }
      return heard
    }
  }

  private func turned() throws -> (stage: Stage, window: TestToplevel, ears: Ears) {
    let stage = try Stage(rules: "uikit-7")
    let client = try stage.connect()
    let window = try TestToplevel(client)
    try window.map()
    stage.turn(.landscapeLeft)
    let ears = try Ears(client)
    _ = ears.take()
    return (stage, window, ears)
  }

  @Test func pointerEventsUseATurnedWindowsCoordinates() throws {
    let (stage, window, ears) = try turned()
    // Transform 3: the point (x, y) of the panel is (y, 320 - x) of the turned window.
    stage.compositor.input.movePointer(to: 300, 100)
    stage.settle()
    #expect(ears.take() == ["motion 100.0 20.0"])
    stage.compositor.input.pressButton(0x110, isDown: true)
    stage.compositor.input.pressButton(0x110, isDown: false)
    stage.settle()
    #expect(ears.take() == ["button 272 1", "button 272 0"])
    stage.turn(.portrait)
    #expect(ears.take() == ["motion 300.0 100.0"])
    withExtendedLifetime(window) {}
  }

  @Test func aFingerKeepsItsSurfaceWhileTheWindowTurns() throws {
    let (stage, window, ears) = try turned()
    stage.compositor.input.touchDown(1, at: 300, 100)
    stage.settle()
    #expect(ears.take() == ["down 1 100.0 20.0"])
    stage.turn(.portrait)
    _ = ears.take()
    stage.compositor.input.touchMove(1, to: 290, 90)
    stage.compositor.input.touchUp(1)
    stage.settle()
    #expect(ears.take() == ["drag 1 290.0 90.0", "up 1"])
    withExtendedLifetime(window) {}
  }

  @Test func aTouchOnADestroyedSurfaceSendsNoMotion() throws {
    let (stage, window, ears) = try turned()
    stage.compositor.input.touchDown(1, at: 300, 100)
    stage.settle()
    _ = ears.take()
    window.surface.destroy()
    stage.settle()
    stage.compositor.input.touchMove(1, to: 10, 10)
    stage.compositor.input.touchUp(1)
    stage.settle()
    #expect(!ears.take().contains { $0.hasPrefix("drag") })
    window.client.expectAlive()
  }

  @Test func theNewestWindowHasTheKeyboardFocusUntilClosed() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let first = try TestToplevel(client, appID: "first")
    try first.map()
    let ears = try Ears(client)
    #expect(ears.take().filter { $0.hasPrefix("key") } == ["keymap true", "keys"])
    let other = try stage.connect()
    let second = try TestToplevel(other, appID: "second")
    try second.map()
    #expect(ears.take().contains("no keys"))
    #expect(first.states.last?.contains(.activated) == false)
    #expect(second.states.last?.contains(.activated) == true)
    #expect(stage.compositor.scene.keyWindow == stage.compositor.scene.windows.last?.id)
    second.toplevel.destroy()
    stage.settle()
    #expect(ears.take().contains("keys"))
    #expect(first.states.last?.contains(.activated) == true)
  }

  @Test func anInputRegionLetsThePointerThrough() throws {
    let stage = try Stage()
    let below = try TestToplevel(try stage.connect())
    try below.map()
    let ears = try Ears(below.client)
    let client = try stage.connect()
    let above = try TestToplevel(client)
    let region = client.keep(try client.bind(WlCompositorProxy.self).createRegion())
    try region.add(x: 0, y: 0, width: 100, height: 100)
    try region.subtract(x: 0, y: 0, width: 50, height: 50)
    try above.surface.setInputRegion(region: region)
    try above.map()
    stage.compositor.input.movePointer(to: 70, 70)
    stage.settle()
    _ = ears.take()
    stage.compositor.input.movePointer(to: 40, 40)
    stage.settle()
    #expect(ears.take() == ["enter 40.0 40.0"])
    stage.compositor.input.movePointer(to: 99, 99)
    stage.settle()
    #expect(ears.take() == ["leave"])
  }

  @Test func aVirtualPointerTakesEffectAtItsFrameRequest() throws {
    let (stage, window, ears) = try turned()
    let client = try stage.connect()
    let pointer = client.keep(
      try client.bind(ZwlrVirtualPointerManagerV1Proxy.self).createVirtualPointer(seat: nil))
    try pointer.motionAbsolute(time: 0, x: 300, y: 100, xExtent: 320, yExtent: 480)
    stage.settle()
    #expect(ears.take().isEmpty)
    try pointer.frame()
    try pointer.axis(time: 0, axis: .verticalScroll, value: Fixed(15))
    try pointer.frame()
    stage.settle()
    #expect(ears.take() == ["motion 100.0 20.0", "axis 0 15.0"])
    try pointer.axis(time: 0, axis: .init(rawValue: 2), value: Fixed(15))
    client.expectError(
      "zwlr_virtual_pointer_v1", ZwlrVirtualPointerV1.ErrorCode.invalidAxis.rawValue)
    withExtendedLifetime(window) {}
  }

  @Test func aHiddenWindowGetsNoInput() throws {
    let stage = try Stage()
    let client = try stage.connect()
    let window = try TestToplevel(client)
    let traits = client.keep(
      try client.bind(SwivelRotationManagerV1Proxy.self).getWindow(surface: window.surface))
    try window.map()
    let ears = try Ears(client)
    _ = ears.take()
    try traits.hide()
    stage.settle()
    #expect(ears.take().sorted() == ["leave", "no keys"])
    try traits.show()
    stage.settle()
    #expect(ears.take().contains("keys"))
  }
}
