// SPDX-License-Identifier: Apache-2.0
import Orientation
public import WaylandClient

/// A popup of a client under test, which draws when it is configured.
final class TestPopup {
  let surface: WlSurfaceProxy
  let xdgSurface: XdgSurfaceProxy
  let popup: XdgPopupProxy
  private(set) var places: [Rectangle] = []
  private(set) var isDone = false
  private var buffers: [WlBufferProxy] = []

  init(
    _ client: TestClient, on parent: XdgSurfaceProxy?, map: Bool, colour: UInt32 = 0x00_FF00,
    change: (XdgPositionerProxy) throws -> Void = { _ in }
  ) throws {
    let base = try client.bind(XdgWmBaseProxy.self)
    surface = try client.surface()
    xdgSurface = try base.getXdgSurface(surface: surface)
    let positioner = try base.createPositioner()
    try positioner.setSize(width: 40, height: 30)
    try positioner.setAnchorRect(x: 10, y: 10, width: 20, height: 20)
    try positioner.setAnchor(anchor: .bottomRight)
    try positioner.setGravity(gravity: .bottomRight)
    try change(positioner)
    popup = try xdgSurface.getPopup(parent: parent, positioner: positioner)
    popup.onEvent = { [unowned self] event in
      switch event {
      case .configure(let x, let y, let width, let height):
        places.append(
          Rectangle(origin: Point(x: x, y: y), size: Size(width: width, height: height)))
      case .popupDone: isDone = true
      default: break
      }
    }
    xdgSurface.onEvent = { [unowned self] event in
      guard case .configure(let serial) = event, let size = places.last?.size else { return }
      try? xdgSurface.ackConfigure(serial: serial)
      guard let buffer = try? client.buffer(size.width, size.height, colour: colour) else { return }
      buffers.append(buffer)
      try? surface.attach(buffer: buffer, x: 0, y: 0)
      try? surface.commit()
    }
    if map {
      try surface.commit()
      client.stage.settle()
    }
  }
}

/// In wayland-protocols 1.31 the request has a plain number, in 1.44 this type.
extension XdgPositioner.ConstraintAdjustment: ExpressibleByIntegerLiteral {
  /// Creates a value from its number.
  public init(integerLiteral value: UInt32) { self.init(rawValue: value) }
}
