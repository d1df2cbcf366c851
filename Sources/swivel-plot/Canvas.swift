// SPDX-License-Identifier: Apache-2.0
import CCairo

/// A picture that is written to a file, as SVG or PNG by the ending of its name.
struct Canvas: ~Copyable {
  /// Red, green and blue, 0 to 1.
  typealias Colour = (red: Double, green: Double, blue: Double)

  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let path: String
  private let isVector: Bool

  /// The endings that say what to write.
  static let endings = [".svg", ".png"]

  /// Begins a white picture; nil if the ending is unknown or there is no memory.
  init?(path: String, width: Double, height: Double) {
    guard Self.endings.contains(where: path.hasSuffix) else { return nil }
    let isVector = path.hasSuffix(".svg")
    let surface =
      isVector
      ? cairo_svg_surface_create(path, width, height)
      : cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    guard let surface, let context = cairo_create(surface) else { return nil }
    self.surface = surface
    self.context = context
    self.path = path
    self.isVector = isVector
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_paint(context)
    cairo_select_font_face(
      context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, 12)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  func fill(x: Double, y: Double, width: Double, height: Double, _ colour: Colour) {
    cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    cairo_rectangle(context, x, y, width, height)
    cairo_fill(context)
  }

  func line(_ points: [(x: Double, y: Double)], width: Double, _ colour: Colour) {
    guard let first = points.first else { return }
    cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    cairo_set_line_width(context, width)
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    cairo_stroke(context)
  }

  /// Writes text whose baseline begins at the point.
  func text(_ text: String, x: Double, y: Double) {
    cairo_set_source_rgb(context, 0.1, 0.1, 0.1)
    cairo_move_to(context, x, y)
    cairo_show_text(context, text)
  }

  /// Completes the file; returns what went wrong, or nil.
  consuming func finish() -> String? {
    var status = isVector ? CAIRO_STATUS_SUCCESS : cairo_surface_write_to_png(surface, path)
    cairo_surface_finish(surface)
    if status == CAIRO_STATUS_SUCCESS { status = cairo_surface_status(surface) }
    return status == CAIRO_STATUS_SUCCESS ? nil : String(cString: cairo_status_to_string(status))
  }
}
