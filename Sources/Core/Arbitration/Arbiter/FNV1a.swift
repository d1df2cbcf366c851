// SPDX-License-Identifier: Apache-2.0

/// A 64-bit FNV-1a hash, which is the same in every process and on every machine.
///
/// The hash detects accidents, not forgery. For bytes it equals the published function; a longer
/// word is hashed in one step.
package struct FNV1a: Sendable {
  /// The hash of all values added so far.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the hash of an empty input.
  package init() {}

  package mutating func add(_ byte: UInt8) { add(word: UInt64(byte)) }

  /// Adds a word in one step.
  package mutating func add(word: UInt64) { value = (value ^ word) &* 0x0000_0100_0000_01B3 }
}
