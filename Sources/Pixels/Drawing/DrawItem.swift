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
