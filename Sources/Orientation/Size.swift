// SPDX-License-Identifier: Apache-2.0

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
