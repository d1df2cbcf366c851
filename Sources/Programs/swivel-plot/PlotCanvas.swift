// SPDX-License-Identifier: Apache-2.0
import CCairo
import Formats

/// A picture that is written to a file, as SVG or PNG by the ending of its name.
@safe
struct PlotCanvas: ~Copyable {
  // SAFETY: surface and context end in `deinit`; `bytes`, which cairo writes into, ends after
  // them.

  /// Red, green and blue, 0 to 1.
  typealias Colour = (red: Double, green: Double, blue: Double)

  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let path: String
  private let isVector: Bool
  /// What cairo has written so far.
  private let bytes: Bytes

  private final class Bytes {
    var all: [UInt8] = []

    static let append: cairo_write_func_t = { closure, data, count in
      guard let closure = unsafe closure, let data = unsafe data else {
        return CAIRO_STATUS_WRITE_ERROR
      }
      unsafe Unmanaged<Bytes>.fromOpaque(closure).takeUnretainedValue().all += UnsafeBufferPointer(
        start: data, count: Int(count))
      return CAIRO_STATUS_SUCCESS
    }

    var closure: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
  }

  /// The endings that say what to write.
  static let endings = [".svg", ".png"]

  /// Begins a white picture; nil if the ending is unknown or there is no memory.
  init?(path: String, width: Double, height: Double) {
    guard Self.endings.contains(where: path.hasSuffix) else { return nil }
    let isVector = path.hasSuffix(".svg")
    let bytes = Bytes()
    let surface =
      unsafe isVector
      ? cairo_svg_surface_create_for_stream(Bytes.append, bytes.closure, width, height)
      : cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    guard let surface = unsafe surface, let context = unsafe cairo_create(surface) else {
      return nil
    }
    unsafe self.surface = surface
    unsafe self.context = context
    self.path = path
    self.bytes = bytes
    self.isVector = isVector
    unsafe cairo_set_source_rgb(context, 1, 1, 1)
    unsafe cairo_paint(context)
    unsafe cairo_select_font_face(
      context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
    unsafe cairo_set_font_size(context, 12)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  func fill(x: Double, y: Double, width: Double, height: Double, _ colour: Colour) {
    unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    unsafe cairo_rectangle(context, x, y, width, height)
    unsafe cairo_fill(context)
  }

  func line(_ points: [(x: Double, y: Double)], width: Double, _ colour: Colour) {
    guard let first = points.first else { return }
    unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    unsafe cairo_set_line_width(context, width)
    unsafe cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { unsafe cairo_line_to(context, point.x, point.y) }
    unsafe cairo_stroke(context)
  }

  /// Writes text whose baseline begins at the point.
  func text(_ text: String, x: Double, y: Double) {
    unsafe cairo_set_source_rgb(context, 0.1, 0.1, 0.1)
    unsafe cairo_move_to(context, x, y)
    unsafe cairo_show_text(context, text)
  }

  /// Writes the file; returns what went wrong, or nil.
  consuming func finish() -> String? {
    var status = CAIRO_STATUS_SUCCESS
    if !isVector {
      status = unsafe cairo_surface_write_to_png_stream(surface, Bytes.append, bytes.closure)
    }
    unsafe cairo_surface_finish(surface)
    if status == CAIRO_STATUS_SUCCESS { status = unsafe cairo_surface_status(surface) }
    guard status == CAIRO_STATUS_SUCCESS else {
      return unsafe "\(path): \(String(cString: cairo_status_to_string(status)))"
    }
    do throws(FileError) {
      try OutputFile.write(bytes.all, to: path)
      return nil
    } catch {
      return error.description
    }
  }
}
