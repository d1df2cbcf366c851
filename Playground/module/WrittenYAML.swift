// SPDX-License-Identifier: Apache-2.0

/// A reader of YAML as this program and its script for debuggers write it.
///
/// The text has block and flow collections with plain, single-quoted and double-quoted text on one
/// line each. Anchors, tags, block text and continued lines are errors.
struct WrittenYAML {
  private let source: SourceText
  private var offset = 0
  private var lineStart = 0
  /// The events of the document, in order.
  private(set) var events: [YAMLEvent] = []
  /// The last place that was computed, from which the next one is counted.
  private var place = (offset: 0, line: 1, column: 1)

  private static let blank: [UInt8] = [0x20, 0x09, 0x0D]
  private static let reserved: [UInt8] = Array("&*!|>%@`,]}#".utf8)

  /// Reads a document; throws at the first text that is none of the above.
  init(_ source: SourceText) throws(InputError) {
    self.source = source
    if byte(0) == nil { throw Mark(file: source.file, line: 1, column: 1).error("an empty file") }
    add(.streamStart)
    add(.documentStart)
    skipLines()
    try block(deeperThan: -1, depth: 0)
    skipLines()
    guard offset == source.bytes.count else { throw unreadable }
    add(.documentEnd)
    add(.streamEnd)
  }

  private func byte(_ distance: Int = 0) -> UInt8? {
    let index = offset + distance
    return index < source.bytes.count ? source.bytes[index] : nil
  }

  private var column: Int { offset - lineStart }

  private var isLineEnd: Bool { byte() == nil || byte() == UInt8(ascii: "\n") }

  /// Returns whether a byte ends a word, as white space and the end of the text do.
  private func isEnd(_ byte: UInt8?) -> Bool {
    byte.map { $0 == UInt8(ascii: "\n") || Self.blank.contains($0) } ?? true
  }

  private mutating func mark() -> Mark {
    for byte in source.bytes[place.offset..<max(place.offset, offset)] {
      if byte == UInt8(ascii: "\n") {
        place = (place.offset + 1, place.line + 1, 1)
      } else {
        place = (place.offset + 1, place.line, place.column + (byte & 0xC0 == 0x80 ? 0 : 1))
      }
    }
    return Mark(file: source.file, line: place.line, column: place.column)
  }

  private var unreadable: InputError {
    source.mark(at: offset).error(
      "YAML of a form that the module does not read", valid: ["the tree that the page makes"])
  }

  private mutating func add(_ content: YAMLEvent.Content) {
    events.append(YAMLEvent(content: content, mark: mark()))
  }

  /// Skips blanks and a comment within a line.
  private mutating func skipBlanks() {
    let start = offset
    while let byte = byte(), Self.blank.contains(byte) { offset += 1 }
    if byte() == UInt8(ascii: "#"), offset > start || column == 0 {
      while !isLineEnd { offset += 1 }
    }
  }

  /// Skips to the next text, on this line or on a later one.
  private mutating func skipLines() {
    while true {
      skipBlanks()
      guard byte() == UInt8(ascii: "\n") else { return }
      offset += 1
      lineStart = offset
    }
  }

  private var isEntry: Bool { byte() == UInt8(ascii: "-") && isEnd(byte(1)) }

  /// Reads the value at the current place if it is deeper than a column, otherwise adds an empty one.
  private mutating func block(deeperThan parent: Int, depth: Int) throws(InputError) {
    guard byte() != nil, column > parent else { return add(.scalar("", isPlain: true)) }
    guard depth <= Document.maximumDepth else { throw unreadable }
    if isEntry { return try sequence(depth: depth) }
    let start = self
    if try key() != nil {
      self = start
      return try mapping(depth: depth)
    }
    self = start
    try inline(isFlow: false, depth: depth)
    skipBlanks()
    guard isLineEnd else { throw unreadable }
  }

  private mutating func sequence(depth: Int) throws(InputError) {
    let column = column
    add(.sequenceStart)
    while isEntry, self.column == column {
      offset += 1
      skipLines()
      try block(deeperThan: column, depth: depth + 1)
      skipLines()
    }
    guard byte() == nil || self.column < column || !isEntry && self.column == column else {
      throw unreadable
    }
    add(.sequenceEnd)
  }

