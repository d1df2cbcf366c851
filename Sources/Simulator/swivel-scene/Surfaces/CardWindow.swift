// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import Orientation
import Pixels
import WaylandClient

/// A full-screen window that shows the test card, on any compositor.
final class CardWindow {
  private let stage: Stage
  private let surface: WlSurfaceProxy
  private let shellSurface: XdgSurfaceProxy
  private let toplevel: XdgToplevelProxy
  private var size = Size(width: 320, height: 240)
  private var isClosed = false

  init(display: String?) throws {
    stage = try Stage(display: display)
    surface = try stage.compositor.createSurface()
    shellSurface = try stage.shell.getXdgSurface(surface: surface)
    toplevel = try shellSurface.getToplevel()
    toplevel.onEvent = { [unowned self] in
      switch $0 {
      case .configure(let width, let height, _) where width > 0 && height > 0:
        size = Size(width: width, height: height)
      case .close: isClosed = true
      default: break
      }
    }
    shellSurface.onEvent = { [unowned self] in
      guard case .configure(let serial) = $0 else { return }
      try? shellSurface.ackConfigure(serial: serial)
      try? draw()
    }
    try toplevel.setAppId(appId: "swivel-card")
    try toplevel.setFullscreen(output: nil)
    try surface.commit()
  }

  func stay() throws {
    while !isClosed { try stage.connection.wait(.seconds(3600)) }
  }

  private func draw() throws {
    guard let canvas = Canvas(size: size) else { throw SceneFailure("the screen is too large") }
    Card.draw(on: canvas, unit: Card.unit(filling: size))
    let picture = try SharedPicture(stage.shm, size: size)
    unsafe picture.address.copyMemory(
      from: canvas.view.address, byteCount: Int(size.width) * Int(size.height) * 4)
    try picture.present(on: surface)
  }
}
