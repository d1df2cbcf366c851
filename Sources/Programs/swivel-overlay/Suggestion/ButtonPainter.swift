// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
import Control
import Orientation

/// Draws the rotate button and its choices, upright as the device is held.
final class ButtonPainter: PlatePainter {
  /// A row is as high as a finger needs, in logical pixels; Android asks for 48.
  static let rowHeight = 48
  private static let padding = 16.0
  private static let symbol = 20.0

  private let text: PlateText
  private let width: Double

  init(_ options: OverlayOptions) {
    text = PlateText(options)
    width = Double(options.width)
  }

  func size(of face: ButtonFace) -> (width: Int, height: Int) {
    let picture = picture(of: face)
    let size = face.transform.apply(to: picture)
    return (Int(size.width), Int(size.height))
  }

  func draw(_ face: ButtonFace, in context: OpaquePointer, width: Double, height: Double) {
    // The picture's own size, whatever the compositor has made of the surface's.
    let (across, down) = face.quarters % 2 == 0 ? (width, height) : (height, width)
    unsafe cairo_push_group(context)
    unsafe cairo_translate(context, width / 2, height / 2)
    unsafe cairo_rotate(context, -Double(face.quarters) * .pi / 2)
    unsafe cairo_translate(context, -across / 2, -down / 2)
    unsafe HUDColour.plate.use(in: context)
    unsafe cairo_rectangle(context, 0, 0, across, down)
    unsafe cairo_fill(context)
    for (index, row) in face.rows.enumerated() { unsafe draw(row, index, face, context, across) }
    unsafe cairo_pop_group_to_source(context)
    unsafe cairo_paint_with_alpha(context, face.strength)
  }

  private func draw(
    _ row: String, _ index: Int, _ face: ButtonFace, _ context: OpaquePointer, _ width: Double
  ) {
    let top = Double(index * Self.rowHeight)
    if index == face.marked {
      unsafe HUDColour.pressed.use(in: context)
      unsafe cairo_rectangle(context, 0, top, width, Double(Self.rowHeight))
      unsafe cairo_fill(context)
    }
    var left = Self.padding
    if face.rows.count == 1 {
      unsafe HUDTone.blocked.colour.use(in: context)
      unsafe arrow(context, x: left + Self.symbol / 2, y: top + Double(Self.rowHeight) / 2)
      left += Self.symbol + Self.padding / 2
    }
    unsafe HUDColour.text.use(in: context)
    let height = text.size(of: row).height
    unsafe text.draw(
      row, in: context, x: left, y: top + (Double(Self.rowHeight) - height) / 2,
      width: width - left - Self.padding)
  }

  /// Three quarters of a circle with a head: turning.
  private func arrow(_ context: OpaquePointer, x: Double, y: Double) {
    let radius = Self.symbol / 2 - 2
    unsafe cairo_set_line_width(context, 3)
    unsafe cairo_arc(context, x, y, radius, 0, 1.5 * .pi)
    unsafe cairo_stroke(context)
    unsafe cairo_move_to(context, x, y - radius - 5)
    unsafe cairo_line_to(context, x + 7, y - radius)
    unsafe cairo_line_to(context, x, y - radius + 5)
    unsafe cairo_fill(context)
  }

  private func picture(of face: ButtonFace) -> Size {
    let symbol = face.rows.count == 1 ? Self.symbol + Self.padding / 2 : 0
    let widest = face.rows.map { text.size(of: $0).width }.max() ?? 0
    let across = min(width, widest + 2 * Self.padding + symbol)
    return Size(
      width: Int32(across.rounded(.up)), height: Int32(face.rows.count * Self.rowHeight))
  }
}

extension ButtonFace {
  /// From the picture to the surface that it is drawn on.
  var transform: Transform { Transform(flipped: false, quarterTurns: quarters) }

  /// The row at a place of a surface of that size; nil for beside all of them.
  func row(at place: Point, of surface: Size) -> Int? {
    let upright = transform.inverse.apply(to: place, in: surface)
    let size = transform.inverse.apply(to: surface)
    guard upright.x >= 0, upright.x <= size.width, upright.y >= 0 else { return nil }
    let row = Int(upright.y) / ButtonPainter.rowHeight
    return row < rows.count ? row : nil
  }
}

extension OverlayOptions.Corner {
  /// The corner of the output that is this one as the device is held, so many quarter turns
  /// counter-clockwise from what the output shows.
  func turned(by quarters: Int) -> OverlayOptions.Corner {
    let around: [OverlayOptions.Corner] = [.topLeft, .bottomLeft, .bottomRight, .topRight]
    let index = around.firstIndex(of: self) ?? 0
    return around[(index + quarters) % 4]
  }
}
