// SPDX-License-Identifier: Apache-2.0
import Orientation
public import Pixels

extension HeadlessCompositor {
  /// Draws what an output shows; nil without an output of that name, or without memory.
  ///
  /// - Returns: the panel in physical pixels, as it would be scanned out.
  public func picture(of output: String) -> Canvas? { drawList(of: output)?.drawn() }
}

extension DrawList {
  /// Draws the list on a panel; nil without memory.
  public func drawn() -> Canvas? {
    guard let canvas = Canvas(size: panel) else { return nil }
    Pixels.Painter.paint(
      items.compactMap(\.forPainter), on: canvas, transform: transform, scale: scale,
      background: Colour(word: background))
    // The pixels must stay until here.
    return withExtendedLifetime(items) { canvas }
  }
}

extension DrawItem {
  /// The item as the painter takes it: pixels borrowed, not owned.
  fileprivate var forPainter: Pixels.DrawItem? {
    switch content {
    case .colour(let word):
      return Pixels.DrawItem(
        content: .colour(Colour(word: word)), destination: destination, turn: turn)
    case .pixels(let store, let transform):
      guard let address = store.bytes.baseAddress,
        let view = PixelView(
          address: UnsafeRawPointer(address),
          size: Size(width: Int32(store.width), height: Int32(store.height)),
          stride: Int32(store.stride), format: store.format == .argb ? .argb8888 : .xrgb8888)
      else { return nil }
      return Pixels.DrawItem(
        content: .pixels(view, transform: transform), destination: destination, turn: turn)
    }
  }
}

extension Colour {
  fileprivate init(word: UInt32) {
    self.init(
      red: UInt8(word >> 16 & 255), green: UInt8(word >> 8 & 255), blue: UInt8(word & 255),
      alpha: UInt8(word >> 24))
  }
}
