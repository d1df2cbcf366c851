// SPDX-License-Identifier: Apache-2.0
public import Formats
import Text

/// A change of a text file that belongs to a person: shown line by line, and written whole or not at
/// all.
public struct FileChange: Equatable, Sendable {
  /// The largest file that is changed, in bytes.
  public static let maximumBytes = 1 << 20

  /// The file.
  public let path: String
  /// What it says; nil if there is no such file.
  public let old: String?
  /// What it is to say.
  public let new: String

  /// Takes what a file says and what it is to say.
  public init(path: String, old: String?, new: String) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// Whether the file says something else afterwards.
  public var isNeeded: Bool { old != new }

  /// The file's name, then the lines that go, with `-` and their old numbers, and those that come, with
  /// `+` and their new ones.
  public var lines: [String] {
    let (before, after) = (Self.shownLines(of: old ?? ""), Self.shownLines(of: new))
    let difference = after.difference(from: before)
    let gone = difference.removals.map { Self.step($0, "-") }
    let steps = gone + difference.insertions.map { Self.step($0, "+") }
    let head = UntrustedText(path).line + (old == nil ? " (a new file)" : "")
    return [head] + steps.sorted { ($0.line, $0.order) < ($1.line, $1.order) }.map(\.text)
  }

  /// Writes the file and makes the directories above it.
  ///
  /// Throws where the file no longer says what it said, or cannot be written; then it is as it was.
  /// A link stays, and the file behind it is written.
  public func write() throws(InputError) {
    guard try Self.read(path) == old else {
      throw Self.error(path, "somebody else has changed it meanwhile")
    }
    FilePath.makeDirectories(above: path)
    do throws(FileError) {
      try OutputFile.write(new, to: path)
    } catch {
      throw Self.error(path, error.reason)
    }
  }

  /// What a file says; nil if there is none.
  ///
  /// Throws for one that cannot be read, is larger than `maximumBytes`, is no file, or no UTF-8.
  public static func read(_ path: String) throws(InputError) -> String? {
    // A link to nothing is not nothing: writing would not know where to.
    guard FileIdentity(at: path) != nil else { return nil }
    let bytes = try InputFile.read(path: path, atMost: maximumBytes)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw error(path, "it is not UTF-8")
    }
    return text
  }

  private static func error(_ path: String, _ problem: String) -> InputError {
    InputError(file: path, line: 0, column: 0, problem: problem)
  }

  /// A text between its line feeds, whatever stands before them; the last is empty where it ends with
  /// one.
  static func lines(of text: String) -> [String] {
    // A carriage return and a line feed are one character.
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
