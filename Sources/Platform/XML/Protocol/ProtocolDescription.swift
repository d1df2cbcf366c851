// SPDX-License-Identifier: Apache-2.0

/// A protocol file: its name and its interfaces in the order of the file.
public struct ProtocolDescription: Hashable, Sendable {
  /// The protocol's name, for example `wlr_output_management_unstable_v1`.
  public var name: String
  /// The interfaces, at least one.
  public var interfaces: [InterfaceDescription]
}

/// One interface: requests and events in opcode order, and the enumerations it declares.
public struct InterfaceDescription: Hashable, Sendable {
  /// The interface's name on the wire.
  public var name: String
  /// The newest version that the file describes, or a lower limit that was set; at least 1.
  public var version: Int
  /// A one-line summary; may be empty.
  public var summary = ""
  /// Messages from the client; the index is the opcode.
  public var requests: [MessageDescription] = []
  /// Messages from the compositor; the index is the opcode.
  public var events: [MessageDescription] = []
  /// The enumerations of the interface.
  public var enumerations: [EnumerationDescription] = []
  /// The place where the interface begins in its file.
  public var position: SourcePosition
}

/// A request or an event.
public struct MessageDescription: Hashable, Sendable {
  /// The name in the file.
  public var name: String
  /// The first interface version that has the message, at least 1.
  public var since: Int
  /// Whether the message destroys the object.
  public var isDestructor: Bool
  /// A one-line summary; may be empty.
  public var summary = ""
  /// The arguments in wire order.
  public var arguments: [ArgumentDescription] = []
  /// The place where the message begins in its file.
  public var position: SourcePosition

  /// The signature in `wl_message`'s format: the version if above 1, then the signatures of the
  /// arguments.
  public var signature: String {
    (since > 1 ? String(since) : "") + arguments.map(\.signature).joined()
  }

  /// The interface for each letter of the signature; `nil` if the letter has none.
  public var signatureTypes: [String?] { arguments.flatMap(\.signatureTypes) }
}

/// One argument of a request or event.
public struct ArgumentDescription: Hashable, Sendable {
  /// The name in the file.
  public var name: String
  /// The type of the value.
  public var kind: ArgumentKind
  /// The interface of an object or a new object; `nil` if the file names none.
  public var interface: String?
  /// The enumeration of a number, as `name` or `interface.name`; `nil` if there is none.
  public var enumeration: String?
  /// Whether a string or object may be null.
  public var allowsNull: Bool = false

  /// Whether the sender also chooses the interface and version of the new object.
  public var isUntypedNewObject: Bool { kind == .newObject && interface == nil }

  /// The argument in a `wl_message` signature: `?` if null is allowed, then a letter; three letters
  /// for an untyped new object.
  public var signature: String {
    if isUntypedNewObject { return "sun" }
    return (allowsNull ? "?" : "") + String(kind.letter)
  }

  /// The interface for each letter of `signature`; `nil` if the letter has none.
  public var signatureTypes: [String?] {
    isUntypedNewObject ? [nil, nil, nil] : [interface]
  }
}

/// The argument types of the wire format; the raw value is the name in protocol files.
public enum ArgumentKind: String, Hashable, Sendable, CaseIterable {
  /// A signed 32-bit number.
  case int
  /// An unsigned 32-bit number.
  case uint
  /// A signed number with 24 whole and 8 fractional bits.
  case fixed
  /// UTF-8 text.
  case string
  /// An existing object.
  case object
  /// An object that the message creates.
  case newObject = "new_id"
  /// Bytes.
  case array
  /// A file descriptor, passed as ancillary data.
  case descriptor = "fd"

  /// The letter of this kind in a `wl_message` signature.
  public var letter: Character {
    switch self {
    case .int: "i"
    case .uint: "u"
    case .fixed: "f"
    case .string: "s"
    case .object: "o"
    case .newObject: "n"
    case .array: "a"
    case .descriptor: "h"
    }
  }
}

/// An enumeration of an interface.
public struct EnumerationDescription: Hashable, Sendable {
  /// The name in the file.
  public var name: String
  /// Whether the values are flags.
  public var isBitfield: Bool
  /// A one-line summary; may be empty.
  public var summary = ""
  /// The entries in the order of the file.
  public var entries: [EnumerationEntry] = []
}

/// An entry of an enumeration.
public struct EnumerationEntry: Hashable, Sendable {
  /// The name in the file.
  public var name: String
  /// The number on the wire.
  public var value: UInt32
  /// The first interface version that has the entry, at least 1.
  public var since: Int = 1
  /// A one-line summary; may be empty.
  public var summary: String = ""
}

/// A place in a protocol file, for error messages.
///
/// Lines and columns count from 1; the place of an element is that of its start tag.
public struct SourcePosition: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int

  /// Creates a position from a line and a column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension ProtocolDescription {
  /// Returns the protocol limited to the given versions of its interfaces; the whole protocol if
  /// `versions` is empty.
  ///
  /// An installed file may be newer than the code that uses it. Interfaces without a version, and
  /// messages of later versions, are left out, so that events and requests keep their cases and no
  /// version with unhandled messages is requested. Entries of enumerations are kept, since unknown
  /// values are accepted anyway.
  ///
  /// Throws if the file has no interface of a name in `versions`, or if opcodes of messages would
  /// change; `file` is the file's name in the error.
  public func limited(
    to versions: [String: Int], file: String
  ) throws(ProtocolXMLError) -> ProtocolDescription {
    guard !versions.isEmpty else { return self }
    for name in versions.keys.sorted() where !interfaces.contains(where: { $0.name == name }) {
      throw ProtocolXMLError(
        file: file, position: SourcePosition(line: 1, column: 1),
        reason: "no interface '\(name)', of which version \(versions[name] ?? 0) is asked for")
    }
    var result = self
    result.interfaces = []
    for interface in interfaces {
      guard let version = versions[interface.name] else { continue }
      result.interfaces.append(try interface.limited(to: version, file: file))
    }
    return result
  }
}

extension InterfaceDescription {
  fileprivate func limited(
    to limit: Int, file: String
  ) throws(ProtocolXMLError) -> InterfaceDescription {
    var result = self
    // An older file may describe a lower version.
    result.version = min(version, limit)
    result.requests = try limited(requests, to: limit, file: file)
    result.events = try limited(events, to: limit, file: file)
    return result
  }

  private func limited(
    _ messages: [MessageDescription], to limit: Int, file: String
  ) throws(ProtocolXMLError) -> [MessageDescription] {
    let known = messages.prefix { $0.since <= limit }
    if let late = messages.dropFirst(known.count).first(where: { $0.since <= limit }) {
      throw ProtocolXMLError(
        file: file, position: late.position,
        reason:
          "'\(name).\(late.name)' of version \(late.since) comes after a message that is newer than "
          + "version \(limit), so its number would change: raise the limit")
    }
    return Array(known)
  }
}
