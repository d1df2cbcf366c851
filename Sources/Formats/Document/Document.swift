// SPDX-License-Identifier: Apache-2.0

/// A YAML file as a tree of values that know their places.
///
/// The core schema of YAML 1.2 is read without tags and with `true`, `false` and `null` in lower
/// case only. Duplicate keys, several documents and empty files are errors.
public struct Document: Equatable, Sendable {
  /// The outermost value.
  public let root: Node

  /// How many lists and maps may stand inside one another.
  public static let maximumDepth = 200
  /// How many values a document may have, those that aliases repeat included.
  public static let maximumNodes = 1_000_000

  /// Parses bytes; `file` is the name that errors carry.
  public static func parse(_ bytes: [UInt8], file: String) throws(InputError) -> Document {
    let source = SourceText(written: bytes, file: file)
    try source.requireUTF8()
    try source.requireNoTagDirective()
    var builder = TreeBuilder(YAMLEventReader(source))
    return Document(root: try builder.document())
  }

  /// Parses text; `file` is the name that errors carry.
  public static func parse(_ text: String, file: String) throws(InputError) -> Document {
    try parse(Array(text.utf8), file: file)
  }

  /// Reads and parses a file of at most 16 MiB.
  public static func load(path: String) throws(InputError) -> Document {
    try parse(try InputFile.read(path: path), file: path)
  }
}
