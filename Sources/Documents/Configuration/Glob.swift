// SPDX-License-Identifier: Apache-2.0

/// A pattern in which `*` stands for any number of any characters; all else is literal.
///
/// With jokers, as the protocol `swivel-rotation-v1` has them, `?` stands for any one character.
public struct Glob: Equatable, Sendable {
  /// The pattern as it was written.
  public let pattern: String
  /// Whether `?` stands for any one character.
  public let hasJokers: Bool

  /// Takes a pattern.
  public init(_ pattern: String, hasJokers: Bool = false) {
    self.pattern = pattern
    self.hasJokers = hasJokers
  }

  /// Whether the whole text fits; upper and lower case differ.
  public func matches(_ text: String) -> Bool {
    let pattern = Array(pattern.unicodeScalars)
    let text = Array(text.unicodeScalars)
    var (at, place) = (0, 0)
    // The last star and where the text after it begins: going back to an earlier star never helps,
    // so hostile titles cost no more than length times length.
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
