// SPDX-License-Identifier: Apache-2.0
public import Orientation

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
