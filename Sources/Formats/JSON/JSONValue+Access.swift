// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// Returns the value of a member, or nil where there is none or this is not an object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Returns an entry of a list, or nil where there is none or this is not a list.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let items) = self, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// The text, if this is a string.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The whole number, if this is one.
  public var int: Int64? {
    if case .int(let value) = self { value } else { nil }
  }

  /// The truth value, if this is one.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, whole or not, if this is one.
  public var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The entries, if this is a list.
  public var array: [JSONValue]? {
    if case .array(let items) = self { items } else { nil }
  }

  /// The members in their order, if this is an object.
  public var object: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether this is `null`.
  public var isNull: Bool { self == .null }
}
