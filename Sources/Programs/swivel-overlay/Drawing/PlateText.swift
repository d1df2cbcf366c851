// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
import Control

/// Single lines of text, measured and drawn with Pango.
@safe
final class PlateText {
  // SAFETY: font and ruler live from `init` to `deinit`; the libraries take null for what is
  // missing.

  private let font: OpaquePointer?
  /// A context to measure with.
  private let ruler: OpaquePointer?

  init(_ options: OverlayOptions) {
    unsafe font = pango_font_description_from_string("\(options.font) \(options.fontSize)")
    let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    unsafe ruler = cairo_create(surface)
    unsafe cairo_surface_destroy(surface)
  }

  deinit {
    unsafe pango_font_description_free(font)
    unsafe cairo_destroy(ruler)
  }

  /// Whether there is any font at all; without one letters would be empty boxes.
  static var hasFonts: Bool {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    unsafe pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &count)
    unsafe g_free(families)
    return count > 0
  }

  /// How many logical pixels a line takes.
  func size(of line: String) -> (width: Double, height: Double) {
    guard let ruler = unsafe ruler else { return (0, 0) }
    var size = (0.0, 0.0)
    unsafe withLayout(line, ruler) { unsafe size = extents($0) }
    return size
  }

  /// Draws a line in the context's colour, cut to a width; returns its height.
  @discardableResult
  func draw(
    _ line: String, in context: OpaquePointer, x: Double, y: Double, width: Double
  ) -> Double {
    var height = 0.0
    unsafe withLayout(line, context) { layout in
      unsafe pango_layout_set_width(layout, Int32(width * Double(PANGO_SCALE)))
      unsafe cairo_move_to(context, x, y)
      unsafe pango_cairo_show_layout(context, layout)
      unsafe height = extents(layout).height
    }
    return height
  }

  private func withLayout(
    _ line: String, _ context: OpaquePointer, _ body: (OpaquePointer) -> Void
  ) {
    guard let layout = unsafe pango_cairo_create_layout(context) else { return }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    unsafe pango_layout_set_font_description(layout, font)
    unsafe pango_layout_set_single_paragraph_mode(layout, 1)
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    unsafe pango_layout_set_text(layout, line, -1)
    unsafe body(layout)
  }

  private func extents(_ layout: OpaquePointer) -> (width: Double, height: Double) {
    var w: Int32 = 0
    var h: Int32 = 0
    unsafe pango_layout_get_size(layout, &w, &h)
    return (Double(w) / Double(PANGO_SCALE), Double(h) / Double(PANGO_SCALE))
  }
}

/// An opaque colour of the sRGB space.
struct HUDColour: Sendable, Hashable {
  /// The plate under everything.
  static let plate = HUDColour(0x15171B)
  /// The plate under a finger.
  static let pressed = HUDColour(0x3A404A)
  static let text = HUDColour(0xFFFFFF)

  /// Parts from 0 to 1.
  let red, green, blue: Double

  /// Takes a number such as 0xRRGGBB.
  init(_ code: UInt32) {
    red = Double(code >> 16 & 0xFF) / 255
    green = Double(code >> 8 & 0xFF) / 255
    blue = Double(code & 0xFF) / 255
  }

  /// Makes it the colour of what is drawn next.
  func use(in context: OpaquePointer) {
    unsafe cairo_set_source_rgb(context, red, green, blue)
  }
}
