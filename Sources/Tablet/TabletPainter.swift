// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
import HeadlessCompositor
import Orientation
import Pixels
import WindowBackend

/// All that is to be seen in the tablet's window at a moment.
struct TabletPicture {
  var layout: TabletLayout
  var angle: Double
  var isFlat: Bool
  var list: DrawList
  var groups: [WindowMotion.Group]
  var status: String
  /// The buttons that are in force, such as the lock.
  var marked: [TabletButton]

  var isMoving: Bool { groups.contains { $0.rest != nil } }
}

/// Draws the tablet with Cairo and Pango: desk, device, panel, buttons.
@safe
final class TabletPainter {
  // SAFETY: contexts and surfaces live no longer than the function that makes them, and the memory
  // that they refer to belongs to canvases that are kept until its end; the font lives with us.

  private static let desk = 0x39404A
  private static let rim = 0x060709
  private static let flatRim = 0x3A3F48
  private static let detail = 0x4A505A
  private static let bar = 0x1B1E23
  private static let button = 0x3A404A
  private static let marked = 0xA8571B
  private static let text = 0xF2F2F2

  private let font: OpaquePointer?
  /// The panel as it was drawn last, and what it shows.
  private var panel: (canvas: Canvas, list: DrawList?)?

  init() { unsafe font = pango_font_description_from_string("Sans 10") }

  deinit { unsafe pango_font_description_free(font) }

  func damage(from old: TabletPicture, to new: TabletPicture) -> [Rectangle]? {
    guard old.layout == new.layout, old.angle == new.angle, old.isFlat == new.isFlat else {
      return nil
    }
    var places: [Rectangle] = []
    let whole = Rectangle(origin: Point(x: 0, y: 0), size: new.layout.panelPixels)
    // A change of size counts everywhere, and so does what is on its way.
    let parts =
      old.isMoving || new.isMoving ? [whole] : new.list.damage(since: old.list) ?? [whole]
    places += parts.compactMap { part in
      part.intersection(whole).map { new.layout.windowRectangle(of: $0, angle: new.angle) }
    }
    if old.status != new.status || old.marked != new.marked {
      places.append(new.layout.barRectangle)
    }
    return places
  }

  func draw(_ picture: TabletPicture, on canvas: Canvas, damage: [Rectangle]?) {
    let panel = drawPanel(picture)
    unsafe withContext(canvas) { context in
      if let damage {
        for place in damage {
          unsafe cairo_rectangle(
            context, Double(place.origin.x), Double(place.origin.y), Double(place.size.width),
            Double(place.size.height))
        }
        unsafe cairo_clip(context)
      }
      unsafe fill(context, Self.desk)
      unsafe cairo_paint(context)
      unsafe drawDevice(picture, context)
      if let panel { unsafe draw(panel, picture, context) }
      unsafe drawBar(picture, context)
    }
  }

  // MARK: - The panel

  private func drawPanel(_ picture: TabletPicture) -> Canvas? {
    let size = picture.list.panel
    if panel?.canvas.size != size {
      panel = Canvas(size: size).map { ($0, nil) }
    }
    guard let canvas = panel?.canvas else { return nil }
    guard picture.isMoving else {
      let damage = panel?.list.map { picture.list.damage(since: $0) } ?? nil
      picture.list.draw(on: canvas, damage: damage)
      panel?.list = picture.list
      return canvas
    }
    // Everything anew, each window by itself.
    panel?.list = nil
    var background = picture.list
    background.items = []
    background.draw(on: canvas)
    for group in picture.groups {
      let items = picture.list.items[group.range]
      guard let rest = group.rest else {
        picture.list.draw(items, over: canvas)
        continue
      }
      guard let layer = Canvas(size: size) else { continue }
      picture.list.draw(items, over: layer)
      unsafe withContext(canvas) { unsafe draw(layer, rest, $0) }
    }
    return canvas
  }

  /// A window on its way: turned back by what is left, and as long and wide as it is by then.
  private func draw(_ layer: Canvas, _ rest: WindowMotion.Rest, _ context: OpaquePointer) {
    let (width, height) = (Double(layer.size.width), Double(layer.size.height))
    unsafe cairo_translate(context, width / 2, height / 2)
    unsafe cairo_rotate(context, rest.degrees * .pi / 180)
    if rest.isQuarter {
      unsafe cairo_scale(
        context, height / width + (1 - height / width) * rest.done,
        width / height + (1 - width / height) * rest.done)
    }
    unsafe cairo_translate(context, -width / 2, -height / 2)
    unsafe paint(layer, context, isExact: false)
  }

  private func draw(_ panel: Canvas, _ picture: TabletPicture, _ context: OpaquePointer) {
    let layout = picture.layout
    let (sine, cosine) = Angle.sineAndCosine(picture.angle)
    // While clients draw for another scale the panel still has the old one.
    let magnification =
      layout.magnification * Double(layout.panelPixels.width) / Double(panel.size.width)
    let origin = layout.windowPoint(0, 0, angle: picture.angle)
    var matrix = cairo_matrix_t(
      xx: cosine * magnification, yx: sine * magnification, xy: -sine * magnification,
      yy: cosine * magnification, x0: origin.x, y0: origin.y)
    unsafe cairo_save(context)
    unsafe cairo_transform(context, &matrix)
    let isQuarter = abs(sine) == 1 || abs(cosine) == 1
    unsafe paint(panel, context, isExact: isQuarter && magnification == 1)
    unsafe cairo_restore(context)
  }

