// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Collects the model while XMLParser walks through the document; the first mistake wins.
final class ProtocolReader: NSObject, XMLParserDelegate {
  private(set) var protocolName: String?
  private(set) var interfaces: [InterfaceDescription] = []
  private(set) var sawEnd = false
  private(set) var mistake: Mistake?
  private(set) var firstErrorPosition: SourcePosition?

  private var path: [String] = []
  private var interface: InterfaceDescription?
  private var message: MessageDescription?
  private var enumeration: EnumerationDescription?

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard mistake == nil else { return }
    let position = SourcePosition(line: parser.lineNumber, column: parser.columnNumber)
    do throws(Mistake) {
      try open(Attributes(element: element, values: attributes, position: position))
      path.append(element)
    } catch {
      mistake = error
      parser.abortParsing()
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard mistake == nil, path.popLast() != nil else { return }
    close(element)
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    guard firstErrorPosition == nil else { return }
    firstErrorPosition = SourcePosition(
      line: max(parser.lineNumber, 1), column: max(parser.columnNumber, 1))
  }

  private func open(_ attributes: Attributes) throws(Mistake) {
    switch (path.last, attributes.element) {
    case (nil, "protocol"):
      protocolName = try attributes.identifier()
    case ("protocol", "interface"):
      interface = InterfaceDescription(
        name: try attributes.identifier(), version: try attributes.version("version"),
        position: attributes.position)
    case ("interface", "request"), ("interface", "event"):
      message = try openMessage(attributes)
    case ("interface", "enum"):
      enumeration = EnumerationDescription(
        name: try attributes.identifier(), isBitfield: try attributes.flag("bitfield"))
    case ("request", "arg"), ("event", "arg"):
      message?.arguments.append(try argument(attributes))
    case ("enum", "entry"):
      enumeration?.entries.append(
        EnumerationEntry(
          name: try attributes.identifier(mayStartWithDigit: true),
          value: try attributes.number("value"),
          since: try attributes.version("since", default: 1),
          summary: attributes.values["summary"] ?? ""))
    case (_, "description"):
      describe(attributes.values["summary"] ?? "")
    case ("protocol", "copyright"):
      break
    default:
      throw attributes.mistake(
        "<\(attributes.element)> is not expected \(path.last.map { "in <\($0)>" } ?? "here")")
    }
  }

  private func openMessage(_ attributes: Attributes) throws(Mistake) -> MessageDescription {
    switch attributes.values["type"] {
    case nil, "destructor": break
    case .some(let other): throw attributes.mistake("unknown message type '\(other)'")
    }
    return MessageDescription(
      name: try attributes.identifier(), since: try attributes.version("since", default: 1),
      isDestructor: attributes.values["type"] != nil, position: attributes.position)
  }

  private func argument(_ attributes: Attributes) throws(Mistake) -> ArgumentDescription {
    let word = try attributes.text("type")
    guard let kind = ArgumentKind(rawValue: word) else {
      throw attributes.mistake("unknown argument type '\(word)'")
    }
    let isObject = kind == .object || kind == .newObject
    guard isObject || attributes.values["interface"] == nil else {
      throw attributes.mistake("an argument of type \(word) has no interface")
    }
    let mayBeNull = try attributes.flag("allow-null")
    guard !mayBeNull || kind == .object || kind == .string else {
      throw attributes.mistake("an argument of type \(word) cannot be null")
    }
    let enumeration = attributes.values["enum"]
    guard enumeration == nil || kind == .int || kind == .uint else {
      throw attributes.mistake("an argument of type \(word) cannot be an enum")
    }
    return ArgumentDescription(
      name: try attributes.identifier(), kind: kind, interface: attributes.values["interface"],
      enumeration: enumeration, allowsNull: mayBeNull)
  }

  private func describe(_ summary: String) {
    switch path.last {
    case "interface": interface?.summary = summary
    case "request", "event": message?.summary = summary
    case "enum": enumeration?.summary = summary
    default: break
    }
  }

  private func close(_ element: String) {
    switch element {
    case "protocol": sawEnd = path.isEmpty
    case "interface":
      if let interface { interfaces.append(interface) }
      interface = nil
    case "request":
      if let message { interface?.requests.append(message) }
      message = nil
    case "event":
      if let message { interface?.events.append(message) }
      message = nil
    case "enum":
      if let enumeration { interface?.enumerations.append(enumeration) }
      enumeration = nil
    default: break
    }
  }
}

/// The attributes of one element, read strictly.
struct Attributes {
  let element: String
  let values: [String: String]
  let position: SourcePosition

  func mistake(_ reason: String) -> Mistake { Mistake(position: position, reason: reason) }

  func text(_ name: String) throws(Mistake) -> String {
    guard let value = values[name], !value.isEmpty else {
      throw mistake("<\(element)> needs the attribute '\(name)'")
    }
    return value
  }

  /// A name that can be spelled in Swift and C.
  func identifier(_ name: String = "name", mayStartWithDigit: Bool = false) throws(Mistake)
    -> String
  {
    let value = try text(name)
    let isWord = value.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let startsWithDigit = value.utf8.first.map { (0x30...0x39).contains($0) } ?? true
    guard isWord, mayStartWithDigit || !startsWithDigit else {
      throw mistake("'\(value)' is not a usable name")
    }
    return value
  }

  /// A version number of at least 1.
  func version(_ name: String, default fallback: Int? = nil) throws(Mistake) -> Int {
    if values[name] == nil, let fallback { return fallback }
    let value = try text(name)
    guard let number = Int(value), number >= 1, number <= 1 << 20 else {
      throw mistake("'\(value)' is not a version")
    }
    return number
  }

  /// A decimal or hexadecimal enumeration value.
  func number(_ name: String) throws(Mistake) -> UInt32 {
    let value = try text(name)
    let parsed =
      value.hasPrefix("0x") ? UInt32(value.dropFirst(2), radix: 16) : UInt32(value)
    guard let parsed else { throw mistake("bad enum value '\(value)'") }
    return parsed
  }

  func flag(_ name: String) throws(Mistake) -> Bool {
    switch values[name] {
    case nil, "false": false
    case "true": true
    case .some(let other): throw mistake("'\(other)' is neither true nor false")
    }
  }
}
