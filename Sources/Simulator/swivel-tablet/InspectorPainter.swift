// SPDX-License-Identifier: Apache-2.0
import CPangoCairo
import Orientation
import WindowBackend

/// Draws the inspector beside the device.
final class InspectorPainter {
  private static let ground = 0x22262C
  private static let card = 0x2E343C
  private static let culprit = 0x4A2326
  private static let edge = 0xE5484D
  private static let chip = 0x444C57
  private static let chosen = 0x2F6FB0

  private let brush: Brush

  init(_ brush: Brush) { self.brush = brush }

  func draw(_ model: InspectorModel, in layout: TabletLayout, _ context: OpaquePointer) {
    unsafe cairo_save(context)
    unsafe cairo_scale(context, layout.pixelScale, layout.pixelScale)
    unsafe cairo_translate(context, Double(layout.shape.size.width) - model.width, 0)
    unsafe cairo_rectangle(context, 0, 0, model.width, model.height)
    unsafe cairo_clip(context)
    unsafe brush.fill(context, Self.ground)
    unsafe cairo_paint(context)
    for item in model.items { unsafe draw(item, context) }
    unsafe cairo_restore(context)
  }

  private func draw(_ item: InspectorModel.Item, _ context: OpaquePointer) {
    let frame = item.frame
    switch item.look {
    case .card, .badCard:
      unsafe brush.fill(context, item.look == .card ? Self.card : Self.culprit)
      unsafe brush.round(context, frame.x, frame.y, frame.width, frame.height, radius: 6)
      guard item.look == .badCard else { return }
      unsafe brush.fill(context, Self.edge)
      unsafe cairo_rectangle(context, frame.x, frame.y + 4, 3, frame.height - 8)
      unsafe cairo_fill(context)
    case .chip, .chosenChip:
      unsafe brush.fill(context, item.look == .chip ? Self.chip : Self.chosen)
      unsafe brush.round(context, frame.x, frame.y, frame.width, frame.height, radius: 5)
      unsafe write(item, context, 0xF2F2F2, isCentred: true)
    case .title: unsafe write(item, context, 0xFFFFFF, isStrong: true)
    case .badTitle: unsafe write(item, context, 0xFF9D94, isStrong: true)
    case .text: unsafe write(item, context, 0xE6E8EB)
    case .dim: unsafe write(item, context, 0xA3ABB6)
    case .bad: unsafe write(item, context, 0xFF9D94)
    case .good: unsafe write(item, context, 0x86D79F)
    }
  }

  private func write(
    _ item: InspectorModel.Item, _ context: OpaquePointer, _ colour: Int, isCentred: Bool = false,
    isStrong: Bool = false
  ) {
    let frame = item.frame
    unsafe brush.write(
      item.text, context, frame.x, frame.y, frame.width, frame.height, isCentred: isCentred,
      colour: colour, isStrong: isStrong)
  }
}
