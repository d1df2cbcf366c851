// SPDX-License-Identifier: Apache-2.0

/// A writer of Protocol Buffers' wire format (https://protobuf.dev/programming-guides/encoding/): a
/// key for each field, then its value.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  private enum WireType: UInt64 {
    case varint = 0
    case fixed64 = 1
    case delimited = 2
  }

  private mutating func key(_ number: UInt64, _ type: WireType) {
    varint(number << 3 | type.rawValue)
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes an unsigned integer or an enumeration value (varint).
  mutating func unsigned(_ number: UInt64, _ value: UInt64) {
    key(number, .varint)
    varint(value)
  }

  /// Writes a signed integer (varint); a negative one takes ten bytes.
  mutating func signed(_ number: UInt64, _ value: Int64) {
    unsigned(number, UInt64(bitPattern: value))
  }

  mutating func flag(_ number: UInt64, _ value: Bool) { unsigned(number, value ? 1 : 0) }

  /// Writes eight bytes in little-endian order (fixed64).
  mutating func fixed(_ number: UInt64, _ value: UInt64) {
    key(number, .fixed64)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  mutating func text(_ number: UInt64, _ value: String) {
    key(number, .delimited)
    varint(UInt64(value.utf8.count))
    bytes += value.utf8
  }

  /// Writes an embedded message.
  mutating func message(_ number: UInt64, _ fill: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    fill(&inner)
    key(number, .delimited)
    varint(UInt64(inner.bytes.count))
    bytes += inner.bytes
  }

  /// Returns the written bytes and clears the writer.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
