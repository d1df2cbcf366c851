// SPDX-License-Identifier: Apache-2.0
import CSystemd

/// Appends values to a message that is being written.
@safe
struct MessageWriter {
  // SAFETY: the creator holds a reference to the message while the writer is used.
  let message: OpaquePointer

  /// Appends values in order; throws if the library rejects a value, such as a malformed path.
  func append(_ values: [BusValue]) throws(BusError) {
    for value in values { try append(value) }
  }

  private func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .byte(let value): try basic("y", value)
    case .boolean(let value): try basic("b", Int32(value ? 1 : 0))
    case .int16(let value): try basic("n", value)
    case .uint16(let value): try basic("q", value)
    case .int32(let value): try basic("i", value)
    case .uint32(let value): try basic("u", value)
    case .int64(let value): try basic("x", value)
    case .uint64(let value): try basic("t", value)
    case .double(let value): try basic("d", value)
    case .string(let value): try text("s", value)
    case .objectPath(let value): try text("o", value)
    case .signature(let value): try text("g", value)
    case .array(let values, let element): try container("a", element, values)
    case .structure(let values):
      try container("r", values.map(\.typeSignature).joined(), values)
    case .entry(let key, let value):
      try container("e", key.typeSignature + value.typeSignature, [key, value])
    case .variant(let value): try container("v", value.typeSignature, [value])
    case .unsupported(let letter):
      throw BusError(
        name: "org.freedesktop.DBus.Error.InvalidArgs",
        message: "values of type \(UnicodeScalar(letter)) cannot be sent")
    }
  }

  private func basic<Value: BitwiseCopyable>(
    _ type: UnicodeScalar, _ value: Value
  ) throws(BusError) {
    var value = value
    try unsafe check(sd_bus_message_append_basic(message, letter(type), &value))
  }

  private func text(_ type: UnicodeScalar, _ value: String) throws(BusError) {
    try unsafe check(
      value.withCString { unsafe sd_bus_message_append_basic(message, letter(type), $0) })
  }

  private func container(
    _ type: UnicodeScalar, _ contents: String, _ values: [BusValue]
  ) throws(BusError) {
    try unsafe check(sd_bus_message_open_container(message, letter(type), contents))
    try append(values)
    try unsafe check(sd_bus_message_close_container(message))
  }

  private func letter(_ type: UnicodeScalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

  private func check(_ code: Int32) throws(BusError) {
    guard code >= 0 else { throw BusError(call: "sd_bus_message_append", code) }
  }
}
