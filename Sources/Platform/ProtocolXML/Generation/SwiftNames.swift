// SPDX-License-Identifier: Apache-2.0

/// Turns the protocol's snake_case into Swift names.
enum SwiftNames {
  /// `zwlr_output_head_v1` becomes `ZwlrOutputHeadV1`.
  static func type(_ name: String) -> String {
    words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// `wl_output.transform`, or `transform` inside `wl_output`, becomes `WlOutput.Transform`.
  static func enumeration(_ name: String, in interface: String) -> String {
    let parts = name.split(separator: ".")
    guard parts.count == 2 else { return type(interface) + "." + nested(name) }
    return type(String(parts[0])) + "." + nested(String(parts[1]))
  }

  /// The nested type of an enumeration, steering clear of names that Swift has taken.
  static func nested(_ name: String) -> String {
    switch name {
    case "error": "ErrorCode"
    case "type", "protocol", "self": type(name) + "Value"
    default: type(name)
    }
  }

  /// `physical_size` becomes `physicalSize`, `90` becomes `_90`; not escaped.
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

  /// A member name that may stand where Swift expects a declaration.
  static func declared(_ name: String) -> String {
    let name = member(name)
    return keywords.contains(name) ? "`\(name)`" : name
  }

  /// A parameter: label and, where the label is a keyword, another name for use inside.
  static func parameter(_ name: String) -> (label: String, inside: String) {
    let name = member(name)
    return (name, keywords.contains(name) ? name + "_" : name)
  }

  /// Words between underscores; one stays where two digits would run together.
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
