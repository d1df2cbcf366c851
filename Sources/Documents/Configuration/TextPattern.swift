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

/// A pattern in which `*` matches any number of characters, including none; all other characters
/// are literal.
///
/// With `hasJokers`, as in the protocol `swivel-rotation-v1`, `?` matches any single character.
public struct Glob: Equatable, Sendable {
  /// The pattern as written.
  public let pattern: String
  /// Whether `?` matches any single character.
  public let hasJokers: Bool

  /// Creates a pattern; with `hasJokers`, `?` matches any single character.
  public init(_ pattern: String, hasJokers: Bool = false) {
    self.pattern = pattern
    self.hasJokers = hasJokers
  }

  var lowercased: Glob { Glob(pattern.lowercased(), hasJokers: hasJokers) }

  /// Returns whether the pattern matches the whole text, case-sensitively.
  public func matches(_ text: String) -> Bool {
    let pattern = Array(pattern.unicodeScalars)
    let text = Array(text.unicodeScalars)
    var (at, place) = (0, 0)
    // The last star's index in the pattern, and the position in the text after its match.
    // Backtracking to an earlier star never helps, so matching takes quadratic time at most, even
    // for hostile titles.
    var star: (at: Int, place: Int)?
    while place < text.count {
      if at < pattern.count, pattern[at] == "*" {
        star = (at, place)
        at += 1
      } else if at < pattern.count, pattern[at] == text[place] || hasJokers && pattern[at] == "?" {
        at += 1
        place += 1
      } else if let last = star {
        star = (last.at, last.place + 1)
        (at, place) = (last.at + 1, last.place + 1)
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == "*" }
  }
}
