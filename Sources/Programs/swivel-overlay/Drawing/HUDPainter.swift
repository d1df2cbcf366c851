// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
import Control

/// What the overlay shows at a moment.
struct HUDPlate: Equatable {
  var lines: [String]
  var tone: HUDTone
}

/// Draws the overlay's lines on an opaque plate, with Cairo and Pango.
final class HUDPainter: PlatePainter {
  /// Logical pixels between the plate's edge and the letters.
  private static let padding = 10.0
  /// How wide the coloured edge is, in logical pixels.
  private static let edge = 5.0

  private let text: PlateText
  private let width: Double

  init(_ options: OverlayOptions) {
    text = PlateText(options)
    width = Double(options.width)
  }

  func size(of plate: HUDPlate) -> (width: Int, height: Int) {
    var across = 0.0
    var down = 2 * Self.padding
    for line in plate.lines {
      let (w, h) = text.size(of: line)
      across = max(across, w)
      down += h
    }
    let total = min(width, across + 2 * Self.padding + Self.edge)
    return (Int(total.rounded(.up)), Int(down.rounded(.up)))
  }

  func draw(_ plate: HUDPlate, in context: OpaquePointer, width: Double, height: Double) {
    unsafe HUDColour.plate.use(in: context)
    unsafe cairo_paint(context)
    unsafe plate.tone.colour.use(in: context)
    unsafe cairo_rectangle(context, 0, 0, Self.edge, height)
    unsafe cairo_fill(context)
    var y = Self.padding
    for (row, line) in plate.lines.enumerated() {
      unsafe (row == 0 ? plate.tone.colour : .text).use(in: context)
      y += unsafe text.draw(
        line, in: context, x: Self.edge + Self.padding, y: y,
        width: width - 2 * Self.padding - Self.edge)
    }
  }
}
