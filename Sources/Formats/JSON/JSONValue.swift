// SPDX-License-Identifier: Apache-2.0

/// A JSON value whose objects keep the order of their members.
public enum JSONValue: Equatable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// A number with a point or an exponent; one that is not finite is written as `null`.
  case double(Double)
  /// Text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// A map in a fixed order.
  case object([Member])
}
