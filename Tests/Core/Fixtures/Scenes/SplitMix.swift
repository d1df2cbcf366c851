// SPDX-License-Identifier: Apache-2.0

/// A small seeded random number generator, so that a failing case can be repeated from its seed.
public struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator from a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns true once in `oneIn` times.
  public mutating func chance(_ oneIn: UInt64) -> Bool { next() % oneIn == 0 }

  /// Returns one of some values, or `nil` if there are none.
  public mutating func pick<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[Int(next() % UInt64(values.count))]
  }
}
