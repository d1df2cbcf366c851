// SPDX-License-Identifier: Apache-2.0

/// A reader of the events of a YAML document.
///
/// The source is a tree that the page has parsed, as JSON in the form of
/// docs/design/playground-module.md, or text for `WrittenYAML`.
final class YAMLEventReader {
  private enum Step {
    case node(JSONValue)
    case event(YAMLEvent)
  }

  private let file: String
  /// The steps that are left, the next one last.
  private var steps: [Step] = []
  private var problem: InputError?

  init(_ source: SourceText) {
    file = source.file
    let mark = Mark(file: file, line: 1, column: 1)
    var parser = JSONParser(source)
    do throws(InputError) {
      let isTree = source.bytes.count > 1 && source.bytes[0] == UInt8(ascii: "[")
      guard isTree, NumberSyntax.isDigit(source.bytes[1]) else {
        steps = try WrittenYAML(source).events.reversed().map { .event($0) }
        return
      }
      steps = [
        .event(YAMLEvent(content: .streamEnd, mark: mark)),
        .event(YAMLEvent(content: .documentEnd, mark: mark)), .node(try parser.document()),
        .event(YAMLEvent(content: .documentStart, mark: mark)),
        .event(YAMLEvent(content: .streamStart, mark: mark)),
      ]
    } catch {
      problem = error
    }
  }

  /// Returns the next event; throws if the source is no tree.
  func next() throws(InputError) -> YAMLEvent {
    if let problem { throw problem }
    switch steps.removeLast() {
    case .event(let event): return event
    case .node(let node):
      guard let line = node[0]?.int, let column = node[1]?.int else { throw invalid }
      let mark = Mark(file: file, line: Int(line), column: Int(column))
      switch (node[2]?.string, node[3]) {
      case ("scalar", .string(let text)?):
        return YAMLEvent(content: .scalar(text, isPlain: node[4]?.bool != true), mark: mark)
      case ("list", .array(let items)?):
        steps.append(.event(YAMLEvent(content: .sequenceEnd, mark: mark)))
        steps += items.reversed().map { .node($0) }
        return YAMLEvent(content: .sequenceStart, mark: mark)
      case ("map", .array(let pairs)?):
        steps.append(.event(YAMLEvent(content: .mappingEnd, mark: mark)))
        for pair in pairs.reversed() {
          guard let key = pair[0], let value = pair[1] else { throw invalid }
          steps += [.node(value), .node(key)]
        }
        return YAMLEvent(content: .mappingStart, mark: mark)
      default: throw invalid
      }
    }
  }

  private var invalid: InputError {
    Mark(file: file).error("no tree of a YAML document", valid: ["the tree that the page makes"])
  }
}

/// An event of a YAML document.
struct YAMLEvent {
  enum Content {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias(String)
    case scalar(String, isPlain: Bool)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  var content: Content
  /// The name of the value's anchor; the page resolves anchors.
  var anchor: String?
  /// Whether the value has a tag.
  var isTagged = false
  var mark: Mark
}

/// The reader of files, of which the module has none.
public enum InputFile {
  /// The largest scenario, in bytes.
  public static let maximumBytes = 16 << 20

  /// Throws an error, since the module reads no file.
  public static func read(
    path: String, atMost limit: Int = maximumBytes
  ) throws(InputError) -> [UInt8] {
    throw InputError(file: path, problem: "the module reads no files")
  }
}