  private mutating func mapping(depth: Int) throws(InputError) {
    let column = column
    add(.mappingStart)
    while byte() != nil, self.column == column, !isEntry {
      guard let key = try key() else { throw unreadable }
      events.append(key)
      skipLines()
      if isEntry, self.column == column {
        try sequence(depth: depth + 1)
      } else {
        try block(deeperThan: column, depth: depth + 1)
      }
      skipLines()
    }
    guard byte() == nil || self.column < column else { throw unreadable }
    add(.mappingEnd)
  }

  /// Reads a key of a block map and its colon; returns nil at other text.
  private mutating func key() throws(InputError) -> YAMLEvent? {
    if byte() == UInt8(ascii: "[") || byte() == UInt8(ascii: "{") { return nil }
    let key = try scalar(isFlow: false)
    skipBlanks()
    guard byte() == UInt8(ascii: ":"), isEnd(byte(1)) else { return nil }
    offset += 1
    return key
  }

  private mutating func inline(isFlow: Bool, depth: Int) throws(InputError) {
    guard depth <= Document.maximumDepth else { throw unreadable }
    switch byte() {
    case UInt8(ascii: "["):
      add(.sequenceStart)
      try entries(until: UInt8(ascii: "]")) { (reader) throws(InputError) in
        try reader.inline(isFlow: true, depth: depth + 1)
      }
      add(.sequenceEnd)
    case UInt8(ascii: "{"):
      add(.mappingStart)
      try entries(until: UInt8(ascii: "}")) { (reader) throws(InputError) in
        reader.events.append(try reader.scalar(isFlow: true))
        reader.skipLines()
        guard reader.byte() == UInt8(ascii: ":") else {
          return reader.add(.scalar("", isPlain: true))
        }
        reader.offset += 1
        reader.skipLines()
        try reader.inline(isFlow: true, depth: depth + 1)
      }
      add(.mappingEnd)
    default: events.append(try scalar(isFlow: isFlow))
    }
  }

  /// Reads the entries of a flow collection and its brackets.
  private mutating func entries(
    until end: UInt8, _ entry: (inout WrittenYAML) throws(InputError) -> Void
  ) throws(InputError) {
    offset += 1
    skipLines()
    while byte() != end {
      try entry(&self)
      skipLines()
      guard byte() == UInt8(ascii: ",") else { break }
      offset += 1
      skipLines()
    }
    guard byte() == end else { throw unreadable }
    offset += 1
  }

  private mutating func scalar(isFlow: Bool) throws(InputError) -> YAMLEvent {
    let mark = mark()
    switch byte() {
    case UInt8(ascii: "\""):
      var parser = JSONParser(source)
      parser.offset = offset
      let text = try parser.string()
      offset = parser.offset
      return YAMLEvent(content: .scalar(text, isPlain: false), mark: mark)
    case UInt8(ascii: "'"):
      var bytes: [UInt8] = []
      while true {
        offset += 1
        guard let byte = byte(), byte != UInt8(ascii: "\n") else { throw unreadable }
        if byte == UInt8(ascii: "'") {
          offset += 1
          guard self.byte() == UInt8(ascii: "'") else { break }
        }
        bytes.append(byte)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      return YAMLEvent(content: .scalar(text, isPlain: false), mark: mark)
    case let first?:
      guard isFlow && isFlowSign(first) || !Self.reserved.contains(first) else { throw unreadable }
      let start = offset
      while let byte = byte(), byte != UInt8(ascii: "\n") {
        if byte == UInt8(ascii: ":"), isEnd(self.byte(1)) || isFlow && isFlowSign(self.byte(1)) {
          break
        }
        if byte == UInt8(ascii: "#"), offset > start, isEnd(source.bytes[offset - 1]) { break }
        if isFlow, isFlowSign(byte) { break }
        offset += 1
      }
      var end = offset
      while end > start, Self.blank.contains(source.bytes[end - 1]) { end -= 1 }
      offset = end
      let text = String(decoding: source.bytes[start..<end], as: UTF8.self)
      return YAMLEvent(content: .scalar(text, isPlain: true), mark: mark)
    case nil: throw unreadable
    }
  }

  private func isFlowSign(_ byte: UInt8?) -> Bool {
    byte.map { Array(",[]{}".utf8).contains($0) } ?? false
  }
}
