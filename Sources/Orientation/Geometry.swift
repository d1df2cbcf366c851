// SPDX-License-Identifier: Apache-2.0

/// A point in logical pixels; x to the right, y down.
public struct Point: Sendable, Hashable {
  /// Pixels to the right of the origin.
  public var x: Int32
  /// Pixels below the origin.
  public var y: Int32

  /// Takes coordinates in logical pixels.
  public init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in logical pixels.
public struct Size: Sendable, Hashable {
  /// Extent to the right.
  public var width: Int32
  /// Extent downwards.
  public var height: Int32

  /// Takes extents in logical pixels.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }

  /// Width and height exchanged.
  public var swapped: Size { Size(width: height, height: width) }
}

/// An axis-parallel rectangle in logical pixels.
public struct Rectangle: Sendable, Hashable {
  /// The upper left corner.
  public var origin: Point
  /// The extent to the right and down.
  public var size: Size

  /// Takes the upper left corner and the extent.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }
}
