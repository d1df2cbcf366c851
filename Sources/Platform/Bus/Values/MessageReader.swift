// SPDX-License-Identifier: Apache-2.0
import CSystemd

/// Reads the values of a message, which the library owns.
@safe
struct MessageReader {
  // SAFETY: the creator holds a reference to the message while the reader is used.
  let message: OpaquePointer

  /// Returns all values from the current position on; an unreadable value ends the list.
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
    // A D-Bus Boolean takes 32 bits.
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
      // The rest, a file descriptor, is one letter long.
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
