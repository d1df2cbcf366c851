// SPDX-License-Identifier: Apache-2.0

// Formats: files read and written whole, JSON, and YAML with places.
//
// Other targets interpret the contents: `Configuration`, `Recording` and `Scenarios` read their
// files with these types. Three principles hold throughout.
//
// - Every error names its place. A `Document` is a tree of `Node`s, and each of them has a `Mark`:
//   file, line and column. `InputError` adds the value found, the valid values, and the nearest
//   name.
// - Input is hostile. A file has an upper bound (`InputFile`), nesting has one (`TreeBuilder`,
//   `JSONParser`), an alias counts with its expanded size, tags and repeated keys are rejected,
//   numbers have one syntax (`NumberSyntax`). Reading takes linear time.
// - A map is read completely. `MapReader.take` returns keys one by one; `finish` throws at the
//   first key that was not taken, so a misspelt key is never ignored.
//
// Written JSON has one form: members in the order given (`JSONWriter`). A whole file is written to
// a temporary file and renamed (`OutputFile`), or created exclusively (`NewFile`).
//
// Begin with `Node.swift` and `MapReader.swift`; then `JSONValue.swift`; then
// `Files/RegularFile.swift`.

/// A YAML file as a tree of values with their places.
///
/// The core schema of YAML 1.2 is read without tags and with `true`, `false` and `null` in lower
/// case only. Duplicate keys, several documents and empty files are errors.
public struct Document: Equatable, Sendable {
  /// The outermost value.
  public let root: Node

  /// The maximum nesting depth of lists and maps.
  public static let maximumDepth = 200
  /// The maximum number of values in a document, with aliases expanded.
  public static let maximumNodes = 1_000_000

  /// Parses bytes; `file` is the name for error messages.
  public static func parse(_ bytes: [UInt8], file: String) throws(InputError) -> Document {
    let source = SourceText(written: bytes, file: file)
    try source.requireUTF8()
    try source.requireNoTagDirective()
    var builder = TreeBuilder(YAMLEventReader(source))
    return Document(root: try builder.document())
  }

  /// Parses text; `file` is the name for error messages.
  public static func parse(_ text: String, file: String) throws(InputError) -> Document {
    try parse(Array(text.utf8), file: file)
  }

  /// Reads and parses a file of at most 16 MiB.
  public static func load(path: String) throws(InputError) -> Document {
    try parse(try InputFile.read(path: path), file: path)
  }
}
