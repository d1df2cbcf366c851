// SPDX-License-Identifier: Apache-2.0

/// A signed number with 24 whole and 8 fractional bits, as the wire carries it.
public struct Fixed: RawRepresentable, Hashable, Sendable {
  /// The number times 256.
  public var rawValue: Int32

  /// Wraps a number from the wire.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Takes the nearest number towards zero; beyond the range the nearest end, and 0 for NaN.
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

  /// The number itself, exactly.
  public var value: Double { Double(rawValue) / 256 }
}

extension Double {
  /// The exact value of a wire number.
  public init(_ fixed: Fixed) { self = fixed.value }
}
