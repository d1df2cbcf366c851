// SPDX-License-Identifier: Apache-2.0
import CPixman
public import Orientation

// Pictures in memory, for the compositor's screenshots and for tests of how a turned output looks.
//
// - `Painter` is the only place where transforms are applied to pixels. A reference painter in the
//   tests works pixel by pixel and must agree.
// - A `DrawItem` is a content with its place and turn; `Canvas` owns pixels, `PixelView` borrows
//   them.
// - pixman draws; `PNG` reads and writes files. Sizes from files are bounded.
//
// Begin with `DrawItem`.

/// Draws lists of items into memory.
public enum Painter {
  private struct Part {
    var item: DrawItem
    /// The item's whole place on the panel.
    var place: Rectangle
    /// The visible part of the place.
    var visible: Region
  }

  /// Draws items on a panel of the canvas's size, the first one at the bottom.
  ///
  /// Parts that an opaque item covers are not drawn.
  /// - Parameters:
  ///   - background: the colour where no item is.
  ///   - damage: the damage in pixels of the panel; nil redraws everything.
  public static func paint(
    _ items: [DrawItem], on canvas: Canvas, transform: Transform = .normal, scale: Int32 = 1,
    background: Colour, damage: [Rectangle]? = nil
  ) {
    let screen = Screen(panel: canvas.size, transform: transform, scale: scale)
    let open = Region(Rectangle(origin: Point(x: 0, y: 0), size: canvas.size))
    if let damage {
      let wanted = Region(Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 0, height: 0)))
      for rectangle in damage { wanted.formUnion(Region(rectangle)) }
      open.formIntersection(wanted)
    }
    let parts = visibleParts(of: items, on: screen, open: open)
    canvas.fill(open, background)
    for part in parts.reversed() { draw(part, on: canvas, screen: screen) }
  }

  /// Returns the visible items from the top, and leaves in `open` the background's part.
  private static func visibleParts(
    of items: [DrawItem], on screen: Screen, open: Region
  ) -> [Part] {
    var parts: [Part] = []
    for item in items.reversed() where item.opacity > 0 && !open.isEmpty {
      let place = screen.panelRectangle(of: item.destination)
      let visible = Region(open)
      visible.formIntersection(place)
      if let clip = item.clip { visible.formIntersection(screen.panelRectangle(of: clip)) }
      guard !visible.isEmpty else { continue }
      if item.covers { open.subtract(visible) }
      parts.append(Part(item: item, place: place, visible: visible))
    }
    return parts
  }

  private static func draw(_ part: Part, on canvas: Canvas, screen: Screen) {
    switch part.item.content {
    case .colour(var colour):
      colour.alpha = UInt8(UInt16(colour.alpha) * UInt16(part.item.opacity) / 255)
      canvas.fill(part.visible, colour)
    case .pixels(let view, let transform):
      let onPanel = transform.inverse.followed(by: part.item.turn)
        .followed(by: screen.transform)
      draw(view, turned: onPanel, of: part, on: canvas)
    }
  }

  private static func draw(
    _ view: PixelView, turned transform: Transform, of part: Part, on canvas: Canvas
  ) {
    let place = part.place
    guard place.size.width <= PixelView.maximumSide, place.size.height <= PixelView.maximumSide,
      let source = Source(view, turned: transform, filling: place.size)
    else { return }
    let mask = unsafe Source.mask(opacity: part.item.opacity)
    defer { if let mask = unsafe mask { unsafe pixman_image_unref(mask) } }
    unsafe part.visible.whileClipping(canvas.image) {
      unsafe pixman_image_composite32(
        part.item.covers ? PIXMAN_OP_SRC : PIXMAN_OP_OVER, source.image, mask, canvas.image, 0, 0,
        0, 0, place.origin.x, place.origin.y, place.size.width, place.size.height)
    }
  }
}
