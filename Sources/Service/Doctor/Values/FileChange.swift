// SPDX-License-Identifier: Apache-2.0
public import Formats
import Text

/// A change of a user's text file, which is shown as a diff and written atomically.
public struct FileChange: Equatable, Sendable {
  /// The largest file that is changed, in bytes.
  public static let maximumBytes = 1 << 20

  /// The path of the file.
  public let path: String
  /// The present text; nil if the file does not exist.
  public let old: String?
  /// The new text.
  public let new: String

  /// Creates a change from the present and the new text.
  public init(path: String, old: String?, new: String) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// The diff: the file's name, then removed lines with `-` and their old numbers, and added lines
  /// with `+` and their new numbers.
  public var lines: [String] {
    let (before, after) = (Self.shownLines(of: old ?? ""), Self.shownLines(of: new))
    let difference = after.difference(from: before)
    let gone = difference.removals.map { Self.step($0, "-") }
    let steps = gone + difference.insertions.map { Self.step($0, "+") }
    let name = UntrustedText(path).line
    return [old == nil ? "\(name) (a new file)" : name]
      + steps.sorted { ($0.line, $0.order) < ($1.line, $1.order) }.map(\.text)
  }

  /// Writes the file and creates the directories above it.
  ///
  /// A symbolic link is kept, and its target is written.
  /// - Throws: an error if the file has changed meanwhile or cannot be written; it is then
  ///   unchanged.
  public func write() throws(InputError) {
    guard try Self.read(path) == old else {
      throw Self.error(path, "another program has changed it meanwhile")
    }
    FilePath.makeDirectories(above: path)
    do throws(FileError) {
      try OutputFile.write(new, to: path)
    } catch {
      throw Self.error(path, error.reason)
    }
  }

  /// Returns the text of a file; nil if there is none.
  ///
  /// - Throws: an error if the file cannot be read, exceeds `maximumBytes`, is not regular or not
  ///   UTF-8.
  public static func read(_ path: String) throws(InputError) -> String? {
    // A dangling link is an error, since its target could not be written.
    guard FileIdentity(at: path) != nil else { return nil }
    let bytes = try InputFile.read(path: path, atMost: maximumBytes)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw error(path, "it is not UTF-8")
    }
    return text
  }

  private static func error(_ path: String, _ problem: String) -> InputError {
    InputError(file: path, problem: problem)
  }

  /// Splits a text at line feeds; the last element is empty if the text ends with one.
  static func lines(of text: String) -> [String] {
    // Swift treats a carriage return and a line feed as one character.
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  private static func shownLines(of text: String) -> [String] {
    let lines = lines(of: text)
    return lines.last == "" ? lines.dropLast() : lines
  }

  private static func step(
    _ change: CollectionDifference<String>.Change, _ sign: String
  ) -> (line: Int, order: Int, text: String) {
    switch change {
    case .insert(let offset, let line, _), .remove(let offset, let line, _):
      (offset + 1, sign == "-" ? 0 : 1, "\(sign)\(offset + 1): \(UntrustedText(line).line)")
    }
  }
}
