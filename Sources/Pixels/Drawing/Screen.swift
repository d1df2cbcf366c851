// SPDX-License-Identifier: Apache-2.0
public import Orientation

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
