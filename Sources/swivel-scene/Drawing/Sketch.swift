// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
import Orientation

/// Drawing with Cairo and Pango into shared pixels.
struct Sketch: ~Copyable {
  /// Red, green and blue, 0 to 1.
  typealias Colour = (red: Double, green: Double, blue: Double)

  private let surface: OpaquePointer
  private let context: OpaquePointer

  init?(on picture: SharedPicture) {
    guard
      let surface = cairo_image_surface_create_for_data(
        picture.address.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
        picture.size.width, picture.size.height, picture.stride),
      let context = cairo_create(surface)
    else { return nil }
    self.surface = surface
    self.context = context
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  func fill(x: Double, y: Double, width: Double, height: Double, _ colour: Colour) {
    cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    cairo_rectangle(context, x, y, width, height)
    cairo_fill(context)
  }

  func triangle(_ points: [(x: Double, y: Double)], _ colour: Colour) {
    guard let first = points.first else { return }
    cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    cairo_close_path(context)
    cairo_fill(context)
  }

  /// Writes lines around the middle of `x`, beginning at `y`, none wider than `width`.
  ///
  /// Returns where they end. Text comes from files: it is never taken as markup.
  func text(
    _ text: String, font: String, x: Double, y: Double, width: Double, _ colour: Colour
  ) -> Double {
    guard let layout = pango_cairo_create_layout(context) else { return y }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let description = pango_font_description_from_string(font)
    pango_layout_set_font_description(layout, description)
    pango_font_description_free(description)
    pango_layout_set_width(layout, Int32(width) * Int32(PANGO_SCALE))
    pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    pango_layout_set_text(layout, text, -1)
    cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    cairo_move_to(context, x - width / 2, y)
    pango_cairo_show_layout(context, layout)
    var height: Int32 = 0
    pango_layout_get_pixel_size(layout, nil, &height)
    return y + Double(height)
  }
}
