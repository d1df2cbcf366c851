// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One thing to be drawn on an output.
public struct DrawItem {
  /// What is drawn.
  public enum Content {
    case colour(Colour)
    /// Pixels as a client has drawn them: already turned by the transform given, which is undone
    /// (wl_surface.set_buffer_transform).
    case pixels(PixelView, transform: Transform)
  }

  /// What is drawn.
  public var content: Content
  /// Where it is drawn, in the output's logical pixels: turned and scaled as a person sees it.
  ///
  /// The content fills it; a buffer of scale 2 is one whose sides are twice as long as these, or
  /// as long as these exchanged where `turn` or the buffer's transform swaps them.
  public var destination: Rectangle
  /// How the window that this belongs to is turned within the output's logical space.
  public var turn: Transform
  /// 255 draws it as it is, 0 not at all.
  public var opacity: UInt8
  /// Nothing is drawn outside this, in the output's logical pixels; nil for no limit.
  public var clip: Rectangle?
  /// Whether all of it covers what lies below, although its format has an alpha.
  public var isOpaque: Bool

  /// An item that is neither turned, nor limited, nor translucent unless told otherwise.
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

  /// Whether it hides what lies below it.
  var covers: Bool {
    guard opacity == 255 else { return false }
    return switch content {
    case .colour(let colour): colour.alpha == 255
    case .pixels(let view, _): isOpaque || view.format.isOpaque
    }
  }
}

/// How the logical space of an output lies on its panel.
public struct Screen: Sendable, Hashable {
  /// The panel's pixels, unturned: the size of the mode.
  public var panel: Size
  /// The output's transform.
  public var transform: Transform
  /// How many pixels of the panel make one logical pixel; 1 or more.
  public var scale: Int32

  /// Takes the size of the mode, the transform and an integer scale of 1 or more.
  public init(panel: Size, transform: Transform = .normal, scale: Int32 = 1) {
    self.panel = panel
    self.transform = transform
    self.scale = max(1, scale)
  }

  /// The size in logical pixels as a person sees it, rounded down.
  public var logicalSize: Size {
    transform.apply(to: Size(width: panel.width / scale, height: panel.height / scale))
  }

  /// Where a rectangle of logical pixels lies on the panel; overflow is cut off far outside.
  public func panelRectangle(of logical: Rectangle) -> Rectangle {
    let upright = transform.apply(to: panel)
    return transform.apply(to: scaled(logical), in: upright)
  }

  private func scaled(_ rectangle: Rectangle) -> Rectangle {
    // Far enough for any panel, near enough for the sums that follow.
    func times(_ value: Int32) -> Int32 {
      Int32(max(-1 << 28, min(1 << 28, Int(value) * Int(scale))))
    }
    return Rectangle(
      origin: Point(x: times(rectangle.origin.x), y: times(rectangle.origin.y)),
      size: Size(width: times(rectangle.size.width), height: times(rectangle.size.height)))
  }
}
