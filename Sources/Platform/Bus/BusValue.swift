// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Text

/// One complete value of a D-Bus message.
public indirect enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  /// An array of elements of one type; an empty array needs the element signature too.
  case array([BusValue], element: String)
  case structure([BusValue])
  case entry(BusValue, BusValue)
  case variant(BusValue)
  /// A value that this wrapper does not read, with the letter of its type: a file descriptor.
  case unsupported(UInt8)

  /// The Boolean value, also inside a variant; `nil` for other types.
  public var boolean: Bool? {
    switch self {
    case .boolean(let value): value
    case .variant(let value): value.boolean
    default: nil
    }
  }

  /// The text of a string or an object path, also inside a variant; `nil` for other types.
  public var string: String? {
    switch self {
    case .string(let value), .objectPath(let value): value
    case .variant(let value): value.string
    default: nil
    }
  }

  /// The elements of an array, also inside a variant; `nil` for other types.
  public var elements: [BusValue]? {
    switch self {
    case .array(let values, _): values
    case .variant(let value): value.elements
    default: nil
    }
  }

  /// The dictionary of an array of entries, also inside a variant; of repeated keys the last
  /// counts.
  ///
  /// The result is `nil` for other types and if a key is not text. Elements that are not entries
  /// are ignored.
  public var dictionary: [String: BusValue]? {
    guard let elements else { return nil }
    var result: [String: BusValue] = [:]
    for case .entry(let key, let value) in elements {
      guard let key = key.string else { return nil }
      result[key] = value
    }
    return result
  }

  /// The D-Bus signature, such as `a{sv}`.
  public var typeSignature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .array(_, let element): "a" + element
    case .structure(let values): "(" + values.map(\.typeSignature).joined() + ")"
    case .entry(let key, let value): "{" + key.typeSignature + value.typeSignature + "}"
    case .variant: "v"
    case .unsupported(let letter): String(UnicodeScalar(letter))
    }
  }
}

@safe
struct MessageReader {
  // SAFETY: the creator holds a reference to the message while the reader is used.
  let message: OpaquePointer

  /// Returns all values from the current position on, up to the first unreadable one.
  func readAll() -> [BusValue] {
    var values: [BusValue] = []
    while let value = next() { values.append(value) }
    return values
  }

  /// Returns the next value; `nil` at the end of the message or a container, or if it is malformed.
  private func next() -> BusValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
    let letter = UInt8(bitPattern: type)
    switch UnicodeScalar(letter) {
    case "y": return basic(type, UInt8(0)).map { .byte($0) }
    // D-Bus encodes a Boolean in 32 bits.
    case "b": return basic(type, Int32(0)).map { .boolean($0 != 0) }
    case "n": return basic(type, Int16(0)).map { .int16($0) }
    case "q": return basic(type, UInt16(0)).map { .uint16($0) }
    case "i": return basic(type, Int32(0)).map { .int32($0) }
    case "u": return basic(type, UInt32(0)).map { .uint32($0) }
    case "x": return basic(type, Int64(0)).map { .int64($0) }
    case "t": return basic(type, UInt64(0)).map { .uint64($0) }
    case "d": return basic(type, Double(0)).map { .double($0) }
    case "s": return text(type).map { .string($0) }
    case "o": return text(type).map { .objectPath($0) }
    case "g": return text(type).map { .signature($0) }
    case "a", "v", "r", "e": return unsafe container(type, contents)
    default:
      // The remaining type, a file descriptor, has a signature of one letter.
      guard unsafe sd_bus_message_skip(message, [type, 0]) >= 0 else { return nil }
      return .unsupported(letter)
    }
  }

  private func basic<Value: BitwiseCopyable>(_ type: CChar, _ zero: Value) -> Value? {
    var value = zero
    return unsafe sd_bus_message_read_basic(message, type, &value) > 0 ? value : nil
  }

  private func text(_ type: CChar) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe sd_bus_message_read_basic(message, type, &value) > 0 else { return nil }
    return unsafe value.map { unsafe String(cString: $0) }
  }

  private func container(_ type: CChar, _ contents: UnsafePointer<CChar>?) -> BusValue? {
    let element = unsafe contents.map { unsafe String(cString: $0) } ?? ""
    guard unsafe sd_bus_message_enter_container(message, type, contents) > 0 else { return nil }
    let values = readAll()
    guard unsafe sd_bus_message_exit_container(message) >= 0 else { return nil }
    switch UnicodeScalar(UInt8(bitPattern: type)) {
    case "a": return .array(values, element: element)
    case "v": return values.first.map { .variant($0) }
    case "e": return values.count == 2 ? .entry(values[0], values[1]) : nil
    default: return .structure(values)
    }
  }
}

@safe
struct MessageWriter {
  // SAFETY: the creator holds a reference to the message while the writer is used.
  let message: OpaquePointer

  /// Appends values in order; throws if sd-bus rejects one, such as a malformed path.
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
