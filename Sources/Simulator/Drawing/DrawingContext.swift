// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
public import Orientation

// Drawing with Cairo and Pango, for swivel-overlay, swivel-scene and swivel-tablet. The command
// `swivel` does not import this target, so it loads neither library.
//
// Begin with `DrawingContext`.

/// A Cairo context for pixels in memory; Pango lays out text.
@safe
public final class DrawingContext {
  // SAFETY: surface and context exist from `init` to `deinit`, and so does the pixels' owner.
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let owner: AnyObject

  /// Creates a context for premultiplied 32-bit ARGB pixels, whose rows follow each other without
  /// gaps.
  ///
  /// `owner` is retained and must keep the memory valid. Returns `nil` if Cairo creates no surface.
  public init?(_ pixels: UnsafeMutableRawPointer, size: Size, of owner: AnyObject) {
    guard
      let surface = unsafe cairo_image_surface_create_for_data(
        pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, size.width, size.height,
        size.width * 4),
      let context = unsafe cairo_create(surface)
    else { return nil }
    unsafe self.surface = surface
    unsafe self.context = context
    self.owner = owner
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_finish(surface)
    unsafe cairo_surface_destroy(surface)
  }

  // MARK: - Filling

  /// Makes the clip area transparent.
  public func clear() {
    unsafe cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
    unsafe cairo_paint(context)
    unsafe cairo_set_operator(context, CAIRO_OPERATOR_OVER)
  }

  /// Fills the clip area.
  public func fill(_ colour: RGB) {
    use(colour)
    unsafe cairo_paint(context)
  }

  /// Fills a rectangle, with rounded corners if `radius` is not 0.
  public func fill(_ area: Area, _ colour: RGB, radius: Double = 0) {
    use(colour)
    if radius > 0 { addRounded(area, radius) } else { add(area) }
    unsafe cairo_fill(context)
  }

  /// Fills a polygon.
  public func fill(_ points: [(x: Double, y: Double)], _ colour: RGB) {
    use(colour)
    for point in points { unsafe cairo_line_to(context, point.x, point.y) }
    unsafe cairo_close_path(context)
    unsafe cairo_fill(context)
  }

  /// Draws an arc clockwise between two angles in radians; 0 points to the right.
  ///
  /// The arc is stroked if a line width is given, otherwise filled.
  public func arc(
    x: Double, y: Double, radius: Double, from start: Double = 0, to end: Double, _ colour: RGB,
    lineWidth: Double? = nil
  ) {
    use(colour)
    unsafe cairo_arc(context, x, y, radius, start, end)
    guard let lineWidth else { return unsafe cairo_fill(context) }
    unsafe cairo_set_line_width(context, lineWidth)
    unsafe cairo_stroke(context)
  }

  /// Strokes a line through points with round caps and joins; if `isClosed`, also from the last
  /// point to the first.
  public func stroke(
    _ points: [(x: Double, y: Double)], _ colour: RGB, lineWidth: Double, isClosed: Bool = false
  ) {
    use(colour)
    for point in points { unsafe cairo_line_to(context, point.x, point.y) }
    if isClosed { unsafe cairo_close_path(context) }
    unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_set_line_width(context, lineWidth)
    unsafe cairo_stroke(context)
  }

  /// Strokes the outline of a rectangle, with rounded corners if `radius` is not 0; dashed if
  /// `dash`, the length of a dash and of a gap, is given.
  public func stroke(
    _ area: Area, _ colour: RGB, lineWidth: Double, radius: Double = 0, dash: Double? = nil
  ) {
    use(colour)
    if radius > 0 { addRounded(area, radius) } else { add(area) }
    var dashes = dash.map { [$0, $0] } ?? []
    unsafe cairo_set_dash(context, &dashes, Int32(dashes.count), 0)
    unsafe cairo_set_line_width(context, lineWidth)
    unsafe cairo_stroke(context)
    unsafe cairo_set_dash(context, &dashes, 0, 0)
  }

