// SPDX-License-Identifier: Apache-2.0
import CPixman

/// A colour with straight alpha; each component is 0 to 255.
public struct Colour: Sendable, Hashable {
  /// The red component.
  public var red: UInt8
  /// The green component.
  public var green: UInt8
  /// The blue component.
  public var blue: UInt8
  /// The opacity: 255 is opaque, 0 invisible.
  public var alpha: UInt8

  /// Creates a colour, opaque by default.
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
