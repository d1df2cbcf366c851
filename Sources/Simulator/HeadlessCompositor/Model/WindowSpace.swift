// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A window's coordinate system: the output's area, turned as the window is.
struct WindowSpace {
  /// The transform from this space to the output's logical picture.
  var transform: Transform
  /// The output's logical area in the space that all outputs share.
  var area: Rectangle

  var size: Size { transform.apply(to: area.size) }

  /// Converts a point of this space to the shared space.
  func shared(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let point = transform.apply(x, y, in: size)
    return (point.x + Double(area.origin.x), point.y + Double(area.origin.y))
  }

  /// Converts a point of the shared space to this space.
  func local(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let point = transform.inverse.apply(
      x - Double(area.origin.x), y - Double(area.origin.y), in: area.size)
    return (inside(point.x, size.width), inside(point.y, size.height))
  }

  // A turn maps the near edge, which is inside the output, to the far edge, which is outside.
  private func inside(_ value: Double, _ length: Int32) -> Double {
    value == Double(length) ? value - 1.0 / 256 : value
  }

  /// Converts a rectangle to the output, whose upper left corner is the origin.
  func onOutput(_ rectangle: Rectangle) -> Rectangle { transform.apply(to: rectangle, in: size) }
}

extension Transform {
  /// Transforms a point of content of a given size, as for whole points.
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
