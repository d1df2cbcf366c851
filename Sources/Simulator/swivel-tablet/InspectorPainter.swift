// SPDX-License-Identifier: Apache-2.0
import Drawing
import Orientation
import WindowBackend

/// Draws the inspector beside the device.
final class InspectorPainter {
  private static let ground: RGB = 0x22262C
  private static let card: RGB = 0x2E343C
  private static let culprit: RGB = 0x4A2326
  private static let edge: RGB = 0xE5484D
  private static let chip: RGB = 0x444C57
  private static let chosen: RGB = 0x2F6FB0

  private let font = Font("Sans 10")
  private let strong = Font("Sans Bold 10")

  func draw(_ model: InspectorModel, in layout: TabletLayout, _ context: DrawingContext) {
    context.saved {
      context.scale(layout.pixelScale, layout.pixelScale)
      context.translate(Double(layout.shape.size.width) - model.width, 0)
      context.clip([Area(x: 0, y: 0, width: model.width, height: model.height)])
      context.fill(Self.ground)
      for item in model.items { draw(item, context) }
    }
  }

  private func draw(_ item: InspectorModel.Item, _ context: DrawingContext) {
    var frame = item.frame
    func write(_ colour: RGB, isCentred: Bool = false, isStrong: Bool = false) {
      context.write(
        item.text, isStrong ? strong : font, colour, in: frame, isCentred: isCentred)
    }
    switch item.look {
    case .card: context.fill(frame, Self.card, radius: 6)
    case .badCard:
      context.fill(frame, Self.culprit, radius: 6)
      (frame.y, frame.width, frame.height) = (frame.y + 4, 3, frame.height - 8)
      context.fill(frame, Self.edge)
    case .chip, .chosenChip:
      context.fill(frame, item.look == .chip ? Self.chip : Self.chosen, radius: 5)
      write(.label, isCentred: true)
    case .title: write(0xFFFFFF, isStrong: true)
    case .badTitle: write(0xFF9D94, isStrong: true)
    case .text: write(0xE6E8EB)
    case .dim: write(0xA3ABB6)
    case .bad: write(0xFF9D94)
    case .good: write(0x86D79F)
    }
  }
}
