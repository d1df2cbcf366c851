// SPDX-License-Identifier: Apache-2.0
import CPixman

/// A colour, not premultiplied; 0 to 255 each.
public struct Colour: Sendable, Hashable {
  /// The share of red.
  public var red: UInt8
  /// The share of green.
  public var green: UInt8
  /// The share of blue.
  public var blue: UInt8
  /// 255 covers, 0 cannot be seen.
  public var alpha: UInt8

  /// A covering colour unless an alpha is given.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  var premultiplied: pixman_color_t {
    func wide(_ value: UInt8) -> UInt16 {
      UInt16(UInt32(value) * UInt32(alpha) * 257 / 255)
    }
    return pixman_color_t(
      red: wide(red), green: wide(green), blue: wide(blue), alpha: UInt16(alpha) * 257)
  }
}
