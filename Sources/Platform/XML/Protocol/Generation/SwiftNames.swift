// SPDX-License-Identifier: Apache-2.0

enum SwiftNames {
  /// Returns a type's name: `zwlr_output_head_v1` becomes `ZwlrOutputHeadV1`.
  static func type(_ name: String) -> String {
    words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Returns a qualified type name: for `wl_output.transform`, or `transform` in `wl_output`,
  /// `WlOutput.Transform`.
  static func enumeration(_ name: String, in interface: String) -> String {
    let parts = name.split(separator: ".")
    guard parts.count == 2 else { return type(interface) + "." + nested(name) }
    return type(String(parts[0])) + "." + nested(String(parts[1]))
  }

  /// Returns the name of an enumeration's nested type; names that Swift reserves are avoided.
  static func nested(_ name: String) -> String {
    switch name {
    case "error": "ErrorCode"
    case "type", "protocol", "self": type(name) + "Value"
    default: type(name)
    }
  }

  /// Returns a member's name without escapes: `physicalSize` for `physical_size`, `_90` for `90`.
  static func member(_ name: String) -> String {
    let parts = words(name)
    guard let first = parts.first else { return "_" }
    let head =
      parts.count == 1 && first.allSatisfy { !$0.isLowercase }
      ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
    let joined =
      head + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.first?.isNumber == true ? "_" + joined : joined
  }

  /// Returns a member's name as it is declared, with keywords in backquotes.
  static func declared(_ name: String) -> String {
    let name = member(name)
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// Returns a parameter's label and its name in the body; they differ if the label is a keyword.
  static func parameter(_ name: String) -> (label: String, inside: String) {
    let name = member(name)
    return (name, keywords.contains(name) ? name + "_" : name)
  }

  /// Returns the words between underscores; an underscore between two digits is kept.
  private static func words(_ name: String) -> [String] {
    var result: [String] = []
    for word in name.split(separator: "_") {
      if let last = result.last?.last, last.isNumber, word.first?.isNumber == true {
        result[result.count - 1] += "_" + word
      } else {
        result.append(String(word))
      }
    }
    return result
  }

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
    "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try", "typealias", "var", "where", "while",
  ]
}
