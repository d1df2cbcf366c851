// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The state that a client has set for a layer surface.
struct LayerState: Equatable {
  var layer: UInt32
  var size = Size(width: 0, height: 0)
  /// The anchored edges as bits: top 1, bottom 2, left 4, right 8.
  var anchor: UInt32 = 0
  var exclusiveZone: Int32 = 0
  var margin = Margin()
  /// The keyboard interactivity: 0 none, 1 exclusive, 2 on demand.
  var keyboard: UInt32 = 0

  /// The distances from the anchored edges, in logical pixels.
  struct Margin: Equatable {
    var top: Int32 = 0
    var right: Int32 = 0
    var bottom: Int32 = 0
    var left: Int32 = 0
  }

  private var isAnchoredTop: Bool { anchor & 1 != 0 }
  private var isAnchoredBottom: Bool { anchor & 2 != 0 }
  private var isAnchoredLeft: Bool { anchor & 4 != 0 }
  private var isAnchoredRight: Bool { anchor & 8 != 0 }

  /// The dimension that is neither set nor anchored at both ends; nil if there is none.
  var missingSide: String? {
    if size.width == 0, !(isAnchoredLeft && isAnchoredRight) { return "width" }
    if size.height == 0, !(isAnchoredTop && isAnchoredBottom) { return "height" }
    return nil
  }

  /// Returns the place within the free part, or within the whole output if the exclusive zone is
  /// -1.
  func place(in free: Rectangle, whole: Size) -> Rectangle {
    let bounds =
      exclusiveZone == -1 ? Rectangle(origin: Point(x: 0, y: 0), size: whole) : free
    let x = LayerAxis(
      low: isAnchoredLeft, high: isAnchoredRight, lowMargin: margin.left, highMargin: margin.right,
      size: size.width
    ).place(from: bounds.origin.x, length: bounds.size.width)
    let y = LayerAxis(
      low: isAnchoredTop, high: isAnchoredBottom, lowMargin: margin.top,
      highMargin: margin.bottom, size: size.height
    ).place(from: bounds.origin.y, length: bounds.size.height)
    return Rectangle(
      origin: Point(x: x.position, y: y.position), size: Size(width: x.size, height: y.size))
  }

  /// Returns the free part without the exclusive zone.
  func rest(of free: Rectangle) -> Rectangle {
    guard exclusiveZone > 0 else { return free }
    var rest = free
    let height = min(
      free.size.height, max(0, exclusiveZone &+ (edge == 1 ? margin.top : margin.bottom)))
    let width = min(
      free.size.width, max(0, exclusiveZone &+ (edge == 4 ? margin.left : margin.right)))
    switch edge {
    case 1:
      rest.origin.y += height
      rest.size.height -= height
    case 2: rest.size.height -= height
    case 4:
      rest.origin.x += width
      rest.size.width -= width
    case 8: rest.size.width -= width
    default: break
    }
    return rest
  }

  /// The edge that the exclusive zone is measured from: the only anchor, or the one between two.
  private var edge: UInt32 {
    switch anchor {
    case 1, 1 | 4 | 8: 1
    case 2, 2 | 4 | 8: 2
    case 4, 1 | 2 | 4: 4
    case 8, 1 | 2 | 8: 8
    default: 0
    }
  }
}

/// A layer surface's place along one axis.
struct LayerAxis {
  /// Whether the surface is anchored at the low end.
  let low: Bool
  let high: Bool
  let lowMargin: Int32
  let highMargin: Int32
  /// The requested size; 0 fills the length.
  let size: Int32

  func place(from start: Int32, length: Int32) -> (position: Int32, size: Int32) {
    if size == 0 {
      return (start &+ lowMargin, max(0, length &- lowMargin &- highMargin))
    }
    if low, !high { return (start &+ lowMargin, size) }
    if high, !low { return (start &+ length &- size &- highMargin, size) }
    return (start &+ (length &- size) / 2, size)
  }
}
