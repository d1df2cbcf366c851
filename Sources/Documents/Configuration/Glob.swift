// SPDX-License-Identifier: Apache-2.0

/// A pattern in which `*` stands for any number of any characters; all others are literal.
///
/// With jokers, as in the protocol `swivel-rotation-v1`, `?` stands for any one character.
public struct Glob: Equatable, Sendable {
  /// The pattern as written.
  public let pattern: String
  /// Whether `?` stands for any one character.
  public let hasJokers: Bool

  /// Creates a pattern.
  public init(_ pattern: String, hasJokers: Bool = false) {
    self.pattern = pattern
    self.hasJokers = hasJokers
  }

  /// The pattern in lower case.
  var lowercased: Glob { Glob(pattern.lowercased(), hasJokers: hasJokers) }

  /// Returns whether the whole text matches, case-sensitively.
  public func matches(_ text: String) -> Bool {
    let pattern = Array(pattern.unicodeScalars)
    let text = Array(text.unicodeScalars)
    var (at, place) = (0, 0)
    // The last star and the start of the text after it: backtracking to an earlier star never
    // helps, so matching takes at most quadratic time, even for hostile titles.
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
