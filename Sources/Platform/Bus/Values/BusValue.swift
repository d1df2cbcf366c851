// SPDX-License-Identifier: Apache-2.0

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
  /// An array of one type; the element signature is needed for an empty array as well.
  case array([BusValue], element: String)
  case structure([BusValue])
  case entry(BusValue, BusValue)
  case variant(BusValue)
  /// A type that this wrapper does not read, by its letter: file descriptors.
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

  /// The dictionary with text keys, the last of equal keys wins; `nil` for other types.
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
