// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
import Control

/// Draws the lines on an opaque plate, with Cairo and Pango.
@safe
final class HUDPainter {
  // SAFETY: font and ruler live from `init` to `deinit`; the libraries take null for what is
  // missing.

  /// Logical pixels between the plate's edge and the letters.
  private static let padding = 10.0
  /// How wide the coloured edge is, in logical pixels.
  private static let edge = 5.0

  private let font: OpaquePointer?
  private let width: Double
  /// A context to measure with.
  private let ruler: OpaquePointer?

  init(_ options: OverlayOptions) {
    unsafe font = pango_font_description_from_string("\(options.font) \(options.fontSize)")
    width = Double(options.width)
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

  /// How many logical pixels the lines need.
  func size(of lines: [String]) -> (width: Int, height: Int) {
    guard let ruler = unsafe ruler else { return (1, 1) }
    var across = 0.0
    var down = 2 * Self.padding
    for line in lines {
      unsafe withLayout(line, ruler) { layout in
        let (w, h) = unsafe extents(layout)
        across = max(across, w)
        down += h
      }
    }
    let total = min(width, across + 2 * Self.padding + Self.edge)
    return (Int(total.rounded(.up)), Int(down.rounded(.up)))
  }

  /// Draws into memory of 32 bits a pixel, `stride` bytes a row.
  ///
  /// `scale` is how many pixels a logical one has; sizes are in pixels.
  func draw(
    _ lines: [String], tone: HUDTone, into memory: UnsafeMutableRawPointer, width: Int, height: Int,
    stride: Int, scale: Double
  ) {
    let bytes = unsafe memory.assumingMemoryBound(to: UInt8.self)
    let surface = unsafe cairo_image_surface_create_for_data(
      bytes, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(stride))
    defer { unsafe cairo_surface_destroy(surface) }
    guard let context = unsafe cairo_create(surface) else { return }
    defer { unsafe cairo_destroy(context) }
    unsafe fill(context, .plate)
    unsafe cairo_paint(context)
    unsafe cairo_scale(context, scale, scale)
    unsafe fill(context, tone.colour)
    unsafe cairo_rectangle(context, 0, 0, Self.edge, Double(height) / scale)
    unsafe cairo_fill(context)
    var y = Self.padding
    for (row, line) in lines.enumerated() {
      unsafe fill(context, row == 0 ? tone.colour : .text)
      unsafe withLayout(line, context) { layout in
        unsafe pango_layout_set_width(
          layout, pixels(Double(width) / scale - 2 * Self.padding - Self.edge))
        unsafe cairo_move_to(context, Self.edge + Self.padding, y)
        unsafe pango_cairo_show_layout(context, layout)
        unsafe y += extents(layout).height
      }
    }
    unsafe cairo_surface_flush(surface)
  }

  private func fill(_ context: OpaquePointer, _ colour: HUDColour) {
    unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
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

  private func pixels(_ length: Double) -> Int32 { Int32(length * Double(PANGO_SCALE)) }
}

/// An opaque colour of the sRGB space.
struct HUDColour: Sendable, Hashable {
  /// The plate under everything.
  static let plate = HUDColour(0x15171B)
  static let text = HUDColour(0xFFFFFF)

  /// Parts from 0 to 1.
  let red, green, blue: Double

  /// Takes a number such as 0xRRGGBB.
  init(_ code: UInt32) {
    red = Double(code >> 16 & 0xFF) / 255
    green = Double(code >> 8 & 0xFF) / 255
    blue = Double(code & 0xFF) / 255
  }
}
