// SPDX-License-Identifier: Apache-2.0
import Formats
import Text

/// A pattern for a window's identifier or title: text with `*`, or a regular expression.
public enum TextPattern: Equatable, Sendable {
  /// A pattern that must match the whole text.
  case glob(Glob)
  /// An expression that must match a part of the text.
  case expression(RegularExpression)

  /// Returns whether the pattern matches a text, case-sensitively.
  public func matches(_ text: String) -> Bool {
    switch self {
    case .glob(let glob): glob.matches(text)
    case .expression(let expression): expression.matches(text)
    }
  }
}

extension Codec<TextPattern> {
  /// A codec for text with `*`, or for `{regex: EXPRESSION}`.
  static let pattern = Codec(
    schema: [
      "anyOf": [
        ["type": "string"],
        [
          "type": "object", "required": ["regex"], "additionalProperties": false,
          "properties": ["regex": ["type": "string", "maxLength": 256]],
        ],
      ]
    ], form: "text with `*`, or `{regex: EXPRESSION}`"
  ) { node throws(InputError) in
    guard node.kind == .mapping else { return .glob(Glob(try node.string())) }
    var map = try node.map()
    let expression = try map.require("regex")
    try map.finish()
    let text = try expression.string()
    do throws(RegularExpression.Problem) {
      return .expression(try RegularExpression(text))
    } catch {
      throw expression.error(
        ConfigurationPhrase.noExpression(expression.found, error.description))
    }
  } write: { pattern in
    switch pattern {
    case .glob(let glob): .string(glob.pattern)
    case .expression(let expression): ["regex": .string(expression.pattern)]
    }
  }
}
