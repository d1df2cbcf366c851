// SPDX-License-Identifier: Apache-2.0

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
