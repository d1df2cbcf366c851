// SPDX-License-Identifier: Apache-2.0

/// `SplitMix` for callers that have a value to pick from.
package struct Seeded: RandomNumberGenerator {
  private var numbers: SplitMix

  package init(_ seed: Int) { numbers = SplitMix(seed: UInt64(truncatingIfNeeded: seed)) }

  package mutating func next() -> UInt64 { numbers.next() }

  package mutating func chance(_ oneIn: UInt64) -> Bool { numbers.chance(oneIn) }

  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  package mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  /// Returns one of the values, or `nil`.
  package mutating func maybe<Value>(_ values: [Value]) -> Value? { chance(2) ? nil : pick(values) }
}
