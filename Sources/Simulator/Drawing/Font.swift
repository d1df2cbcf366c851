// SPDX-License-Identifier: Apache-2.0
import CPangoCairo

/// A font by its Pango name, such as "Sans Bold 10" or "Sans 12px".
@safe
public final class Font {
  // SAFETY: the description exists from `init` to `deinit`; Pango accepts null.
  fileprivate let description: OpaquePointer?

  /// Creates a font; Pango chooses a similar one if no font has this name.
  public init(_ name: String) { unsafe description = pango_font_description_from_string(name) }

  deinit { unsafe pango_font_description_free(description) }

  /// Whether any font is installed; otherwise letters are drawn as empty boxes.
  public static var isAnyInstalled: Bool {
    // Pango lists its aliases, such as Sans, also without fonts, so a font is loaded.
    let map = unsafe pango_cairo_font_map_get_default()
    let context = unsafe pango_font_map_create_context(map)
    defer { unsafe g_object_unref(unsafe UnsafeMutableRawPointer(context)) }
    return withExtendedLifetime(Font("Sans 10")) {
      guard let font = unsafe pango_font_map_load_font(map, context, $0.description) else {
        return false
      }
      unsafe g_object_unref(font)
      return true
    }
  }

  /// Returns the size of a line in logical pixels.
  public func size(of line: String) -> (width: Double, height: Double) {
    let surface = unsafe cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
    let context = unsafe cairo_create(surface)
    defer {
      unsafe cairo_destroy(context)
      unsafe cairo_surface_destroy(surface)
    }
    guard let context = unsafe context,
      let layout = unsafe TextLayout(line, self, context, wraps: false)
    else { return (0, 0) }
    return layout.size
  }
}

@safe
struct TextLayout: ~Copyable {
  // SAFETY: the layout exists from `init` to `deinit`, and retains its context.
  let layout: OpaquePointer

  /// Creates a layout: several lines if the text wraps, otherwise one line, cut with an ellipsis;
  /// nil if Pango cannot create a layout.
  init?(_ text: String, _ font: Font, _ context: OpaquePointer, wraps: Bool) {
    guard let layout = unsafe pango_cairo_create_layout(context) else { return nil }
    unsafe self.layout = layout
    unsafe pango_layout_set_font_description(layout, font.description)
    if !wraps {
      unsafe pango_layout_set_single_paragraph_mode(layout, 1)
      unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    }
    unsafe pango_layout_set_text(layout, text, -1)
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// The size in logical pixels.
  var size: (width: Double, height: Double) {
    var (width, height) = (Int32(0), Int32(0))
    unsafe pango_layout_get_size(layout, &width, &height)
    return (Double(width) / Double(PANGO_SCALE), Double(height) / Double(PANGO_SCALE))
  }
}
