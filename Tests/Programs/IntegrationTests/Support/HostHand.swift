// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing
import WaylandClient

/// A virtual pointer at a real compositor.
final class HostHand {
  private let connection: Connection
  private var kept: [Proxy] = []
  private let pointer: ZwlrVirtualPointerV1Proxy
  private let screen: Size
  private var time: UInt32 = 0

  /// Creates the pointer; `screen` is the size in the screen's pixels, the unit of all places.
  init(_ host: Compositor, screen: Size) throws {
    self.screen = screen
    connection = try Connection(
      display: "\(host.runtimeDirectory)/\(host.kind.socketName)")
    let registry = try connection.registry()
    var manager: ZwlrVirtualPointerManagerV1Proxy?
    registry.onEvent = { event in
      guard case .global(let name, let interface, _) = event,
        interface.string == ZwlrVirtualPointerManagerV1Proxy.interfaceName
      else { return }
      manager = try? registry.bind(
        name: name, as: ZwlrVirtualPointerManagerV1Proxy.self, version: 1)
    }
    try connection.roundtrip()
    let made = try #require(manager)
    pointer = try made.createVirtualPointer(seat: nil)
    kept = [registry, made]
    try connection.roundtrip()
  }

  /// Moves the pointer to a pixel of the screen.
  func move(to x: Int32, _ y: Int32) throws {
    try pointer.motionAbsolute(
      time: tick(), x: UInt32(x), y: UInt32(y), xExtent: UInt32(screen.width),
      yExtent: UInt32(screen.height))
    try pointer.frame()
    try connection.roundtrip()
  }

  /// Presses or releases a button.
  func press(_ button: UInt32, isDown: Bool) throws {
    try pointer.button(time: tick(), button: button, state: isDown ? .pressed : .released)
    try pointer.frame()
    try connection.roundtrip()
  }

  /// Turns the wheel by clicks of 15 units downwards.
  func scroll(_ clicks: Int32) throws {
    try pointer.axisSource(axisSource: .wheel)
    try pointer.axisDiscrete(
      time: tick(), axis: .verticalScroll, value: Fixed(Double(clicks) * 15), discrete: clicks)
    try pointer.frame()
    try connection.roundtrip()
  }

  private func tick() -> UInt32 {
    time += 1
    return time
  }
}
