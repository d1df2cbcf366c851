// SPDX-License-Identifier: Apache-2.0
import Text

/// An error in an input file: its place, the problem, and the valid values.
public struct InputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's name as the user gave it.
  public let file: String
  /// The line, from 1; 0 if the error concerns the whole file.
  public let line: Int
  /// The column in Unicode scalars, from 1; 0 if the error concerns the whole file.
  public let column: Int
  /// The problem, as a noun phrase that follows the word "found".
  public let problem: String
  /// The valid values here; empty if no list helps.
  public let valid: [String]
  /// The valid name nearest to the one found, if any is near.
  public let suggestion: String?

  /// Creates an error from its parts.
  public init(
    file: String, line: Int, column: Int, problem: String, valid: [String] = [],
    suggestion: String? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
    self.valid = valid
    self.suggestion = suggestion
  }

  /// The message on one line: place, problem, valid values, and the nearest name.
  public var description: String {
    var text = line > 0 ? "\(file):\(line):\(column): found \(problem)" : "\(file): \(problem)"
    if !valid.isEmpty { text += "; valid here: \(valid.joined(separator: ", "))" }
    if let suggestion { text += "; did you mean \(UntrustedText(suggestion).quoted)?" }
    return text
  }
}

/// A place in an input file.
///
/// Lines and columns count from 1; a column is a Unicode scalar. Line 0 means the whole file, for
/// example if it cannot be opened.
public struct Mark: Equatable, Sendable {
  /// The file's name as the user gave it.
  public let file: String
  /// The line, from 1, or 0 for the whole file.
  public let line: Int
  /// The column in Unicode scalars, from 1, or 0 for the whole file.
  public let column: Int

  /// Creates a mark from a file name and a place counted from 1.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// Returns the error that reports `problem` here, with the valid name nearest to `given`.
  ///
  /// `problem` is printed after the word "found".
  public func error(
    _ problem: String, valid: [String] = [], near given: String? = nil
  ) -> InputError {
    InputError(
      file: file, line: line, column: column, problem: problem, valid: valid,
      suggestion: given.flatMap { NearestName.find($0, among: valid) })
  }
}
