// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats

/// A running FNV-1a hash over the bytes of values, the same in every process and build and on every
/// machine.
struct RecordDigest: RecordCoder {
  private var hash = FNV1a()

  var value: UInt64 { hash.value }

  mutating func field(_ name: String, _ value: inout some RecordValue) { value.add(to: &self) }

  mutating func laterField<Value: RecordValue & Equatable>(
    _ name: String, _ value: inout Value, usually usual: Value
  ) {
    if value != usual { value.add(to: &self) }
  }

  mutating func add(_ byte: UInt8) { hash.add(byte) }

  /// Adds a number as its eight bytes, the lowest first.
  mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  /// Adds a text as its length in bytes and the bytes.
  mutating func add(_ text: String) {
    add(UInt64(text.utf8.count))
    for byte in text.utf8 { add(byte) }
  }

  /// Adds a value as a number for its kind and its content.
  mutating func add(_ value: JSONValue) {
    switch value {
    case .null: add(UInt8(0))
    case .bool(let flag):
      add(UInt8(1))
      add(flag ? UInt8(1) : 0)
    case .int(let number):
      add(UInt8(2))
      add(UInt64(bitPattern: number))
    case .double(let number):
      add(UInt8(3))
      add(number.bitPattern)
    case .string(let text):
      add(UInt8(4))
      add(text)
    case .array(let items):
      add(UInt8(5))
      add(UInt64(items.count))
      for item in items { add(item) }
    case .object(let members):
      add(UInt8(6))
      add(UInt64(members.count))
      for member in members {
        add(member.name)
        add(member.value)
      }
    }
  }
}
