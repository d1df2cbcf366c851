// SPDX-License-Identifier: Apache-2.0
public import Text

/// An error in an input file: its place, the problem, and the valid values.
public struct InputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's name as the user gave it.
  public let file: String
  /// The line, from 1; 0 if the error concerns the whole file.
  public let line: Int
  /// The column in Unicode scalars, from 1; 0 if the error concerns the whole file.
  public let column: Int
  /// The problem in every language: a noun phrase that follows "found", or a sentence if the error
  /// concerns the whole file.
  public let cause: Message
  /// The valid values at this place; empty if a list would not help.
  public let valid: [String]
  /// The valid name nearest to the given one; `nil` if none is similar.
  public let suggestion: String?

  /// Creates an error from its parts; by default the error concerns the whole file.
  public init(
    file: String, line: Int = 0, column: Int = 0, problem: Message, valid: [String] = [],
    suggestion: String? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    cause = problem
    self.valid = valid
    self.suggestion = suggestion
  }

  /// Creates an error from its parts, with a problem in English.
  public init(
    file: String, line: Int = 0, column: Int = 0, problem: String, valid: [String] = [],
    suggestion: String? = nil
  ) {
    self.init(
      file: file, line: line, column: column, problem: FormPhrase.message(problem), valid: valid,
      suggestion: suggestion)
  }

  /// The problem in English.
  public var problem: String { cause.english }

  /// The message on one line: place, problem, valid values, and the suggestion.
  public var message: Message {
    let path = UntrustedText(file).path
    var sentences = [
      line > 0
        ? InputPhrase.placed("\(path):\(line):\(column)", cause) : InputPhrase.whole(path, cause)
    ]
    if !valid.isEmpty {
      let values = Message { language in
        UntrustedText.list(valid.map { FormPhrase.message($0)(language) })
      }
      sentences.append(InputPhrase.valid(values))
    }
    if let suggestion { sentences.append(InputPhrase.meant(UntrustedText(suggestion).quoted)) }
    return .list(sentences)
  }

  /// The message in English.
  public var description: String { message.english }
}

/// A place in an input file.
///
/// Lines and columns count from 1; columns are Unicode scalars. Line 0 means the whole file, for
/// example if it cannot be opened.
public struct Mark: Equatable, Sendable {
  /// The file's name as the user gave it.
  public let file: String
  /// The line, from 1, or 0 for the whole file.
  public let line: Int
  /// The column in Unicode scalars, from 1, or 0 for the whole file.
  public let column: Int

  /// Creates a mark from a file name, a line and a column, both counted from 1; by default the mark
  /// means the whole file.
  public init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// Returns an error at this place; suggests the name in `valid` nearest to `given`, if one is
  /// similar.
  ///
  /// `problem` is printed after "found", unless the mark means the whole file.
  public func error(
    _ problem: Message, valid: [String] = [], near given: String? = nil
  ) -> InputError {
    InputError(
      file: file, line: line, column: column, problem: problem, valid: valid,
      suggestion: given.flatMap { NearestName.find($0, among: valid) })
  }

  /// Returns an error at this place with a problem in English.
  public func error(
    _ problem: String, valid: [String] = [], near given: String? = nil
  ) -> InputError {
    error(FormPhrase.message(problem), valid: valid, near: given)
  }
}

/// The search for the name nearest to a misspelt one.
package enum NearestName {
  /// The maximum length of compared names, which limits the cost of hostile input: Unicode scalars
  /// of the given name, bytes of the valid ones.
  private static let longest = 64

  /// Returns the nearest of `names`; `nil` if none is similar.
  ///
  /// Of equally near names the first is returned.
  package static func find(_ given: String, among names: [String]) -> String? {
    let wanted = folded(given)
    guard !wanted.isEmpty, wanted.count <= longest else { return nil }
    // The limit of edits is a third of the longer name's length, or one for short names: for `devce`
    // the result is `device`, for `foo` it is not `bar`.
    var best: (name: String, distance: Int)?
    for name in names where name.utf8.count <= longest {
      let candidate = folded(name)
      let allowed = max(1, max(wanted.count, candidate.count) / 3)
      let distance = distance(wanted, candidate)
      guard distance <= allowed, distance < min(wanted.count, candidate.count) else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (name, distance) }
    }
    return best?.name
  }

  /// Returns the edit distance of two words: insertions, deletions, substitutions and
  /// transpositions.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [Int](repeating: i, count: b.count + 1)
      for j in 1...b.count {
        let cost = a[i - 1] == b[j - 1] ? 0 : 1
        row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }

  /// Returns the first 65 scalars of the name, with ASCII letters in lower case and hyphens for
  /// underscores, since these are the most common mistakes.
  private static func folded(_ name: String) -> [Unicode.Scalar] {
    name.unicodeScalars.prefix(longest + 1).map { scalar in
      switch scalar {
      case "_": "-"
      case "A"..."Z": Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value + 32))
      default: scalar
      }
    }
  }
}
