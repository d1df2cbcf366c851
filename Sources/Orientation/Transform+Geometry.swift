// SPDX-License-Identifier: Apache-2.0

extension Transform {
  /// The size on the panel of content of the given size, and the other way round.
  public func apply(to size: Size) -> Size { swapsDimensions ? size.swapped : size }

  /// Where a point of the content lands on the panel; `content` is the content's size.
  ///
  /// With 90 the content's origin lands on the panel's lower left corner.
  public func apply(to point: Point, in content: Size) -> Point {
    let x = isFlipped ? content.width &- point.x : point.x
    return switch quarterTurns {
    case 1: Point(x: point.y, y: content.width &- x)
    case 2: Point(x: content.width &- x, y: content.height &- point.y)
    case 3: Point(x: content.height &- point.y, y: x)
    default: Point(x: x, y: point.y)
    }
  }

  /// Where a rectangle of the content lands on the panel; `content` is the content's size.
  public func apply(to rectangle: Rectangle, in content: Size) -> Rectangle {
    let far = Point(
      x: rectangle.origin.x &+ rectangle.size.width, y: rectangle.origin.y &+ rectangle.size.height)
    let first = apply(to: rectangle.origin, in: content)
    let second = apply(to: far, in: content)
    return Rectangle(
      origin: Point(x: min(first.x, second.x), y: min(first.y, second.y)),
      size: apply(to: rectangle.size))
  }

  /// The first two rows of the matrix that maps unit touch coordinates of the panel to the content.
  ///
  /// Row by row: x' = m0·x + m1·y + m2, y' = m3·x + m4·y + m5.
  public var touchMatrix: [Int] {
    let unit = Size(width: 1, height: 1)
    let inverse = self.inverse
    let origin = inverse.apply(to: Point(x: 0, y: 0), in: unit)
    let right = inverse.apply(to: Point(x: 1, y: 0), in: unit)
    let down = inverse.apply(to: Point(x: 0, y: 1), in: unit)
    return [
      Int(right.x - origin.x), Int(down.x - origin.x), Int(origin.x),
      Int(right.y - origin.y), Int(down.y - origin.y), Int(origin.y),
    ]
  }
}
