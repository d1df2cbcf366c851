// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  private static let columns = 100

  /// The value as YAML after a key or a dash that ends at a column: on one line where that fits.
  ///
  /// Lines after the first begin with as many spaces as `indent` says.
  package func block(indent: Int) -> String {
    let line = flow
    guard indent + line.utf8.count > Self.columns else { return line }
    let margin = "\n" + String(repeating: " ", count: indent)
    switch self {
    case .object(let members) where !members.isEmpty:
      return members.map { member in
        let name = JSONValue.string(member.name).flow + ":"
        let short = member.value.flow
        if indent + name.utf8.count + 1 + short.utf8.count <= Self.columns {
          return "\(name) \(short)"
        }
        guard member.value.isSplittable else { return "\(name) \(short)" }
        return name + margin + "  " + member.value.block(indent: indent + 2)
      }.joined(separator: margin)
    case .array(let items) where !items.isEmpty:
      return items.map { "- " + $0.block(indent: indent + 2) }.joined(separator: margin)
    default: return line
    }
  }

  private var isSplittable: Bool {
    switch self {
    case .array(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    default: false
    }
  }
}
