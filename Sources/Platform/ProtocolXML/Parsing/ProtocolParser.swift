// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads the XML of a Wayland protocol into a model.
public enum ProtocolParser {
  /// Reads one protocol; throws for malformed, truncated or inconsistent input.
  public static func parse(
    _ data: Data, file: String
  ) throws(ProtocolXMLError) -> ProtocolDescription {
    // The parser of Foundation traps at names and values that are no UTF-8.
    // It also does at instructions for other programs, which no protocol has.
    if let (position, reason) = firstTrap(in: data) {
      throw ProtocolXMLError(file: file, position: position, reason: reason)
    }
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    let reader = ProtocolReader()
    parser.delegate = reader
    let accepted = parser.parse()

    if let mistake = reader.mistake {
      throw ProtocolXMLError(file: file, position: mistake.position, reason: mistake.reason)
    }
    // `parse()` says true for a document cut in the middle, with only `parserError` set,
    // and true without any error for an empty one, so nothing is believed without the end tag.
    let end = SourcePosition(line: max(parser.lineNumber, 1), column: max(parser.columnNumber, 1))
    if !accepted || parser.parserError != nil || reader.firstErrorPosition != nil {
      throw ProtocolXMLError(
        file: file, position: reader.firstErrorPosition ?? end,
        reason: reader.sawEnd ? "malformed XML" : "malformed or truncated XML")
    }
    guard reader.sawEnd, let name = reader.protocolName else {
      throw ProtocolXMLError(file: file, position: end, reason: "the end of <protocol> is missing")
    }
    guard !reader.interfaces.isEmpty else {
      throw ProtocolXMLError(file: file, position: end, reason: "no <interface> in the protocol")
    }
    let description = ProtocolDescription(name: name, interfaces: reader.interfaces)
    if let mistake = ProtocolCheck.firstMistake(in: description) {
      throw ProtocolXMLError(file: file, position: mistake.position, reason: mistake.reason)
    }
    return description
  }

  /// The first place that must not come before the parser, and why; nil if there is none.
  ///
  /// Only `<?xml …?>` at the beginning is an instruction that is taken.
  private static func firstTrap(in data: Data) -> (SourcePosition, String)? {
    var place = SourcePosition(line: 1, column: 1)
    var decoder = UTF8()
    var bytes = data.makeIterator()
    var previous: Unicode.Scalar?
    while true {
      switch decoder.decode(&bytes) {
      case .emptyInput: return nil
      case .error: return (place, "this is no UTF-8")
      case .scalarValue(let scalar):
        let isDeclaration = place.line == 1 && place.column == 2 && data.starts(with: "<?xml ".utf8)
        if previous == "<", scalar == "?", !isDeclaration {
          return (place, "an instruction for another program (<?…?>), which no protocol has")
        }
        previous = scalar
        place =
          scalar == "\n"
          ? SourcePosition(line: place.line + 1, column: 1)
          : SourcePosition(line: place.line, column: place.column + 1)
      }
    }
  }
}

/// Why a protocol file was refused, and where; prints as `file:line:column: error: reason`.
public struct ProtocolXMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named to the parser.
  public var file: String
  /// The place nearest to the mistake.
  public var position: SourcePosition
  /// What is wrong.
  public var reason: String

  /// Makes an error from its parts.
  public init(file: String, position: SourcePosition, reason: String) {
    self.file = file
    self.position = position
    self.reason = reason
  }

  /// The form that editors and SwiftPM understand.
  public var description: String {
    "\(file):\(position.line):\(position.column): error: \(reason)"
  }
}

/// A mistake before the file's name is known.
struct Mistake: Error {
  var position: SourcePosition
  var reason: String
}
