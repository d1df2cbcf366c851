// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// The value on one line with a space after every comma and colon, as JSON.
  package var oneLine: String {
    var writer = JSONWriter(isSpaced: true)
    writer.inline(self)
    return writer.text
  }

  /// The value on one line of YAML: as JSON, but with words without quotes where that is safe.
  public var flow: String {
    switch self {
    case .string(let text): Self.isPlain(text) ? text : oneLine
    case .array(let items): "[\(items.map(\.flow).joined(separator: ", "))]"
    case .object(let members):
      "{"
        + members.map { "\(JSONValue.string($0.name).flow): \($0.value.flow)" }
        .joined(separator: ", ") + "}"
    case .null, .bool, .int, .double: oneLine
    }
  }

  // Letters, digits and inner marks only, and nothing that YAML, of any version, takes for more.
  private static func isPlain(_ text: String) -> Bool {
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    guard let first = text.utf8.first, isLetter(first), !words.contains(text.lowercased()) else {
      return false
    }
    return text.utf8.allSatisfy {
      isLetter($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        || $0 == UInt8(ascii: "_")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte)
  }
}
