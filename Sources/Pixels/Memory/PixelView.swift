// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Pixels that lie in somebody else's memory; the owner keeps it valid while the view is used.
public struct PixelView {
  /// The longest side that can be drawn; pixman counts in 16 bits.
  public static let longestSide: Int32 = 32767

  /// The first byte of the first row.
  public let address: UnsafeRawPointer
  /// Width and height in pixels.
  public let size: Size
  /// Bytes from one row to the next.
  public let stride: Int32
  /// How a pixel lies in memory.
  public let format: PixelFormat

  /// Describes pixels in memory of at least `stride` times height bytes.
  ///
  /// Nil for what cannot be drawn: a side that is not 1 to `longestSide`, or a stride that is no
  /// multiple of four or too short for a row.
  public init?(address: UnsafeRawPointer, size: Size, stride: Int32, format: PixelFormat) {
    let sides = 1...Self.longestSide
    guard sides.contains(size.width), sides.contains(size.height), stride % 4 == 0,
      stride >= size.width * 4
    else { return nil }
    self.address = address
    self.size = size
    self.stride = stride
    self.format = format
  }
}
