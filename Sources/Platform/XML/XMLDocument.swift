// SPDX-License-Identifier: Apache-2.0
private import CExpat

// XML documents, parsed by Expat into a list of elements with their places.
//
// A document is UTF-8 without a document type, so that no entity is declared and no other file is
// read. Size and depth are bounded. This target imports nothing else of the package, because a
// build tool uses it. Begin with `XMLDocument`; what `Protocol` makes of documents that describe Wayland
// protocols begins with `SwiftGenerator`.

/// The elements of an XML document, with their places.
public struct XMLDocument: Sendable {
  /// One element.
  public struct Element: Sendable {
    /// The element's qualified name.
    public let name: String
    /// The attributes in the order of the document, with references resolved.
    public let attributes: [(name: String, value: String)]
    /// The number of enclosing elements; 0 for the root.
    public let depth: Int
    /// The range of the start tag in the document's bytes.
    public let start: Range<Int>
    /// The range of the end tag in the document's bytes; empty if the start tag ends with `/>`.
    public fileprivate(set) var end: Range<Int>
    /// The line of the start tag, from 1.
    public let line: Int
    /// The column of the start tag in Unicode scalars, from 1.
    public let column: Int
  }

  /// The maximum size of a document in bytes.
  public static let maximumBytes = 16 << 20
  /// The maximum depth of nested elements.
  public static let maximumDepth = 256

  /// All elements in the order of their start tags; the first one is the root.
  public let elements: [Element]
  private let bytes: [UInt8]

  /// Parses a document; throws if it is malformed, has a document type, or exceeds a limit.
  public init(_ bytes: [UInt8]) throws(XMLError) {
    self.bytes = bytes
    elements = try ExpatParser().elements(of: bytes)
  }

  /// Returns the byte range of the value of an element's *n*-th attribute, counted from 0, without
  /// the quotes.
  public func valuePlace(ofAttribute number: Int, in element: Element) -> Range<Int> {
    // Only values are quoted in a start tag, so the value is the *n*-th quoted text.
    var rest = bytes[element.start]
    var place = rest.startIndex..<rest.startIndex
    for _ in 0...number {
      rest = rest.drop { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
      guard let quote = rest.popFirst() else { break }
      place = rest.startIndex..<(rest.firstIndex(of: quote) ?? rest.endIndex)
      rest = rest[place.upperBound...].dropFirst()
    }
    return place
  }
}

/// The reason and the place of a parsing error.
public struct XMLError: Error, Sendable {
  /// The problem found.
  public let reason: String
  /// The offset of the error in bytes, from 0.
  public let offset: Int
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int
}

@safe
private final class ExpatParser {
  // SAFETY: `deinit` frees the parser. Expat calls the handlers only within `XML_Parse`, during
  // which `elements(of:)` keeps this object, their user data; handlers copy the names and values.
  private let parser: XML_Parser
  private var elements: [XMLDocument.Element] = []
  /// The indices of the elements whose end tag has not been read.
  private var open: [Int] = []
  private var refusal: XMLError?

  init() throws(XMLError) {
    guard let parser = unsafe XML_ParserCreate("UTF-8") else {
      throw XMLError(reason: "no memory for a parser", offset: 0, line: 1, column: 1)
    }
    unsafe self.parser = parser
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser, { unsafe ExpatParser.of($0)?.begin($1, $2) },
      { data, _ in unsafe ExpatParser.of(data)?.end() })
    unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      unsafe ExpatParser.of(data)?.refuse("a document type, which is not supported")
    }
  }

  deinit { unsafe XML_ParserFree(parser) }

  func elements(of bytes: [UInt8]) throws(XMLError) -> [XMLDocument.Element] {
    guard bytes.count <= XMLDocument.maximumBytes else {
      throw XMLError(
        reason: "more than \(XMLDocument.maximumBytes >> 20) MiB", offset: 0, line: 1, column: 1)
    }
    let status = unsafe bytes.withUnsafeBytes { memory in
      unsafe XML_Parse(
        parser, memory.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(memory.count), 1)
    }
    guard status == XML_STATUS_OK else { throw failure(in: bytes) }
    return elements
  }

  private static func of(_ data: UnsafeMutableRawPointer?) -> ExpatParser? {
    guard let data = unsafe data else { return nil }
    return unsafe Unmanaged<ExpatParser>.fromOpaque(data).takeUnretainedValue()
  }

  private func begin(
    _ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard refusal == nil, let name = unsafe name, var list = unsafe list else { return }
    guard open.count < XMLDocument.maximumDepth else {
      return refuse("more than \(XMLDocument.maximumDepth) elements in one another")
    }
    var attributes: [(name: String, value: String)] = []
    while let name = unsafe list[0], let value = unsafe list[1] {
      unsafe attributes.append((String(cString: name), String(cString: value)))
      unsafe list += 2
    }
    let place = event
    elements.append(
      XMLDocument.Element(
        name: unsafe String(cString: name), attributes: attributes, depth: open.count,
        start: place, end: place, line: Int(unsafe XML_GetCurrentLineNumber64(parser)),
        column: Int(unsafe XML_GetCurrentColumnNumber64(parser)) + 1))
    open.append(elements.count - 1)
  }

  private func end() {
    guard refusal == nil, let last = open.popLast() else { return }
    elements[last].end = event
  }

  private var event: Range<Int> {
    let start = unsafe Int(XML_GetCurrentByteIndex64(parser))
    return start..<start + Int(unsafe XML_GetCurrentByteCount64(parser))
  }

  private func refuse(_ reason: String) {
    refusal = error(reason)
    unsafe XML_StopParser(parser, 0)
  }

  private func failure(in bytes: [UInt8]) -> XMLError {
    if let refusal { return refusal }
    let code = unsafe XML_GetErrorCode(parser)
    let words = unsafe String(cString: XML_ErrorString(code))
    let last = open.last.map { elements[$0].name }
    switch code {
    case XML_ERROR_SYNTAX: return error("\(words) outside of the root element")
    case XML_ERROR_NO_ELEMENTS: return error(last.map { "<\($0)> has no end" } ?? "no element")
    case XML_ERROR_UNCLOSED_TOKEN: return error("a tag, comment or section that has no end")
    case XML_ERROR_TAG_MISMATCH:
      // Expat's position is after the `</`, so the error's place is two bytes before it.
      return error("an end tag other than </\(last ?? "")>", before: 2)
    default:
      let place = error(words)
      var (decoder, rest) = (UTF8(), bytes.dropFirst(place.offset).makeIterator())
      guard case .error = decoder.decode(&rest) else { return place }
      return error("this is no UTF-8")
    }
  }

  private func error(_ reason: String, before count: Int = 0) -> XMLError {
    XMLError(
      reason: reason, offset: max(0, Int(unsafe XML_GetCurrentByteIndex64(parser)) - count),
      line: Int(unsafe XML_GetCurrentLineNumber64(parser)),
      column: Int(unsafe XML_GetCurrentColumnNumber64(parser)) + 1 - count)
  }
}
