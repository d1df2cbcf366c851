// SPDX-License-Identifier: Apache-2.0

/// A place in an input file, to which an error can point.
///
/// Lines and columns count from 1; a column is a Unicode scalar. Line 0 stands for the file as a
/// whole, for example when it cannot be opened.
public struct Mark: Equatable, Sendable {
  /// The file's name as the user gave it.
  public let file: String
  /// The line, from 1, or 0 for the whole file.
  public let line: Int
  /// The column in Unicode scalars, from 1, or 0 for the whole file.
  public let column: Int

  /// Makes a mark from a file name and a place counted from 1.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// Makes the error that reports `problem` here and picks the valid name nearest to `given`.
  ///
  /// `problem` says what was found and is printed after the word "found".
  public func error(
    _ problem: String, valid: [String] = [], near given: String? = nil
  ) -> InputError {
    InputError(
      file: file, line: line, column: column, problem: problem, valid: valid,
      suggestion: given.flatMap { NearestName.find($0, among: valid) })
  }
}
