// SPDX-License-Identifier: Apache-2.0

/// A regular expression as steps; behind the last one the expression fits.
struct ExpressionProgram: Equatable, Sendable {
  /// One step; ways are told as distances, so that steps can be copied.
  enum Step: Equatable, Sendable {
    /// Reads this character.
    case scalar(Unicode.Scalar)
    /// Reads any character.
    case any
    /// Reads a character of the set with this number.
    case bracket(Int)
    /// Goes on if this holds here.
    case assert(Assertion)
    case jump(Int)
    case split(Int, Int)
  }

  /// What can be said of a place between two characters.
  enum Assertion: Equatable, Sendable {
    case start, end, wordStart, wordEnd, wordEdge, noWordEdge

    /// Whether it holds; nil stands for the text's ends.
    func holds(between previous: Unicode.Scalar?, and next: Unicode.Scalar?) -> Bool {
      switch self {
      case .start: return previous == nil
      case .end: return next == nil
      case .wordStart, .wordEnd, .wordEdge, .noWordEdge: break
      }
      let before = previous.map { Bracket.word.contains($0) } ?? false
      let after = next.map { Bracket.word.contains($0) } ?? false
      return switch self {
      case .wordStart: !before && after
      case .wordEnd: before && !after
      case .noWordEdge: before == after
      default: before != after
      }
    }
  }

  /// A set of characters.
  struct Bracket: Equatable, Sendable {
    /// What `\w` stands for.
    static let word = Bracket(ranges: ["_"..."_"], classes: [.alnum])

    var isNegated = false
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var classes: [CharacterClass] = []

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      ranges.contains { $0.contains(scalar) } || classes.contains { $0.contains(scalar) }
    }
  }

  /// The named sets of POSIX.
  enum CharacterClass: String, CaseIterable, Sendable {
    case alnum, alpha, blank, cntrl, digit, graph, lower, print, punct, space, upper, xdigit

    /// Whether a character belongs to it, by Unicode; digits are those of ASCII.
    func contains(_ scalar: Unicode.Scalar) -> Bool {
      let properties = scalar.properties
      switch self {
      case .alnum: return properties.isAlphabetic || properties.generalCategory == .decimalNumber
      case .alpha: return properties.isAlphabetic
      case .blank: return scalar == "\t" || properties.generalCategory == .spaceSeparator
      case .cntrl: return properties.generalCategory == .control
      case .digit: return ("0"..."9").contains(scalar)
      case .graph:
        switch properties.generalCategory {
        case .control, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: return false
        default: return !properties.isWhitespace
        }
      case .lower: return properties.isLowercase
      case .print:
        return properties.generalCategory == .spaceSeparator || Self.graph.contains(scalar)
      case .punct: return Self.graph.contains(scalar) && !Self.alnum.contains(scalar)
      case .space: return properties.isWhitespace
      case .upper: return properties.isUppercase
      case .xdigit: return properties.isASCIIHexDigit
      }
    }
  }

  var steps: [Step] = []
  var brackets: [Bracket] = []
  /// Whether upper and lower case are the same.
  var ignoresCase = false

  /// Whether a step reads a character, which is given in all cases that count.
  func reads(_ step: Int, _ variants: [Unicode.Scalar]) -> Bool {
    switch steps[step] {
    case .scalar(let scalar): variants.contains(scalar)
    case .any: true
    case .bracket(let number):
      variants.contains { brackets[number].contains($0) } != brackets[number].isNegated
    case .assert, .jump, .split: false
    }
  }
}
