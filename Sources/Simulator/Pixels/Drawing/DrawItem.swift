// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One item to draw on an output.
public struct DrawItem {
  /// The content of an item.
  public enum Content {
    case colour(Colour)
    /// A client's pixels with the buffer transform that the client has applied, which is undone
    /// (wl_surface.set_buffer_transform).
    case pixels(PixelView, transform: Transform)
  }

  /// The content of the item.
  public var content: Content
  /// The destination in the output's logical pixels, after the output's transform.
  ///
  /// The content is scaled to fill the destination. Its sides are swapped where `turn` or the
  /// buffer's transform swaps them.
  public var destination: Rectangle
  /// The turn of the item's window within the output's logical space.
  public var turn: Transform
  /// The opacity: 255 is opaque, 0 invisible.
  public var opacity: UInt8
  /// The clip rectangle in the output's logical pixels; nil for none.
  public var clip: Rectangle?
  /// Whether the content is opaque although its format has an alpha channel.
  public var isOpaque: Bool

  /// Creates an item, by default without turn, clip or translucency.
  public init(
    content: Content, destination: Rectangle, turn: Transform = .normal, opacity: UInt8 = 255,
    clip: Rectangle? = nil, isOpaque: Bool = false
  ) {
    self.content = content
    self.destination = destination
    self.turn = turn
    self.opacity = opacity
    self.clip = clip
    self.isOpaque = isOpaque
  }

  /// Whether the item hides the items below it.
  var covers: Bool {
    guard opacity == 255 else { return false }
    return switch content {
    case .colour(let colour): colour.alpha == 255
    case .pixels(let view, _): isOpaque || view.format.isOpaque
    }
  }
}

/// The mapping of an output's logical space to its panel.
public struct Screen: Sendable, Hashable {
  /// The size of the mode in pixels, before the transform.
  public var panel: Size
  /// The output's transform.
  public var transform: Transform
  /// Pixels of the panel for each logical pixel, at least 1.
  public var scale: Int32

  /// Creates a mapping from the size of the mode, the transform and an integer scale of at least 1.
  public init(panel: Size, transform: Transform = .normal, scale: Int32 = 1) {
    self.panel = panel
    self.transform = transform
    self.scale = max(1, scale)
  }

  /// The size in logical pixels after the transform, rounded down.
  public var logicalSize: Size {
    transform.apply(to: Size(width: panel.width / scale, height: panel.height / scale))
  }

  /// Converts a rectangle of logical pixels to the panel; coordinates are clamped to 2^28 pixels.
  public func panelRectangle(of logical: Rectangle) -> Rectangle {
    let upright = transform.apply(to: panel)
    return transform.apply(to: scaled(logical), in: upright)
  }

  private func scaled(_ rectangle: Rectangle) -> Rectangle {
    // The limit is beyond any panel, and small enough for the sums that follow.
    func times(_ value: Int32) -> Int32 {
      Int32(max(-1 << 28, min(1 << 28, Int(value) * Int(scale))))
    }
    return Rectangle(
      origin: Point(x: times(rectangle.origin.x), y: times(rectangle.origin.y)),
      size: Size(width: times(rectangle.size.width), height: times(rectangle.size.height)))
  }
}
