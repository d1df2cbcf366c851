// SPDX-License-Identifier: Apache-2.0

extension Node {
  /// What a value is by the YAML 1.2 core schema, narrowed to one spelling of bool and null.
  public enum Kind: Equatable, Sendable {
    /// Plain `null`, `~` or nothing.
    case null
    /// Plain `true` or `false`.
    case bool
    /// A plain whole number.
    case int
    /// A plain number with a point or an exponent, infinity or NaN.
    case double
    /// Any other plain text, and everything in quotes.
    case text
    /// A list.
    case sequence
    /// A map.
    case mapping
  }

  /// What this value is; use it where a key takes values of several kinds.
  public var kind: Kind {
    switch content {
    case .scalar(let text, isPlain: true): PlainScalar.kind(of: text)
    case .scalar: .text
    case .sequence: .sequence
    case .mapping: .mapping
    }
  }

  /// Whether this value is `null`, `~` or empty.
  public var isNull: Bool { kind == .null }

  /// The value in the words of an error message.
  package var found: String {
    switch content {
    case .sequence: return "a list"
    case .mapping: return "a map"
    case .scalar("", isPlain: true): return "nothing"
    case .scalar(let text, let isPlain):
      if kind == .text { return isPlain ? Quoting.quoted(text) : "text \(Quoting.quoted(text))" }
      // Numbers, bools and null hold no quotes or control characters, but may be long.
      return text.utf8.count <= 60 ? text : Quoting.quoted(text)
    }
  }
}
