// SPDX-License-Identifier: Apache-2.0

/// An opaque colour of the sRGB space.
struct Colour: Sendable, Hashable {
  /// The plate under everything.
  static let plate = Colour(0x15171B)
  /// The text on it.
  static let text = Colour(0xFFFFFF)

  /// Parts from 0 to 1.
  let red, green, blue: Double

  /// Takes a number such as 0xRRGGBB.
  init(_ code: UInt32) {
    red = Double(code >> 16 & 0xFF) / 255
    green = Double(code >> 8 & 0xFF) / 255
    blue = Double(code & 0xFF) / 255
  }
}
