// SPDX-License-Identifier: Apache-2.0

/// A running hash of 64 bits that is the same in every process and on every machine: FNV-1a.
///
/// The hash detects accidents, not forgery. For bytes it is the published function; a longer word
/// is hashed in one step.
package struct FNV1a: Sendable {
  /// The hash of all that was added.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the hash of an empty input.
  package init() {}

  /// Adds a byte.
  package mutating func add(_ byte: UInt8) { add(word: UInt64(byte)) }

  /// Adds a word in one step.
  package mutating func add(word: UInt64) { value = (value ^ word) &* 0x0000_0100_0000_01B3 }
}
