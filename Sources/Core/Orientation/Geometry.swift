// SPDX-License-Identifier: Apache-2.0

/// A point in logical pixels; x grows to the right, y downwards.
public struct Point: Sendable, Hashable {
  /// Pixels to the right of the origin.
  public var x: Int32
  /// Pixels below the origin.
  public var y: Int32

  /// Creates a point from coordinates in logical pixels.
  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in logical pixels unless stated otherwise.
public struct Size: Sendable, Hashable {
  /// The extent to the right.
  public var width: Int32
  /// The extent downwards.
  public var height: Int32

  /// Creates a size from its extents.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }

  /// The size with width and height exchanged.
  public var swapped: Size { Size(width: height, height: width) }
}

/// An axis-parallel rectangle in logical pixels.
public struct Rectangle: Sendable, Hashable {
  /// The upper left corner.
  public var origin: Point
  /// The extent to the right and down.
  public var size: Size

  /// Creates a rectangle from the upper left corner and the extent.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its edges, right and bottom exclusive; values are clamped to 32 bits.
  public init(left: Int, top: Int, right: Int, bottom: Int) {
    origin = Point(x: Int32(clamping: left), y: Int32(clamping: top))
    size = Size(width: Int32(clamping: right - left), height: Int32(clamping: bottom - top))
  }

  /// An empty rectangle at the origin.
  public static let nothing = Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 0, height: 0))

  /// Returns the smallest rectangle that contains both rectangles; an empty one is ignored.
  public func union(_ other: Rectangle) -> Rectangle {
    guard other.size.width > 0, other.size.height > 0 else { return self }
    guard size.width > 0, size.height > 0 else { return other }
    let left = min(origin.x, other.origin.x)
    let top = min(origin.y, other.origin.y)
    return Rectangle(
      left: Int(left), top: Int(top), right: max(end.x, other.end.x),
      bottom: max(end.y, other.end.y))
  }

  /// Returns the common part of two rectangles; `nil` if it is empty.
  public func intersection(_ other: Rectangle) -> Rectangle? {
    let left = Int(max(origin.x, other.origin.x))
    let top = Int(max(origin.y, other.origin.y))
    let right = min(end.x, other.end.x)
    let bottom = min(end.y, other.end.y)
    guard left < right, top < bottom else { return nil }
    return Rectangle(left: left, top: top, right: right, bottom: bottom)
  }

  /// The lower right corner, exclusive.
  private var end: (x: Int, y: Int) {
    (Int(origin.x) + Int(size.width), Int(origin.y) + Int(size.height))
  }
}
