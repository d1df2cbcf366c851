// SPDX-License-Identifier: Apache-2.0
public import Orientation
public import Pixels

/// Everything that an output shows at a moment, from the bottom to the top.
public struct DrawList {
  /// The size of the panel in physical pixels, before its transform.
  public var panel: Size
  /// Physical pixels for each logical pixel, at least 1.
  public var scale: Int32
  /// From the logical picture to the panel.
  public var transform: Transform
  /// What is below everything, `0xAARRGGBB`.
  public var background: UInt32
  /// The items in the order of drawing.
  public var items: [SceneItem]

  /// The size of the logical picture.
  public var logicalSize: Size {
    let turned = transform.apply(to: panel)
    return Size(width: turned.width / scale, height: turned.height / scale)
  }

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

/// One picture on an output, with its pixels: what, where, and which way round.
public struct SceneItem {
  /// What is drawn.
  public enum Content {
    /// A client's picture, and the transform that the client has already applied to it.
    case pixels(PixelStore, transform: Transform)
    /// One colour, `0xAARRGGBB`.
    case colour(UInt32)
  }

  /// What is drawn.
  public var content: Content
  /// How its window is turned within the output's logical picture.
  public var turn: Transform
  /// Where it lands, in logical pixels of the output, whose upper left corner is the origin.
  public var destination: Rectangle

  /// The item as the painter takes it: pixels borrowed, not owned.
  fileprivate var forPainter: Pixels.DrawItem? {
    switch content {
    case .colour(let word):
      return Pixels.DrawItem(
        content: .colour(Colour(word: word)), destination: destination, turn: turn)
    case .pixels(let store, let transform):
      guard let address = unsafe store.bytes.baseAddress,
        let view = unsafe PixelView(
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