  private func paint(_ canvas: Canvas, _ context: OpaquePointer, isExact: Bool) {
    unsafe withSurface(canvas) { surface in
      unsafe cairo_set_source_surface(context, surface, 0, 0)
      unsafe cairo_pattern_set_filter(
        cairo_get_source(context), isExact ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
      unsafe cairo_rectangle(
        context, 0, 0, Double(canvas.size.width), Double(canvas.size.height))
      unsafe cairo_fill(context)
      // The source would outlive its memory.
      unsafe cairo_set_source_rgb(context, 0, 0, 0)
    }
  }

  // MARK: - The device

  private func drawDevice(_ picture: TabletPicture, _ context: OpaquePointer) {
    let layout = picture.layout
    let scale = layout.zoom * layout.pixelScale
    let width = Double(layout.panel.width)
    let height = Double(layout.panel.height)
    unsafe cairo_save(context)
    unsafe cairo_translate(context, layout.centre.x, layout.centre.y)
    unsafe cairo_rotate(context, picture.angle * .pi / 180)
    unsafe cairo_scale(context, scale, scale)
    let rim = TabletLayout.bezel
    unsafe fill(context, picture.isFlat ? Self.flatRim : Self.rim)
    unsafe round(
      context, -width / 2 - rim, -height / 2 - rim, width + 2 * rim, height + 2 * rim, radius: rim)
    // The camera is above the panel, the home side below.
    unsafe fill(context, Self.detail)
    unsafe cairo_arc(context, 0, -height / 2 - rim / 2, 4, 0, 2 * .pi)
    unsafe cairo_fill(context)
    unsafe round(context, -30, height / 2 + rim / 2 - 3, 60, 6, radius: 3)
    unsafe cairo_restore(context)
  }

  // MARK: - The row of buttons

  private func drawBar(_ picture: TabletPicture, _ context: OpaquePointer) {
    let layout = picture.layout
    let place = layout.barRectangle
    unsafe fill(context, Self.bar)
    unsafe cairo_rectangle(
      context, Double(place.origin.x), Double(place.origin.y), Double(place.size.width),
      Double(place.size.height))
    unsafe cairo_fill(context)
    unsafe cairo_save(context)
    unsafe cairo_scale(context, layout.pixelScale, layout.pixelScale)
    var right = 0.0
    for button in TabletButton.allCases {
      let frame = button.frame(in: layout)
      unsafe fill(context, picture.marked.contains(button) ? Self.marked : Self.button)
      unsafe round(context, frame.x, frame.y, frame.width, frame.height, radius: 6)
      unsafe write(
        button.label, context, frame.x, frame.y, frame.width, frame.height, isCentred: true)
      right = frame.x + frame.width
    }
    let room = Double(layout.shape.size.width) - right - 24
    let y = Double(layout.shape.size.height) - TabletLayout.barHeight
    if room > 20 {
      unsafe write(
        picture.status, context, right + 12, y, room, TabletLayout.barHeight, isCentred: false)
    }
    unsafe cairo_restore(context)
  }

  private func write(
    _ words: String, _ context: OpaquePointer, _ x: Double, _ y: Double, _ width: Double,
    _ height: Double, isCentred: Bool
  ) {
    guard let layout = unsafe pango_cairo_create_layout(context) else { return }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    unsafe pango_layout_set_font_description(layout, font)
    unsafe pango_layout_set_single_paragraph_mode(layout, 1)
    unsafe pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    unsafe pango_layout_set_alignment(layout, isCentred ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT)
    unsafe pango_layout_set_text(layout, words, -1)
    var tall: Int32 = 0
    unsafe pango_layout_get_pixel_size(layout, nil, &tall)
    unsafe fill(context, Self.text)
    unsafe cairo_move_to(context, x, y + (height - Double(tall)) / 2)
    unsafe pango_cairo_show_layout(context, layout)
  }

  // MARK: - Cairo

  private func fill(_ context: OpaquePointer, _ code: Int) {
    unsafe cairo_set_source_rgb(
      context, Double(code >> 16 & 255) / 255, Double(code >> 8 & 255) / 255,
      Double(code & 255) / 255)
  }

  private func round(
    _ context: OpaquePointer, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    radius: Double
  ) {
    unsafe cairo_new_sub_path(context)
    unsafe cairo_arc(context, x + width - radius, y + radius, radius, -.pi / 2, 0)
    unsafe cairo_arc(context, x + width - radius, y + height - radius, radius, 0, .pi / 2)
    unsafe cairo_arc(context, x + radius, y + height - radius, radius, .pi / 2, .pi)
    unsafe cairo_arc(context, x + radius, y + radius, radius, .pi, 3 * .pi / 2)
    unsafe cairo_close_path(context)
    unsafe cairo_fill(context)
  }

  private func withSurface(_ canvas: Canvas, _ body: (OpaquePointer) -> Void) {
    let bytes = unsafe UnsafeMutableRawPointer(mutating: canvas.view.address)
      .assumingMemoryBound(to: UInt8.self)
    guard
      let surface = unsafe cairo_image_surface_create_for_data(
        bytes, CAIRO_FORMAT_ARGB32, canvas.size.width, canvas.size.height, canvas.stride)
    else { return }
    unsafe body(surface)
    unsafe cairo_surface_finish(surface)
    unsafe cairo_surface_destroy(surface)
    withExtendedLifetime(canvas) {}
  }

  private func withContext(_ canvas: Canvas, _ body: (OpaquePointer) -> Void) {
    unsafe withSurface(canvas) { surface in
      guard let context = unsafe cairo_create(surface) else { return }
      unsafe body(context)
      unsafe cairo_destroy(context)
      unsafe cairo_surface_flush(surface)
    }
  }
}
