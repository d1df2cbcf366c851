// SPDX-License-Identifier: Apache-2.0

/// The kinds of values that the wire knows; the raw value is the word in protocol files.
public enum ArgumentKind: String, Hashable, Sendable, CaseIterable {
  /// A signed 32-bit number.
  case int
  /// An unsigned 32-bit number.
  case uint
  /// A signed number with 24 whole and 8 fractional bits.
  case fixed
  /// UTF-8 text.
  case string
  /// An object that exists.
  case object
  /// An object that the message creates.
  case newObject = "new_id"
  /// Bytes.
  case array
  /// A file descriptor, passed beside the bytes.
  case descriptor = "fd"

  /// The letter of this kind in a `wl_message` signature.
  public var letter: Character {
    switch self {
    case .int: "i"
    case .uint: "u"
    case .fixed: "f"
    case .string: "s"
    case .object: "o"
    case .newObject: "n"
    case .array: "a"
    case .descriptor: "h"
    }
  }
}
