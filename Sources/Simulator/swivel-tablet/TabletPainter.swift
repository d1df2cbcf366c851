// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
import HeadlessCompositor
import Orientation
import Pixels
import WindowBackend

/// All that is to be seen in the tablet's window at a moment.
struct TabletPicture {
  var look: TabletLook
  var list: DrawList

  var trace: TabletTrace { TabletTrace(look: look, list: list.trace) }
}

/// What was to be seen in it, without the pixels of programs.
struct TabletTrace {
  var look: TabletLook
  var list: DrawTrace
}

/// The tablet without what its programs show.
struct TabletLook {
  var layout: TabletLayout
  var angle: Double
  var isFlat: Bool
  var groups: [WindowMotion.Group]
  var status: String
  /// The buttons that are in force, such as the lock.
  var marked: [TabletButton]
  /// What the inspector says; nil while it is shut.
  var inspector: InspectorModel?

  var isMoving: Bool { groups.contains { $0.rest != nil } }
}

/// Draws the tablet with Cairo and Pango: desk, device, panel, buttons.
@safe
final class TabletPainter {
  // SAFETY: contexts live no longer than the function that `Brush` gives them to.

  private static let desk = 0x39404A
  private static let rim = 0x060709
  private static let flatRim = 0x3A3F48
  private static let detail = 0x4A505A
  private static let bar = 0x1B1E23
  private static let button = 0x3A404A
  private static let marked = 0xA8571B

  private let brush = Brush()
  private let inspector: InspectorPainter
  /// The panel as it was drawn last, and what it shows.
  private var panel: (canvas: Canvas, trace: DrawTrace?)?
  /// What windows on their way are drawn into; gone once all have arrived.
  private var layer: Canvas?

  init() { inspector = InspectorPainter(brush) }

  func damage(from trace: TabletTrace, to picture: TabletPicture) -> [Rectangle]? {
    let (old, new) = (trace.look, picture.look)
    let layout = new.layout
    guard old.layout == layout else { return nil }
    var places: [Rectangle] = []
    if old.angle == new.angle, old.isFlat == new.isFlat {
      let whole = Rectangle(origin: Point(x: 0, y: 0), size: layout.panelPixels)
      // A change of size counts everywhere, and so does what is on its way.
      let parts =
        old.isMoving || new.isMoving
        ? [whole] : picture.list.damage(since: trace.list) ?? [whole]
      places += parts.compactMap { part in
        part.intersection(whole).map { layout.windowRectangle(of: $0, angle: new.angle) }
      }
    } else {
      places += [old.angle, new.angle].compactMap { layout.deviceRectangle(angle: $0) }
    }
    if old.status != new.status || old.marked != new.marked {
      places.append(layout.barRectangle)
    }
    if old.inspector != new.inspector { places.append(layout.inspectorRectangle) }
    return places
  }

  func draw(_ scene: TabletPicture, on canvas: Canvas, damage: [Rectangle]?) {
    let panel = drawPanel(scene)
    let picture = scene.look
    func isSeen(_ place: Rectangle) -> Bool {
      damage?.contains { $0.intersection(place) != nil } != false
    }
    unsafe brush.withContext(canvas) { context in
      if let damage {
        for place in damage {
          unsafe cairo_rectangle(
            context, Double(place.origin.x), Double(place.origin.y), Double(place.size.width),
            Double(place.size.height))
        }
        unsafe cairo_clip(context)
      }
      unsafe brush.fill(context, Self.desk)
      unsafe cairo_paint(context)
      unsafe drawDevice(picture, context)
      if let panel { unsafe draw(panel, picture, context) }
      // Words cost more than all else, also where nothing of them is seen.
      if isSeen(picture.layout.barRectangle) { unsafe drawBar(picture, context) }
      if let model = picture.inspector, isSeen(picture.layout.inspectorRectangle) {
        unsafe inspector.draw(model, in: picture.layout, context)
      }
    }
  }

  // MARK: - The panel

  private func drawPanel(_ picture: TabletPicture) -> Canvas? {
    let size = picture.list.panel
    if panel?.canvas.size != size {
      panel = Canvas(size: size).map { ($0, nil) }
    }
    guard let canvas = panel?.canvas else { return nil }
    guard picture.look.isMoving else {
      layer = nil
      let damage = panel?.trace.map { picture.list.damage(since: $0) } ?? nil
      picture.list.draw(on: canvas, damage: damage)
      panel?.trace = picture.list.trace
      return canvas
    }
    // Everything anew, each window by itself.
    panel?.trace = nil
    var background = picture.list
    background.items = []
    background.draw(on: canvas)
    for group in picture.look.groups {
      let items = picture.list.items[group.range]
      guard let rest = group.rest else {
        picture.list.draw(items, over: canvas)
        continue
      }
      if layer?.size == size { layer?.clear() } else { layer = Canvas(size: size) }
      guard let layer else { continue }
      picture.list.draw(items, over: layer)
      unsafe brush.withContext(canvas) { unsafe draw(layer, rest, $0) }
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

  private func draw(_ panel: Canvas, _ picture: TabletLook, _ context: OpaquePointer) {
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
    unsafe brush.withSurface(canvas) { surface in
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

  private func drawDevice(_ picture: TabletLook, _ context: OpaquePointer) {
    let layout = picture.layout
    let scale = layout.zoom * layout.pixelScale
    let width = Double(layout.panel.width)
    let height = Double(layout.panel.height)
    unsafe cairo_save(context)
    unsafe cairo_translate(context, layout.centre.x, layout.centre.y)
    unsafe cairo_rotate(context, picture.angle * .pi / 180)
    unsafe cairo_scale(context, scale, scale)
    let rim = TabletLayout.bezel
    unsafe brush.fill(context, picture.isFlat ? Self.flatRim : Self.rim)
    unsafe brush.round(
      context, -width / 2 - rim, -height / 2 - rim, width + 2 * rim, height + 2 * rim, radius: rim)
    // The camera is above the panel, the home side below.
    unsafe brush.fill(context, Self.detail)
    unsafe cairo_arc(context, 0, -height / 2 - rim / 2, 4, 0, 2 * .pi)
    unsafe cairo_fill(context)
    unsafe brush.round(context, -30, height / 2 + rim / 2 - 3, 60, 6, radius: 3)
    unsafe cairo_restore(context)
  }

  // MARK: - The row of buttons

  private func drawBar(_ picture: TabletLook, _ context: OpaquePointer) {
    let layout = picture.layout
    let place = layout.barRectangle
    unsafe brush.fill(context, Self.bar)
    unsafe cairo_rectangle(
      context, Double(place.origin.x), Double(place.origin.y), Double(place.size.width),
      Double(place.size.height))
    unsafe cairo_fill(context)
    unsafe cairo_save(context)
    unsafe cairo_scale(context, layout.pixelScale, layout.pixelScale)
    var right = 0.0
    for button in TabletButton.allCases {
      let frame = button.frame(in: layout)
      unsafe brush.fill(context, picture.marked.contains(button) ? Self.marked : Self.button)
      unsafe brush.round(context, frame.x, frame.y, frame.width, frame.height, radius: 6)
      unsafe brush.write(
        button.label, context, frame.x, frame.y, frame.width, frame.height, isCentred: true)
      right = frame.x + frame.width
    }
    let room = Double(layout.shape.size.width) - right - 24
    let y = Double(layout.shape.size.height) - TabletLayout.barHeight
    if room > 20 {
      unsafe brush.write(
        picture.status, context, right + 12, y, room, TabletLayout.barHeight, isCentred: false)
    }
    unsafe cairo_restore(context)
  }
}
