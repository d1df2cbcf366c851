// SPDX-License-Identifier: Apache-2.0

/// A fixed-point number of the wire format, signed, with 24 whole and 8 fractional bits.
public struct Fixed: RawRepresentable, Hashable, Sendable {
  /// The number times 256.
  public var rawValue: Int32

  /// Creates a number from its raw value.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Creates a number, rounded towards zero and clamped to the range; 0 for NaN.
  public init(_ value: Double) {
    let scaled = value * 256
    if scaled.isNaN {
      rawValue = 0
    } else if scaled >= Double(Int32.max) {
      rawValue = .max
    } else if scaled <= Double(Int32.min) {
      rawValue = .min
    } else {
      rawValue = Int32(scaled)
    }
  }

  /// The exact value.
  public var value: Double { Double(rawValue) / 256 }
}

extension Double {
  /// Creates the exact value of a fixed-point number.
  public init(_ fixed: Fixed) { self = fixed.value }
}
