// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
public import HeadlessCompositor
import Orientation
import Pixels
import WaylandClient

/// The image of the host's cursor.
public typealias HostCursorImage = CursorImage

/// The cursor of the host's pointers while they are on the window.
final class HostCursor {
  private let display: HostDisplay
  private let surface: WlSurfaceProxy?
  private var image = CursorImage.usual
  private var pointers: [(proxy: WlPointerProxy, serial: UInt32)] = []
  private var picture: SharedPicture?

  /// An arrow whose hotspot is the upper left corner: `#` is the edge, `o` the inside.
  private static let arrow = [
    "#", "##", "#o#", "#oo#", "#ooo#", "#oooo#", "#ooooo#", "#oooooo#", "#ooooooo#", "#oooooooo#",
    "#ooooo#####", "#oo#oo#", "#o# #oo#", "##  #oo#", "#    #oo#", "     #oo#", "      ##",
  ]

  init(_ display: HostDisplay) {
    self.display = display
    surface = try? display.compositor.createSurface()
  }

  /// Called when a pointer has entered the window: sets its cursor.
  func entered(_ pointer: WlPointerProxy, serial: UInt32) {
    left(pointer)
    pointers.append((pointer, serial))
    show(image)
  }

  func left(_ pointer: WlPointerProxy) { pointers.removeAll { $0.proxy === pointer } }

  func show(_ image: CursorImage) {
    self.image = image
    guard !pointers.isEmpty else { return }
    switch image {
    case .nothing: set(nil, hotspot: Point(x: 0, y: 0))
    case .usual: attach(Self.drawArrow(), scale: 1, hotspot: Point(x: 0, y: 0))
    case .picture(let store, let scale, let transform, let hotspot):
      // An upright copy: the host's cursor does not turn with a window.
      let buffer = Size(width: Int32(store.width), height: Int32(store.height))
      let upright = transform.inverse.apply(to: buffer)
      let list = DrawList(
        panel: upright, scale: 1, transform: .normal, background: 0,
        items: [
          SceneItem(
            content: .pixels(store, transform: transform), turn: .normal,
            destination: Rectangle(origin: Point(x: 0, y: 0), size: upright))
        ])
      attach(list.drawn(), scale: scale, hotspot: hotspot)
    }
  }

  private func attach(_ canvas: Canvas?, scale: Int32, hotspot: Point) {
    guard let canvas, let surface,
      let shared = try? SharedPicture(display.shm, size: canvas.size),
      canvas.size.width % scale == 0, canvas.size.height % scale == 0
    else { return set(nil, hotspot: hotspot) }
    unsafe shared.address.copyMemory(
      from: canvas.view.address, byteCount: Int(shared.stride) * Int(shared.size.height))
    shared.lend()
    picture = shared
    try? surface.setBufferScale(scale: scale)
    try? surface.attach(buffer: shared.buffer, x: 0, y: 0)
    try? surface.damage(x: 0, y: 0, width: .max, height: .max)
    try? surface.commit()
    set(surface, hotspot: hotspot)
    withExtendedLifetime(canvas) {}
  }

  private func set(_ surface: WlSurfaceProxy?, hotspot: Point) {
    for pointer in pointers {
      try? pointer.proxy.setCursor(
        serial: pointer.serial, surface: surface, hotspotX: hotspot.x, hotspotY: hotspot.y)
    }
  }

  private static func drawArrow() -> Canvas? {
    let width = arrow.map(\.count).max() ?? 1
    guard let canvas = Canvas(size: Size(width: Int32(width), height: Int32(arrow.count))) else {
      return nil
    }
    let edge = Colour(red: 20, green: 20, blue: 24)
    let inside = Colour(red: 250, green: 250, blue: 250)
    for (y, row) in arrow.enumerated() {
      for (x, letter) in row.enumerated() where letter != " " {
        let dot = Rectangle(
          origin: Point(x: Int32(x), y: Int32(y)), size: Size(width: 1, height: 1))
        canvas.fill(dot, letter == "#" ? edge : inside)
      }
    }
    return canvas
  }
}