  /// Draws another context's pixels at the origin, interpolated unless `isExact`.
  public func draw(_ other: DrawingContext, isExact: Bool) {
    unsafe cairo_set_source_surface(context, other.surface, 0, 0)
    unsafe cairo_pattern_set_filter(
      cairo_get_source(context), isExact ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
    unsafe cairo_rectangle(
      context, 0, 0, Double(cairo_image_surface_get_width(other.surface)),
      Double(cairo_image_surface_get_height(other.surface)))
    unsafe cairo_fill(context)
    // The source is replaced, since it must not outlive the pixels.
    use(0x000000)
  }

  // MARK: - Text

  /// Draws text within the width of an area and returns the text's height in logical pixels.
  ///
  /// The text is one line, cut with an ellipsis; if it `wraps`, it has at most `lines` lines, or as
  /// many as needed. Lines begin at the left or, if `isCentred`, are centred. The text is centred
  /// in the area's height or, if `fromTop`, begins at the top. Markup has no effect.
  @discardableResult
  public func write(
    _ text: String, _ font: Font, _ colour: RGB, in area: Area, isCentred: Bool = false,
    fromTop: Bool = false, wraps: Bool = false, lines: Int32? = nil
  ) -> Double {
    guard let layout = unsafe TextLayout(text, font, context, wraps: wraps) else { return 0 }
    unsafe pango_layout_set_width(layout.layout, Int32(area.width * Double(PANGO_SCALE)))
    if let lines {
      unsafe pango_layout_set_height(layout.layout, -lines)
      unsafe pango_layout_set_ellipsize(layout.layout, PANGO_ELLIPSIZE_END)
    }
    if isCentred { unsafe pango_layout_set_alignment(layout.layout, PANGO_ALIGN_CENTER) }
    let height = layout.size.height
    let top = fromTop ? 0 : (area.height - height.rounded(.up)) / 2
    use(colour)
    unsafe cairo_move_to(context, area.x, area.y + top)
    unsafe pango_cairo_show_layout(context, layout.layout)
    // The current point is removed, since the next path would begin at the text.
    unsafe cairo_new_path(context)
    return height
  }

  // MARK: - Coordinates

  /// Calls a function, then restores the transform and the clip.
  public func saved(_ body: () -> Void) {
    unsafe cairo_save(context)
    body()
    unsafe cairo_restore(context)
  }

  /// Calls a function, composites its result with an opacity from 0 to 1, and restores the
  /// transform.
  public func faded(_ opacity: Double, _ body: () -> Void) {
    unsafe cairo_push_group(context)
    body()
    unsafe cairo_pop_group_to_source(context)
    unsafe cairo_paint_with_alpha(context, opacity)
  }

  /// Limits drawing to the union of some rectangles, within the current clip.
  public func clip(_ areas: [Area]) {
    for area in areas { add(area) }
    unsafe cairo_clip(context)
  }

  /// Moves the origin.
  public func translate(_ x: Double, _ y: Double) { unsafe cairo_translate(context, x, y) }

  /// Scales both axes.
  public func scale(_ x: Double, _ y: Double) { unsafe cairo_scale(context, x, y) }

  /// Rotates clockwise by an angle in radians.
  public func rotate(_ angle: Double) { unsafe cairo_rotate(context, angle) }

  /// Rotates clockwise by an angle with this sine and cosine; exact if both are whole numbers.
  public func rotate(sine: Double, cosine: Double) {
    var matrix = cairo_matrix_t(xx: cosine, yx: sine, xy: -sine, yy: cosine, x0: 0, y0: 0)
    unsafe cairo_transform(context, &matrix)
  }

  // MARK: - Paths

  private func use(_ colour: RGB) {
    unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
  }

  private func add(_ area: Area) {
    unsafe cairo_rectangle(context, area.x, area.y, area.width, area.height)
  }

  private func addRounded(_ area: Area, _ radius: Double) {
    let (left, top) = (area.x + radius, area.y + radius)
    let (right, bottom) = (area.x + area.width - radius, area.y + area.height - radius)
    unsafe cairo_new_sub_path(context)
    unsafe cairo_arc(context, right, top, radius, -.pi / 2, 0)
    unsafe cairo_arc(context, right, bottom, radius, 0, .pi / 2)
    unsafe cairo_arc(context, left, bottom, radius, .pi / 2, .pi)
    unsafe cairo_arc(context, left, top, radius, .pi, 3 * .pi / 2)
    unsafe cairo_close_path(context)
  }
}

/// An opaque colour of the sRGB space, written as 0xRRGGBB.
public struct RGB: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// The components, from 0 to 1.
  public let red, green, blue: Double

  /// Creates a colour of 8 bits for each component.
  public init(integerLiteral code: UInt32) {
    red = Double(code >> 16 & 0xFF) / 255
    green = Double(code >> 8 & 0xFF) / 255
    blue = Double(code & 0xFF) / 255
  }
}

/// A rectangle with fractional coordinates, in the units of the drawing context.
public struct Area: Sendable, Hashable {
  /// The coordinates of the upper left corner, and the size.
  public var x, y, width, height: Double

  /// Creates a rectangle; the height may be 0 for text that begins at the top.
  public init(x: Double, y: Double, width: Double, height: Double = 0) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Creates a rectangle of whole pixels.
  public init(_ rectangle: Rectangle) {
    (x, y) = (Double(rectangle.origin.x), Double(rectangle.origin.y))
    (width, height) = (Double(rectangle.size.width), Double(rectangle.size.height))
  }

  /// Returns the rectangle with each edge moved inwards by a distance.
  public func inset(by distance: Double) -> Area {
    Area(
      x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
  }

  /// Returns whether a point is in the rectangle; the right and the lower edge are exclusive.
  public func contains(_ px: Double, _ py: Double) -> Bool {
    px >= x && py >= y && px < x + width && py < y + height
  }
}
