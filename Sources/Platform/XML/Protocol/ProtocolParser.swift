// SPDX-License-Identifier: Apache-2.0

/// A parser of the XML of a Wayland protocol.
public enum ProtocolParser {
  /// Parses one protocol; throws if it is malformed, truncated or inconsistent.
  ///
  /// `file` is the file's name in the error.
  public static func parse(
    _ bytes: some Sequence<UInt8>, file: String
  ) throws(ProtocolXMLError) -> ProtocolDescription {
    do throws(Mistake) {
      return try description(of: document(Array(bytes)))
    } catch {
      throw ProtocolXMLError(file: file, position: error.position, reason: error.reason)
    }
  }

  private static func document(_ bytes: [UInt8]) throws(Mistake) -> XMLDocument {
    do throws(XMLError) {
      return try XMLDocument(bytes)
    } catch {
      throw Mistake(
        position: SourcePosition(line: error.line, column: error.column),
        reason: "malformed XML: \(error.reason)")
    }
  }

  private static func description(
    of document: XMLDocument
  ) throws(Mistake) -> ProtocolDescription {
    let reader = try ProtocolReader(document)
    guard !reader.interfaces.isEmpty else {
      let root = document.elements[0]
      throw Mistake(
        position: SourcePosition(line: root.line, column: root.column),
        reason: "no <interface> in the protocol")
    }
    let description = ProtocolDescription(
      name: reader.protocolName, interfaces: reader.interfaces)
    if let mistake = ProtocolCheck.firstMistake(in: description) { throw mistake }
    return description
  }
}

/// The reason and the place of an error; printed as `file:line:column: error: reason`.
public struct ProtocolXMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file's name as given to the parser.
  public var file: String
  /// The place nearest to the error.
  public var position: SourcePosition
  /// The problem found.
  public var reason: String

  /// Creates an error from its parts.
  public init(file: String, position: SourcePosition, reason: String) {
    self.file = file
    self.position = position
    self.reason = reason
  }

  /// The message in the format that editors and SwiftPM recognise.
  public var description: String {
    "\(file):\(position.line):\(position.column): error: \(reason)"
  }
}

/// An error without the file's name, which is added later.
struct Mistake: Error {
  var position: SourcePosition
  var reason: String
}

private struct ProtocolReader {
  private(set) var protocolName = ""
  private(set) var interfaces: [InterfaceDescription] = []
  /// The names of the elements that enclose the current one.
  private var path: [String] = []

  init(_ document: XMLDocument) throws(Mistake) {
    for element in document.elements {
      path.removeSubrange(element.depth...)
      try read(Attributes(element))
      path.append(element.name)
    }
  }

  private mutating func read(_ attributes: Attributes) throws(Mistake) {
    // The interface, message or enumeration that encloses an element is the last one of its kind.
    let interface = interfaces.count - 1
    let messages = path.last == "event" ? \InterfaceDescription.events : \.requests
    switch (path.last, attributes.element) {
    case (nil, "protocol"):
      protocolName = try attributes.identifier()
    case ("protocol", "interface"):
      interfaces.append(
        InterfaceDescription(
          name: try attributes.identifier(), version: try attributes.version("version"),
          position: attributes.position))
    case ("interface", "request"):
      interfaces[interface].requests.append(try message(attributes))
    case ("interface", "event"):
      interfaces[interface].events.append(try message(attributes))
    case ("interface", "enum"):
      interfaces[interface].enumerations.append(
        EnumerationDescription(
          name: try attributes.identifier(), isBitfield: try attributes.flag("bitfield")))
    case ("request", "arg"), ("event", "arg"):
      let last = interfaces[interface][keyPath: messages].count - 1
      interfaces[interface][keyPath: messages][last].arguments.append(try argument(attributes))
    case ("enum", "entry"):
      let last = interfaces[interface].enumerations.count - 1
      interfaces[interface].enumerations[last].entries.append(
        EnumerationEntry(
          name: try attributes.identifier(mayStartWithDigit: true),
          value: try attributes.number("value"),
          since: try attributes.version("since", default: 1), summary: attributes.summary))
    case ("interface", "description"):
      interfaces[interface].summary = attributes.summary
    case ("request", "description"), ("event", "description"):
      let last = interfaces[interface][keyPath: messages].count - 1
      interfaces[interface][keyPath: messages][last].summary = attributes.summary
    case ("enum", "description"):
      let last = interfaces[interface].enumerations.count - 1
      interfaces[interface].enumerations[last].summary = attributes.summary
    case (.some, "description"), ("protocol", "copyright"):
      break
    default:
      throw attributes.mistake(
        "<\(attributes.element)> is not expected \(path.last.map { "in <\($0)>" } ?? "here")")
    }
  }

