// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// A toplevel of a client under test, which does only what a test requests.
final class TestToplevel {
  let client: TestClient
  let surface: WlSurfaceProxy
  let xdgSurface: XdgSurfaceProxy
  let toplevel: XdgToplevelProxy
  /// The sizes of all configure events, in order.
  private(set) var sizes: [Size] = []
  private(set) var states: [[XdgToplevel.State]] = []
  private(set) var serials: [UInt32] = []
  private(set) var isClosed = false
  /// Whether the window draws at once when it is configured.
  var draws = true
  var colour: UInt32
  private var buffers: [WlBufferProxy] = []

  init(_ client: TestClient, appID: String = "app", colour: UInt32 = 0x30_80F0) throws {
    self.client = client
    self.colour = colour
    surface = try client.surface()
    xdgSurface = try client.bind(XdgWmBaseProxy.self).getXdgSurface(surface: surface)
    toplevel = try xdgSurface.getToplevel()
    try toplevel.setAppId(appId: appID)
    toplevel.onEvent = { [unowned self] event in
      switch event {
      case .configure(let width, let height, let array):
        sizes.append(Size(width: width, height: height))
        states.append(
          (0..<array.wordCount).map {
            XdgToplevel.State(
              rawValue: array.bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
          })
      case .close: isClosed = true
      default: break
      }
    }
    xdgSurface.onEvent = { [unowned self] event in
      guard case .configure(let serial) = event else { return }
      serials.append(serial)
      if draws { try? draw() }
    }
  }

  /// Commits without content, which requests the first configure; then lets everything follow.
  func map() throws {
    try surface.commit()
    client.stage.settle()
  }

  /// Acknowledges the last configure and draws its size, or the given one.
  func draw(_ size: Size? = nil) throws {
    if let serial = serials.last { try xdgSurface.ackConfigure(serial: serial) }
    let wanted = size ?? sizes.last ?? Size(width: 0, height: 0)
    let width = wanted.width > 0 ? wanted.width : 100
    let height = wanted.height > 0 ? wanted.height : 60
    let buffer = try client.buffer(width, height, colour: colour)
    buffers.append(buffer)
    try surface.attach(buffer: buffer, x: 0, y: 0)
    try surface.damageBuffer(x: 0, y: 0, width: width, height: height)
    try surface.commit()
  }
}
