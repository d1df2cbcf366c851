// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A window's own coordinates: the output as the window sees it, turned as the window is.
struct WindowSpace {
  /// From the space to the output's logical picture.
  var transform: Transform
  /// The output's logical area in the space that all outputs share.
  var area: Rectangle

  var size: Size { transform.apply(to: area.size) }

  /// A point of the space in the shared space.
  func shared(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let point = transform.apply(x, y, in: size)
    return (point.x + Double(area.origin.x), point.y + Double(area.origin.y))
  }

  /// A point of the shared space in this one.
  func local(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let point = transform.inverse.apply(
      x - Double(area.origin.x), y - Double(area.origin.y), in: area.size)
    return (inside(point.x, size.width), inside(point.y, size.height))
  }

  // A turn puts the near edge, which belongs to the output, where the far edge is, which does not.
  private func inside(_ value: Double, _ length: Int32) -> Double {
    value == Double(length) ? value - 1.0 / 256 : value
  }

  /// A rectangle of the space on the output, whose upper left corner is the origin.
  func onOutput(_ rectangle: Rectangle) -> Rectangle { transform.apply(to: rectangle, in: size) }
}

extension Transform {
  /// Where a point of content of a size lands; the same as for whole points.
  func apply(_ x: Double, _ y: Double, in content: Size) -> (x: Double, y: Double) {
    let width = Double(content.width)
    let height = Double(content.height)
    let x = isFlipped ? width - x : x
    return switch quarterTurns {
    case 1: (y, width - x)
    case 2: (width - x, height - y)
    case 3: (height - y, x)
    default: (x, y)
    }
  }
}
