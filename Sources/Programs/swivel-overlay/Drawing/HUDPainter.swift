// SPDX-License-Identifier: Apache-2.0
import Control
import Drawing

/// The contents of the overlay: its lines and their tone.
struct HUDPlate: Equatable {
  var lines: [String]
  var tone: HUDTone
}

/// Draws the overlay's lines on an opaque plate.
final class HUDPainter: PlatePainter {
  /// The distance of the text from the plate's edge, in logical pixels.
  private static let padding = 10.0
  /// The width of the coloured edge, in logical pixels.
  private static let edge = 5.0

  private let font: Font
  private let width: Double

  init(_ options: OverlayOptions) {
    font = Font("\(options.font) \(options.fontSize)")
    width = Double(options.width)
  }

  func size(of plate: HUDPlate) -> (width: Int, height: Int) {
    var across = 0.0
    var down = 2 * Self.padding
    for line in plate.lines {
      let (w, h) = font.size(of: line)
      across = max(across, w)
      down += h
    }
    let total = min(width, across + 2 * Self.padding + Self.edge)
    return (Int(total.rounded(.up)), Int(down.rounded(.up)))
  }

  func draw(_ plate: HUDPlate, in context: DrawingContext, width: Double, height: Double) {
    context.fill(.plate)
    context.fill(Area(x: 0, y: 0, width: Self.edge, height: height), plate.tone.colour)
    var area = Area(
      x: Self.edge + Self.padding, y: Self.padding, width: width - 2 * Self.padding - Self.edge)
    for (row, line) in plate.lines.enumerated() {
      area.y += context.write(
        line, font, row == 0 ? plate.tone.colour : .text, in: area, fromTop: true)
    }
  }
}

extension RGB {
  /// The background of the plate.
  static let plate: RGB = 0x15171B
  /// The background of a pressed row.
  static let pressed: RGB = 0x3A404A
  static let text: RGB = 0xFFFFFF
}
