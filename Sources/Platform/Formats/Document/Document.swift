// SPDX-License-Identifier: Apache-2.0
import Text

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
// Begin with `Node.swift`; then `JSONValue.swift`; then `Files/RegularFile.swift`.

/// A YAML file as a tree of values with their places.
///
/// The core schema of YAML 1.2 is read without tags and with `true`, `false` and `null` in lower
/// case only. Duplicate keys, several documents and empty files are errors.
public struct Document: Equatable, Sendable {
  /// The outermost value.
  public let root: Node

  /// The maximum depth of nested lists and maps.
  public static let maximumDepth = 200
  /// The maximum number of values in a document, keys included, after the expansion of aliases.
  public static let maximumNodes = 1_000_000

  /// Parses bytes; `file` is the file's name in error messages.
  public static func parse(_ bytes: [UInt8], file: String) throws(InputError) -> Document {
    let source = SourceText(written: bytes, file: file)
    try source.requireUTF8()
    try source.requireNoTagDirective()
    var builder = TreeBuilder(YAMLEventReader(source))
    return Document(root: try builder.document())
  }

  /// Parses text; `file` is the file's name in error messages.
  public static func parse(_ text: String, file: String) throws(InputError) -> Document {
    try parse(Array(text.utf8), file: file)
  }

  /// Reads and parses a regular file, or a pipe named `/dev/stdin` or `/dev/fd/N`, of at most 16
  /// MiB.
  public static func load(path: String) throws(InputError) -> Document {
    try parse(try InputFile.read(path: path), file: path)
  }
}

private struct TreeBuilder {
  /// A value, with its size after the expansion of aliases.
  private struct Built {
    var node: Node
    var count = 1
    var depth = 0
  }

  private let reader: YAMLEventReader
  /// The values of anchors; `nil` for an anchor whose value is still being read.
  private var anchors: [String: Built?] = [:]
  private var count = 0

  init(_ reader: YAMLEventReader) {
    self.reader = reader
  }

  /// Reads the only document of the stream and returns its outermost value; throws for no document
  /// or several.
  mutating func document() throws(InputError) -> Node {
    _ = try reader.next()
    let start = try reader.next()
    guard case .documentStart = start.content else {
      throw Mark(file: start.mark.file, line: 1, column: 1)
        .error("an empty file", valid: ["one YAML document"])
    }
    let root = try value(from: try reader.next(), depth: 0)
    _ = try reader.next()
    let end = try reader.next()
    guard case .streamEnd = end.content else {
      throw end.mark.error("a second document", valid: ["one YAML document per file"])
    }
    return root.node
  }

  private mutating func value(from event: YAMLEvent, depth: Int) throws(InputError) -> Built {
    if event.isTagged { throw event.mark.error("a tag", valid: ["values without tags"]) }
    try spend(1, at: event.mark)
    switch event.content {
    case .alias(let name):
      return try aliased(name, at: event.mark, depth: depth)
    case .sequenceStart:
      return anchored(event, try sequence(after: event, depth: depth + 1))
    case .mappingStart:
      return anchored(event, try mapping(after: event, depth: depth + 1))
    case .scalar(let text, let isPlain):
      let node = Node(.scalar(text, isPlain: isPlain), at: event.mark)
      return anchored(event, Built(node: node))
    default:
      throw event.mark.error("no value", valid: ["a value"])
    }
  }

  private mutating func sequence(after start: YAMLEvent, depth: Int) throws(InputError) -> Built {
    try open(start, depth: depth)
    var items: [Node] = []
    var built = Built(node: Node(.sequence([]), at: start.mark), depth: 1)
    while true {
      let event = try reader.next()
      if case .sequenceEnd = event.content { break }
      let item = try value(from: event, depth: depth)
      items.append(item.node)
      built.count += item.count
      built.depth = max(built.depth, item.depth + 1)
    }
    built.node = Node(.sequence(items), at: start.mark)
    return built
  }

  private mutating func mapping(after start: YAMLEvent, depth: Int) throws(InputError) -> Built {
    try open(start, depth: depth)
    var pairs: [Node.Pair] = []
    var lines: [String: Int] = [:]
    var built = Built(node: Node(.mapping([]), at: start.mark), depth: 1)
    while true {
      let event = try reader.next()
      if case .mappingEnd = event.content { break }
      let key = try value(from: event, depth: depth)
      guard case .scalar(let name, _) = key.node.content else {
        throw event.mark.error(InputPhrase.asKey(key.node.found), valid: ["text"])
      }
      if let line = lines.updateValue(event.mark.line, forKey: name) {
        throw event.mark.error(
          InputPhrase.keyTwice(UntrustedText(name).quoted, "\(event.mark.line)", "\(line)"))
      }
      let item = try value(from: try reader.next(), depth: depth)
      pairs.append(Node.Pair(name: name, at: event.mark, value: item.node))
      built.count += key.count + item.count
      built.depth = max(built.depth, item.depth + 1)
    }
    built.node = Node(.mapping(pairs), at: start.mark)
    return built
  }

  private mutating func open(_ start: YAMLEvent, depth: Int) throws(InputError) {
    try check(depth: depth, at: start.mark)
    if let anchor = start.anchor { anchors.updateValue(nil, forKey: anchor) }
  }

  private mutating func anchored(_ event: YAMLEvent, _ built: Built) -> Built {
    if let anchor = event.anchor { anchors.updateValue(built, forKey: anchor) }
    return built
  }

  /// Returns the value of an alias's anchor, with the marks of the anchored value.
  ///
  /// - Throws: an error at the alias if its anchor is unknown or encloses it, or if the expanded
  ///   value exceeds a limit.
  private mutating func aliased(
    _ name: String, at mark: Mark, depth: Int
  ) throws(InputError) -> Built {
    guard let known = anchors[name] else {
      // There may be a million anchors, so the message names only the nearest one.
      throw InputError(
        file: mark.file, line: mark.line, column: mark.column,
        problem: InputPhrase.unknownAnchor(UntrustedText(name).quoted),
        suggestion: NearestName.find(name, among: anchors.keys.sorted()))
    }
    guard let built = known else {
      throw mark.error(InputPhrase.selfAlias(UntrustedText(name).quoted))
    }
    try check(depth: depth + built.depth, at: mark)
    try spend(built.count, at: mark)
    return built
  }

  private func check(depth: Int, at mark: Mark) throws(InputError) {
    guard depth > Document.maximumDepth else { return }
    throw mark.error(InputPhrase.tooDeep("\(Document.maximumDepth)"))
  }

  private mutating func spend(_ more: Int, at mark: Mark) throws(InputError) {
    count += more
    guard count > Document.maximumNodes else { return }
    throw mark.error(InputPhrase.tooMany("\(Document.maximumNodes)"))
  }
}
