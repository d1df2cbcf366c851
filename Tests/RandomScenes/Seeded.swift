// SPDX-License-Identifier: Apache-2.0

/// A small seeded generator, so that a failing case can be made again from its seed.
package struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  package init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func chance(_ oneIn: UInt64) -> Bool { next() % oneIn == 0 }

  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  package mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  /// One of the values, or nil.
  package mutating func maybe<Value>(_ values: [Value]) -> Value? { chance(2) ? nil : pick(values) }
}
