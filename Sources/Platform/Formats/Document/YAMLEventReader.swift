// SPDX-License-Identifier: Apache-2.0
import Text
private import CYAML

@safe
final class YAMLEventReader {
  // SAFETY: the parser reads `input` in place; parser and input are owned and end in `deinit`.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let source: SourceText

  /// Creates a reader of a copy of the text, which must be valid UTF-8.
  init(_ source: SourceText) {
    self.source = source
    unsafe input = .allocate(capacity: max(1, source.bytes.count))
    _ = unsafe input.update(fromContentsOf: source.bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else { return }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, input.baseAddress, source.bytes.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe input.deallocate()
  }

  func next() throws(InputError) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { unsafe yaml_event_delete(&event) }
    return unsafe translated(event)
  }

  private func translated(_ event: yaml_event_t) -> YAMLEvent {
    let mark = unsafe mark(event.start_mark)
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe String(
        decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      return unsafe YAMLEvent(
        content: .scalar(text, isPlain: isPlain), anchor: name(scalar.anchor),
        isTagged: scalar.tag != nil, mark: mark)
    case YAML_SEQUENCE_START_EVENT:
      let start = unsafe event.data.sequence_start
      return unsafe YAMLEvent(
        content: .sequenceStart, anchor: name(start.anchor), isTagged: start.tag != nil,
        mark: mark)
    case YAML_MAPPING_START_EVENT:
      let start = unsafe event.data.mapping_start
      return unsafe YAMLEvent(
        content: .mappingStart, anchor: name(start.anchor), isTagged: start.tag != nil, mark: mark)
    case YAML_ALIAS_EVENT:
      return unsafe YAMLEvent(content: .alias(name(event.data.alias.anchor) ?? ""), mark: mark)
    case YAML_SEQUENCE_END_EVENT: return YAMLEvent(content: .sequenceEnd, mark: mark)
    case YAML_MAPPING_END_EVENT: return YAMLEvent(content: .mappingEnd, mark: mark)
    case YAML_STREAM_START_EVENT: return YAMLEvent(content: .streamStart, mark: mark)
    case YAML_DOCUMENT_START_EVENT: return YAMLEvent(content: .documentStart, mark: mark)
    case YAML_DOCUMENT_END_EVENT: return YAMLEvent(content: .documentEnd, mark: mark)
    default: return YAMLEvent(content: .streamEnd, mark: mark)
    }
  }

  private func failure() -> InputError {
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "not readable"
    if unsafe parser.pointee.error == YAML_READER_ERROR {
      let place = unsafe source.mark(at: parser.pointee.problem_offset)
      let value = unsafe UInt32(bitPattern: parser.pointee.problem_value)
      guard let scalar = Unicode.Scalar(value) else { return place.error(problem) }
      return place.error(InputPhrase.badCharacter(UntrustedText.codePoint(scalar)))
    }
    let place = unsafe mark(parser.pointee.problem_mark)
    if source.byte(line: place.line, column: place.column) == UInt8(ascii: "\t") {
      return place.error("a tab", valid: ["spaces (YAML does not indent with tabs)"])
    }
    // The message itself already has the word "found", so libyaml's is removed.
    let what = problem.hasPrefix("found ") ? String(problem.dropFirst(6)) : problem
    return place.error(InputPhrase.invalid(what))
  }

  private func mark(_ mark: yaml_mark_t) -> Mark {
    Mark(
      file: source.file, line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
  }

  private func name(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe anchor.map { unsafe String(cString: $0) }
  }
}

struct YAMLEvent {
  enum Content {
    case streamStart, streamEnd, documentStart, documentEnd
    case alias(String)
    case scalar(String, isPlain: Bool)
    case sequenceStart, sequenceEnd, mappingStart, mappingEnd
  }

  var content: Content
  var anchor: String?
  var isTagged = false
  var mark: Mark
}
