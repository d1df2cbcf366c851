// SPDX-License-Identifier: Apache-2.0
public import Orientation

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
  public var items: [DrawItem]

  /// The size of the logical picture.
  public var logicalSize: Size {
    let turned = transform.apply(to: panel)
    return Size(width: turned.width / scale, height: turned.height / scale)
  }
}

/// One picture on an output, with its pixels: what, where, and which way round.
public struct DrawItem {
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

  /// Makes an item from its parts.
  public init(content: Content, turn: Transform, destination: Rectangle) {
    self.content = content
    self.turn = turn
    self.destination = destination
  }
}
