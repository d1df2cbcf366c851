// SPDX-License-Identifier: Apache-2.0
import Control
import Drawing
import Orientation

/// Draws the rotate button and its choices, upright for the user.
final class ButtonPainter: PlatePainter {
  /// The height of a row in logical pixels: a touch target, for which Android recommends 48.
  static let rowHeight = 48
  private static let padding = 16.0
  private static let symbol = 20.0

  private let font: Font
  private let width: Double

  init(_ options: OverlayOptions) {
    font = Font("\(options.font) \(options.fontSize)")
    width = Double(options.width)
  }

  func size(of face: ButtonFace) -> (width: Int, height: Int) {
    let picture = picture(of: face)
    let size = face.transform.apply(to: picture)
    return (Int(size.width), Int(size.height))
  }

  func draw(_ face: ButtonFace, in context: DrawingContext, width: Double, height: Double) {
    // The size of the picture, which may differ from the configured surface's.
    let (across, down) = face.quarters % 2 == 0 ? (width, height) : (height, width)
    context.faded(face.strength) {
      context.translate(width / 2, height / 2)
      context.rotate(-Double(face.quarters) * .pi / 2)
      context.translate(-across / 2, -down / 2)
      context.fill(Area(x: 0, y: 0, width: across, height: down), .plate)
      for (index, row) in face.rows.enumerated() { draw(row, index, face, context, across) }
    }
  }

  private func draw(
    _ row: String, _ index: Int, _ face: ButtonFace, _ context: DrawingContext, _ width: Double
  ) {
    let height = Double(Self.rowHeight)
    let top = Double(index) * height
    if index == face.marked {
      context.fill(Area(x: 0, y: top, width: width, height: height), .pressed)
    }
    var left = Self.padding
    if face.rows.count == 1 {
      arrow(context, x: left + Self.symbol / 2, y: top + height / 2)
      left += Self.symbol + Self.padding / 2
    }
    let y = top + (height - font.size(of: row).height) / 2
    context.write(
      row, font, .text, in: Area(x: left, y: y, width: width - left - Self.padding), fromTop: true)
  }

  /// Draws an arrow around three quarters of a circle: the symbol of a rotation.
  private func arrow(_ context: DrawingContext, x: Double, y: Double) {
    let radius = Self.symbol / 2 - 2
    let colour = HUDTone.blocked.colour
    context.arc(x: x, y: y, radius: radius, to: 1.5 * .pi, colour, lineWidth: 3)
    context.fill([(x, y - radius - 5), (x + 7, y - radius), (x, y - radius + 5)], colour)
  }

  private func picture(of face: ButtonFace) -> Size {
    let symbol = face.rows.count == 1 ? Self.symbol + Self.padding / 2 : 0
    let widest = face.rows.map { font.size(of: $0).width }.max() ?? 0
    let across = min(width, widest + 2 * Self.padding + symbol)
    return Size(
      width: Int32(across.rounded(.up)), height: Int32(face.rows.count * Self.rowHeight))
  }
}

extension ButtonFace {
  /// The transform from the picture to its surface.
  var transform: Transform { Transform(flipped: false, quarterTurns: quarters) }

  /// Returns the row at a point of a surface of this size; nil beside all rows.
  func row(at place: Point, of surface: Size) -> Int? {
    let upright = transform.inverse.apply(to: place, in: surface)
    let size = transform.inverse.apply(to: surface)
    guard upright.x >= 0, upright.x <= size.width, upright.y >= 0 else { return nil }
    let row = Int(upright.y) / ButtonPainter.rowHeight
    return row < rows.count ? row : nil
  }
}

extension OverlayOptions.Corner {
  /// Returns the corner of the output where the user sees this corner, if the device is held a
  /// number of quarter turns counter-clockwise from the output's picture.
  func turned(by quarters: Int) -> OverlayOptions.Corner {
    let around: [OverlayOptions.Corner] = [.topLeft, .bottomLeft, .bottomRight, .topRight]
    let index = around.firstIndex(of: self) ?? 0
    return around[(index + quarters) % 4]
  }
}
