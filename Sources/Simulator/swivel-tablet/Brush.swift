// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
import Orientation
import Pixels

/// Fills, rounds and writes with Cairo and Pango, in the words of the tablet's pictures.
@safe
final class Brush {
  // SAFETY: contexts and surfaces live no longer than the function that makes them, and the memory
  // that they refer to belongs to canvases that are kept until its end; the fonts live with us.

  private static let text = 0xF2F2F2
  private let font: OpaquePointer?
  private let strong: OpaquePointer?

  init() {
    unsafe font = pango_font_description_from_string("Sans 10")
    unsafe strong = pango_font_description_from_string("Sans Bold 10")
  }

  deinit {
    unsafe pango_font_description_free(font)
    unsafe pango_font_description_free(strong)
  }

  /// Writes one line into a rectangle, cut off where it is too long.
  func write(
    _ words: String, _ context: OpaquePointer, _ x: Double, _ y: Double, _ width: Double,
    _ height: Double, isCentred: Bool,
    colour: Int = text, isStrong: Bool = false
  ) {
    guard let layout = unsafe pango_cairo_create_layout(context) else { return }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    unsafe pango_layout_set_font_description(layout, isStrong ? strong : font)
    unsafe pango_layout_set_single_paragraph_mode(layout, 1)
    unsafe pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    unsafe pango_layout_set_alignment(layout, isCentred ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT)
    unsafe pango_layout_set_text(layout, words, -1)
    var tall: Int32 = 0
    unsafe pango_layout_get_pixel_size(layout, nil, &tall)
    unsafe fill(context, colour)
    unsafe cairo_move_to(context, x, y + (height - Double(tall)) / 2)
    unsafe pango_cairo_show_layout(context, layout)
  }

  func fill(_ context: OpaquePointer, _ code: Int) {
    unsafe cairo_set_source_rgb(
      context, Double(code >> 16 & 255) / 255, Double(code >> 8 & 255) / 255,
      Double(code & 255) / 255)
  }

  func round(
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

  func withSurface(_ canvas: Canvas, _ body: (OpaquePointer) -> Void) {
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

  func withContext(_ canvas: Canvas, _ body: (OpaquePointer) -> Void) {
    unsafe withSurface(canvas) { surface in
      guard let context = unsafe cairo_create(surface) else { return }
      unsafe body(context)
      unsafe cairo_destroy(context)
      unsafe cairo_surface_flush(surface)
    }
  }
}
