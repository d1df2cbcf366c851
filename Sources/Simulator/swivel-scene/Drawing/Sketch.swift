// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
import ClientDrawing
import Orientation

/// Drawing with Cairo and Pango into shared pixels.
@safe
struct Sketch: ~Copyable {
  // SAFETY: both end in `deinit`; the picture that is drawn on outlives the sketch.

  /// Red, green and blue, 0 to 1.
  typealias Colour = (red: Double, green: Double, blue: Double)

  private let surface: OpaquePointer
  private let context: OpaquePointer

  init?(on picture: SharedPicture) {
    guard
      let surface = unsafe cairo_image_surface_create_for_data(
        picture.address.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
        picture.size.width, picture.size.height, picture.stride),
      let context = unsafe cairo_create(surface)
    else { return nil }
    unsafe self.surface = surface
    unsafe self.context = context
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_finish(surface)
    unsafe cairo_surface_destroy(surface)
  }

  func fill(x: Double, y: Double, width: Double, height: Double, _ colour: Colour) {
    unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    unsafe cairo_rectangle(context, x, y, width, height)
    unsafe cairo_fill(context)
  }

  func triangle(_ points: [(x: Double, y: Double)], _ colour: Colour) {
    guard let first = points.first else { return }
    unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    unsafe cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { unsafe cairo_line_to(context, point.x, point.y) }
    unsafe cairo_close_path(context)
    unsafe cairo_fill(context)
  }

  /// Writes lines around the middle of `x`, beginning at `y`, none wider than `width`.
  ///
  /// Returns where they end. Text comes from files: it is never taken as markup.
  func text(
    _ text: String, font: String, x: Double, y: Double, width: Double, _ colour: Colour
  ) -> Double {
    guard let layout = unsafe pango_cairo_create_layout(context) else { return y }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }
    let description = unsafe pango_font_description_from_string(font)
    unsafe pango_layout_set_font_description(layout, description)
    unsafe pango_font_description_free(description)
    unsafe pango_layout_set_width(layout, Int32(width) * Int32(PANGO_SCALE))
    unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    unsafe pango_layout_set_text(layout, text, -1)
    unsafe cairo_set_source_rgb(context, colour.red, colour.green, colour.blue)
    unsafe cairo_move_to(context, x - width / 2, y)
    unsafe pango_cairo_show_layout(context, layout)
    var height: Int32 = 0
    unsafe pango_layout_get_pixel_size(layout, nil, &height)
    return y + Double(height)
  }
}

/// What a window of the scene shows: which it is, which way is up, what its policy says.
struct WindowPicture {
  var name: String
  /// Chooses the colour.
  var number: Int
  var level: Int32
  var policy: String
  /// Nil while the compositor has not said.
  var orientation: String?

  private static let grounds: [Sketch.Colour] = [
    (0.93, 0.95, 0.98), (0.99, 0.93, 0.85), (0.89, 0.96, 0.88), (0.96, 0.89, 0.95),
    (0.87, 0.95, 0.96), (0.98, 0.97, 0.82),
  ]
  private static let ink: Sketch.Colour = (0.13, 0.14, 0.18)
  /// Red, green, blue, yellow from the upper left corner, as on the test card.
  private static let corners: [Sketch.Colour] = [
    (0.86, 0.20, 0.18), (0.24, 0.63, 0.24), (0.15, 0.39, 0.82), (0.94, 0.75, 0),
  ]

  func draw(on picture: SharedPicture) {
    guard let sketch = Sketch(on: picture) else { return }
    let width = Double(picture.size.width)
    let height = Double(picture.size.height)
    let short = min(width, height)
    let line = max(2, short / 100)
    sketch.fill(x: 0, y: 0, width: width, height: height, Self.ink)
    sketch.fill(
      x: line, y: line, width: width - 2 * line, height: height - 2 * line,
      Self.grounds[number % Self.grounds.count])
    let corner = short / 8
    for (index, colour) in Self.corners.enumerated() {
      sketch.fill(
        x: index % 2 == 0 ? 0 : width - corner, y: index < 2 ? 0 : height - corner,
        width: corner, height: corner, colour)
    }
    // Up is where the arrow points.
    let middle = width / 2
    let head = short / 10
    let top = height * 0.12
    sketch.triangle(
      [(middle, top), (middle + head, top + head), (middle - head, top + head)], Self.ink)
    sketch.fill(x: middle - head / 3, y: top + head, width: head * 2 / 3, height: head, Self.ink)

    let size = Int(max(9, short / 18))
    var y = top + head * 2.4
    y = sketch.text(
      name, font: "Sans Bold \(size * 3 / 2)px", x: middle, y: y, width: width * 0.9, Self.ink)
    let lines = [level == 0 ? nil : "level \(level)", policy, orientation.map { "shown \($0)" }]
    _ = sketch.text(
      lines.compactMap(\.self).joined(separator: "\n"), font: "Sans \(size)px", x: middle, y: y,
      width: width * 0.9, Self.ink)
  }
}
