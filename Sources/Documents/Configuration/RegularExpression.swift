// SPDX-License-Identifier: Apache-2.0

/// An extended regular expression of POSIX (regex(7)), compiled once into a small machine.
///
/// All ways through the expression are followed at the same time (Ken Thompson, "Regular
/// Expression Search Algorithm", 1968), so a title costs its length times the expression's steps,
/// whatever either says, and memory for the steps alone.
public struct RegularExpression: Equatable, Sendable {
  /// Why an expression cannot be used.
  public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, in words for people.
    public let description: String
  }

  /// The longest expression in bytes.
  public static let longest = 256
  /// How often a part may be repeated by a count.
  public static let mostRepeats = 99
  /// How many steps an expression may have once its counts are written out.
  public static let mostSteps = 1000
  /// How much of a text is looked at, in bytes.
  static let longestText = 4096

  /// The expression as it was written.
  public let pattern: String
  private let program: ExpressionProgram

  /// Compiles an expression.
  public init(_ pattern: String) throws(Problem) {
    self.pattern = pattern
    guard pattern.utf8.count <= Self.longest else {
      throw Problem(description: "it is longer than \(Self.longest) bytes")
    }
    guard !pattern.utf8.contains(0) else {
      throw Problem(description: "it has a character of number 0")
    }
    var parser = ExpressionParser(pattern)
    program = try parser.program()
  }

  /// Whether a part of the text fits.
  public func matches(_ text: String) -> Bool {
    var walk = Walk(program)
    var previous: Unicode.Scalar?
    var length = 0
    for scalar in text.unicodeScalars {
      length += UTF8.width(scalar)
      if length > Self.longestText { break }
      if walk.arrives(between: previous, and: scalar) { return true }
      walk.read(scalar)
      previous = scalar
    }
    return walk.arrives(between: previous, and: nil)
  }

  /// Where all ways through a program have got to in a text.
  private struct Walk {
    private let program: ExpressionProgram
    /// The steps that read the next character, and those that were reached by reading the last.
    private var waiting: [Int] = []
    private var reached: [Int] = [0]
    /// The place in the text at which each step was reached last.
    private var seen: [Int]
    private var place = 0

    init(_ program: ExpressionProgram) {
      self.program = program
      seen = Array(repeating: -1, count: program.steps.count + 1)
    }

    /// Goes on as far as possible without reading; true at the end of the expression.
    mutating func arrives(between previous: Unicode.Scalar?, and next: Unicode.Scalar?) -> Bool {
      waiting.removeAll(keepingCapacity: true)
      while let step = reached.popLast() {
        guard seen[step] != place else { continue }
        seen[step] = place
        guard step < program.steps.count else { return true }
        switch program.steps[step] {
        case .scalar, .any, .bracket: waiting.append(step)
        case .jump(let way): reached.append(step + way)
        case .split(let one, let other):
          reached.append(step + one)
          reached.append(step + other)
        case .assert(let assertion):
          if assertion.holds(between: previous, and: next) { reached.append(step + 1) }
        }
      }
      return false
    }

    /// Reads a character; an expression can begin to fit behind any of them.
    mutating func read(_ scalar: Unicode.Scalar) {
      let variants = program.ignoresCase ? scalar.cases : [scalar]
      reached.append(0)
      for step in waiting where program.reads(step, variants) { reached.append(step + 1) }
      place += 1
    }
  }
}

extension Unicode.Scalar {
  /// The character itself, and in lower and upper case where that is one character.
  fileprivate var cases: [Unicode.Scalar] {
    let mappings = [properties.lowercaseMapping, properties.uppercaseMapping]
    return [self]
      + mappings.compactMap { mapping in
        let scalars = mapping.unicodeScalars
        return scalars.count == 1 && scalars.first != self ? scalars.first : nil
      }
  }
}
