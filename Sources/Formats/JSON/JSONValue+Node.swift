// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// Makes the JSON form of a YAML value, for output that repeats input.
  ///
  /// Numbers that fit neither `Int64` nor a finite `Double` stay text.
  public init(_ node: Node) {
    switch node.content {
    case .sequence(let items): self = .array(items.map { JSONValue($0) })
    case .mapping(let pairs): self = .object(pairs.map { Member($0.name, JSONValue($0.value)) })
    case .scalar(let text, _):
      self =
        switch node.kind {
        case .null: .null
        case .bool: .bool(text == "true")
        case .int: PlainScalar.integer(text).map { .int(Int64($0)) } ?? .string(text)
        case .double: PlainScalar.number(text).map { .double($0) } ?? .string(text)
        default: .string(text)
        }
    }
  }
}