  private func message(_ attributes: Attributes) throws(Mistake) -> MessageDescription {
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
}

private struct Attributes {
  let element: String
  let values: [String: String]
  let position: SourcePosition

  init(_ element: XMLDocument.Element) {
    self.element = element.name
    values = Dictionary(element.attributes.map { ($0.name, $0.value) }) { first, _ in first }
    position = SourcePosition(line: element.line, column: element.column)
  }

  var summary: String { values["summary"] ?? "" }

  func mistake(_ reason: String) -> Mistake { Mistake(position: position, reason: reason) }

  func text(_ name: String) throws(Mistake) -> String {
    guard let value = values[name], !value.isEmpty else {
      throw mistake("<\(element)> needs the attribute '\(name)'")
    }
    return value
  }

  /// Returns an attribute that is not empty and has only ASCII letters, digits and underscores, as
  /// names in Swift and C do.
  ///
  /// Throws for a digit at the start, unless `mayStartWithDigit`.
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

  /// Returns an attribute that is a version number from 1 to 2^20; `fallback` if the attribute is
  /// absent.
  func version(_ name: String, default fallback: Int? = nil) throws(Mistake) -> Int {
    if values[name] == nil, let fallback { return fallback }
    let value = try text(name)
    guard let number = Int(value), number >= 1, number <= 1 << 20 else {
      throw mistake("'\(value)' is not a version")
    }
    return number
  }

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

private enum ProtocolCheck {
  static func firstMistake(in description: ProtocolDescription) -> Mistake? {
    var names: Set<String> = []
    for interface in description.interfaces {
      guard names.insert(interface.name).inserted else {
        return Mistake(
          position: interface.position, reason: "interface '\(interface.name)' appears twice")
      }
      if let mistake = firstMistake(in: interface, of: description) { return mistake }
    }
    return nil
  }

  private static func firstMistake(
    in interface: InterfaceDescription, of description: ProtocolDescription
  ) -> Mistake? {
    for messages in [interface.requests, interface.events] {
      var names: Set<String> = []
      for message in messages {
        guard names.insert(message.name).inserted else {
          return Mistake(
            position: message.position,
            reason: "'\(interface.name).\(message.name)' appears twice")
        }
        guard message.since <= interface.version else {
          return Mistake(
            position: message.position,
            reason: "'\(message.name)' is since \(message.since), but '\(interface.name)' is only "
              + "version \(interface.version)")
        }
        for argument in message.arguments {
          if let reason = unknownEnumeration(argument, interface: interface, of: description) {
            return Mistake(position: message.position, reason: reason)
          }
        }
      }
    }
    return nil
  }

  /// Returns an error for an unknown enumeration of this file; the Swift compiler checks those of
  /// other files.
  private static func unknownEnumeration(
    _ argument: ArgumentDescription, interface: InterfaceDescription,
    of description: ProtocolDescription
  ) -> String? {
    guard let name = argument.enumeration else { return nil }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let owner: InterfaceDescription?
    switch parts.count {
    case 1: owner = interface
    case 2: owner = description.interfaces.first { $0.name == parts[0] }
    default: return "'\(name)' is not the name of an enum"
    }
    guard let owner, let last = parts.last else { return nil }
    return owner.enumerations.contains { $0.name == last }
      ? nil : "'\(owner.name)' has no enum '\(last)'"
  }
}
