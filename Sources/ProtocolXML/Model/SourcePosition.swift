// SPDX-License-Identifier: Apache-2.0

/// A place in a protocol file, for error messages.
///
/// Lines and columns count from 1; XMLParser reports the end of the element's opening tag.
public struct SourcePosition: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int

  /// Makes a position from a line and a column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
