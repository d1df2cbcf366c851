// SPDX-License-Identifier: Apache-2.0
import Orientation

extension OutputLayout {
  /// A side of an output where another may touch it.
  enum Edge { case right, bottom, left, top }

  /// A rectangle in 64 bits, where sums of what a compositor sends cannot overflow.
  struct Box {
    var x: Int64
    var y: Int64
    var width: Int64
    var height: Int64

    init(_ rectangle: Rectangle) {
      x = Int64(rectangle.origin.x)
      y = Int64(rectangle.origin.y)
      width = Int64(rectangle.size.width)
      height = Int64(rectangle.size.height)
    }

    /// The same box at another place.
    func moved(toX x: Int64, y: Int64) -> Box {
      var box = self
      (box.x, box.y) = (x, y)
      return box
    }

    var maxX: Int64 { x + width }
    var maxY: Int64 { y + height }

    func overlaps(_ other: Box) -> Bool {
      x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
    }

    /// Where the other one touches along more than a corner.
    func edge(to other: Box) -> Edge? {
      if y < other.maxY && other.y < maxY {
        if other.x == maxX { return .right }
        if other.maxX == x { return .left }
      }
      if x < other.maxX && other.x < maxX {
        if other.y == maxY { return .bottom }
        if other.maxY == y { return .top }
      }
      return nil
    }

    /// Moves to the same edge, keeping the offset along it as long as something still touches.
    mutating func attach(
      at edge: Edge, to parent: Box, asBefore before: (parent: Box, child: Box)
    ) {
      switch edge {
      case .right, .left:
        x = edge == .right ? parent.maxX : parent.x - width
        y = parent.y + Self.offset(before.child.y - before.parent.y, height, parent.height)
      case .bottom, .top:
        y = edge == .bottom ? parent.maxY : parent.y - height
        x = parent.x + Self.offset(before.child.x - before.parent.x, width, parent.width)
      }
    }

    private static func offset(_ offset: Int64, _ length: Int64, _ parentLength: Int64) -> Int64 {
      max(min(offset, parentLength - 1), 1 - length)
    }
  }
}
