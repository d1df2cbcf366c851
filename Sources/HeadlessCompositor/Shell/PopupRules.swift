// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// Where a popup wants to be, as a positioner describes it; all in the parent's coordinates.
struct PopupRules {
  /// A side, corner or the middle of a rectangle: -1, 0 or 1 along each axis.
  struct Spot: Equatable {
    var x: Int32
    var y: Int32

    static let middle = Spot(x: 0, y: 0)

    /// The spot of a number on the wire; nil for a number that is none.
    init?(wire: UInt32) {
      let all: [(Int32, Int32)] = [
        (0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1),
      ]
      guard wire < 9 else { return nil }
      (x, y) = all[Int(wire)]
    }

    init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  /// The largest coordinate that is taken seriously; beyond it sums could overflow.
  static let farthest: Int32 = 1 << 20

  var size: Size?
  var anchorRectangle: Rectangle?
  var anchor = Spot.middle
  var gravity = Spot.middle
  var adjustment: XdgPositioner.ConstraintAdjustment = []
  var offset = Point(x: 0, y: 0)
  var isReactive = false

  /// Whether enough is known to place a popup.
  var isComplete: Bool { size != nil && anchorRectangle != nil }

  /// The popup's place; `bounds` is where it should stay inside, nil for anywhere.
  func place(within bounds: Rectangle?) -> Rectangle {
    let size = size ?? Size(width: 1, height: 1)
    let rectangle = anchorRectangle ?? Rectangle(origin: offset, size: Size(width: 0, height: 0))
    var x = PopupAxis(
      anchor: anchor.x, gravity: gravity.x, start: rectangle.origin.x,
      length: rectangle.size.width, offset: offset.x, size: size.width)
    var y = PopupAxis(
      anchor: anchor.y, gravity: gravity.y, start: rectangle.origin.y,
      length: rectangle.size.height, offset: offset.y, size: size.height)
    if let bounds {
      x.fit(
        from: bounds.origin.x, length: bounds.size.width, flips: adjustment.contains(.flipX),
        slides: adjustment.contains(.slideX), resizes: adjustment.contains(.resizeX))
      y.fit(
        from: bounds.origin.y, length: bounds.size.height, flips: adjustment.contains(.flipY),
        slides: adjustment.contains(.slideY), resizes: adjustment.contains(.resizeY))
    }
    return Rectangle(
      origin: Point(x: x.position, y: y.position), size: Size(width: x.size, height: y.size))
  }
}
