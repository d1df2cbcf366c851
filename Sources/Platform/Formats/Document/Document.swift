// SPDX-License-Identifier: Apache-2.0

// Formats: files read and written whole, JSON, and YAML with places.
//
// What a file says is for other targets to know: `Configuration`, `Recording` and `Scenarios`
// read theirs with what is here. Three principles hold throughout.
//
// - Every error names its place. A `Document` is a tree of `Node`s, and each of them has a
//   `Mark`: file, line and column. `InputError` adds what was found, what is valid there, and
//   the nearest name.
// - Input is hostile. A file has an upper bound (`InputFile`), nesting has one (`TreeBuilder`,
//   `JSONParser`), an alias counts for all that it stands for, tags and repeated keys are
//   refused, numbers have one shape (`NumberSyntax`). A file that is four times as long takes
//   four times as long to read.
// - A map is read to its end. `MapReader.take` hands out keys one by one; `finish` throws at
//   the first one that nobody took, so a misspelt key is never ignored.
//
// JSON that is written has one form: members in the order given (`JSONWriter`). A whole file is
// written beside its place and moved there (`OutputFile`), or made for this process alone
// (`NewFile`).
//
// Begin with `Node.swift` and `MapReader.swift`; then `JSONValue.swift`; then
// `Files/RegularFile.swift`.

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
