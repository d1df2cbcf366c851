// SPDX-License-Identifier: Apache-2.0
import XML

/// A parser of the XML of a Wayland protocol.
public enum ProtocolParser {
  /// Parses one protocol; throws for malformed, truncated or inconsistent input.
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

/// The reason and place of a rejection; prints as `file:line:column: error: reason`.
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

  /// The message in the form that editors and SwiftPM parse.
  public var description: String {
    "\(file):\(position.line):\(position.column): error: \(reason)"
  }
}

/// An error before the file's name is known.
struct Mistake: Error {
  var position: SourcePosition
  var reason: String
}
