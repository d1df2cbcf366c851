// SPDX-License-Identifier: Apache-2.0
private import CYAML

/// Pulls the events of one YAML stream from libyaml.
final class YAMLEventReader {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let source: SourceText

  /// Copies the text, which libyaml reads in place; it must be valid UTF-8.
  init(_ source: SourceText) {
    self.source = source
    input = .allocate(capacity: max(1, source.bytes.count))
    _ = input.update(fromContentsOf: source.bytes)
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    guard yaml_parser_initialize(parser) == 1 else { return }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, source.bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  /// Returns the next event, or the scanner's complaint as an error.
  func next() throws(InputError) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { yaml_event_delete(&event) }
    return translated(event)
  }

  private func translated(_ event: yaml_event_t) -> YAMLEvent {
    let mark = mark(event.start_mark)
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let text = String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
      return YAMLEvent(
        content: .scalar(text, isPlain: isPlain), anchor: name(scalar.anchor),
        isTagged: scalar.tag != nil, mark: mark)
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      return YAMLEvent(
        content: .sequenceStart, anchor: name(start.anchor), isTagged: start.tag != nil,
        mark: mark)
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      return YAMLEvent(
        content: .mappingStart, anchor: name(start.anchor), isTagged: start.tag != nil, mark: mark)
    case YAML_ALIAS_EVENT:
      return YAMLEvent(content: .alias(name(event.data.alias.anchor) ?? ""), mark: mark)
    case YAML_SEQUENCE_END_EVENT: return YAMLEvent(content: .sequenceEnd, mark: mark)
    case YAML_MAPPING_END_EVENT: return YAMLEvent(content: .mappingEnd, mark: mark)
    case YAML_STREAM_START_EVENT: return YAMLEvent(content: .streamStart, mark: mark)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(content: .documentStart, mark: mark)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(content: .documentEnd, mark: mark)
    default: return YAMLEvent(content: .streamEnd, mark: mark)
    }
  }

  private func failure() -> InputError {
    let problem = parser.pointee.problem.map { String(cString: $0) } ?? "not readable"
    if parser.pointee.error == YAML_READER_ERROR {
      let place = source.mark(at: parser.pointee.problem_offset)
      let value = UInt32(bitPattern: parser.pointee.problem_value)
      guard let scalar = Unicode.Scalar(value) else { return place.error(problem) }
      return place.error("the character \(Quoting.codePoint(scalar)), which YAML does not allow")
    }
    let place = mark(parser.pointee.problem_mark)
    if source.byte(line: place.line, column: place.column) == UInt8(ascii: "\t") {
      return place.error("a tab", valid: ["spaces (YAML does not indent with tabs)"])
    }
    // The library's own "found" would follow that of the message.
    let what = problem.hasPrefix("found ") ? String(problem.dropFirst(6)) : problem
    return place.error("invalid YAML: \(what)")
  }

  private func mark(_ mark: yaml_mark_t) -> Mark {
    Mark(
      file: source.file, line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
  }

  private func name(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    anchor.map { String(cString: $0) }
  }
}

/// One step through a YAML stream, copied out of libyaml.
struct YAMLEvent {
  enum Content {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias(String)
    case scalar(String, isPlain: Bool)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  var content: Content
  /// The name after `&`, on values only.
  var anchor: String?
  /// Whether the value carries a tag such as `!!str`.
  var isTagged = false
  var mark: Mark
}
