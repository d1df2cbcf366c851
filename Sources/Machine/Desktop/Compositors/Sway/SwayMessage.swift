// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation

/// One message of sway's socket: the word `i3-ipc`, a length, a kind, and JSON or a command.
public struct SwayMessage: Hashable, Sendable {
  /// What a message is; an answer has the kind of its question.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The number on the wire; events have the highest bit.
    public let rawValue: UInt32

    /// Takes a number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Commands, to be carried out.
    public static let runCommand = Kind(rawValue: 0)
    /// Names of events, to be sent from now on.
    public static let subscribe = Kind(rawValue: 2)
    /// The tree of outputs, workspaces and windows.
    public static let getTree = Kind(rawValue: 4)
    /// The configuration's text.
    public static let getConfiguration = Kind(rawValue: 9)
    /// The input devices.
    public static let getInputs = Kind(rawValue: 100)

    /// The events that are followed, by the names by which they are subscribed to.
    static let events = [
      "workspace": Kind(rawValue: 0x8000_0000), "window": Kind(rawValue: 0x8000_0003),
      "input": Kind(rawValue: 0x8000_0015),
    ]

    /// Whether sway sends it unasked.
    public var isEvent: Bool { rawValue & 0x8000_0000 != 0 }
  }

  /// The longest message that is read, in bytes.
  public static let longest = 16 << 20
  static let headerSize = 14
  private static let magic = Array("i3-ipc".utf8)

  /// What it is.
  public var kind: Kind
  /// What it says: JSON, or commands.
  public var payload: [UInt8]

  /// Makes a message.
  public init(_ kind: Kind, _ payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  /// The bytes on the wire; the machine's own order, which is little-endian wherever Swift runs here.
  public var bytes: [UInt8] {
    Self.magic + Self.word(UInt32(payload.count)) + Self.word(kind.rawValue) + payload
  }

  /// Takes one message off the front of what has come; nil if it is not complete yet.
  ///
  /// Throws for what is no message, or one that is too long.
  public static func take(from bytes: inout [UInt8]) throws(SocketError) -> SwayMessage? {
    guard bytes.count >= headerSize else { return nil }
    let length = Int(number(bytes[6..<10]))
    guard Array(bytes.prefix(6)) == magic, length <= longest else { throw .malformed }
    guard bytes.count >= headerSize + length else { return nil }
    let message = SwayMessage(
      Kind(rawValue: number(bytes[10..<14])), Array(bytes[headerSize..<headerSize + length]))
    bytes.removeFirst(headerSize + length)
    return message
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// Commands in sway's own language.
enum SwayCommand {
  /// Switches outputs on where they are, with their transforms and positions.
  ///
  /// `enable`, because sway 1.7 keeps an output of its own as "off" once a client has said so, and
  /// then turns it no more while it reports success. Nil if a name cannot be written in a command.
  static func layout(_ change: OutputChange) -> String? {
    var commands: [String] = []
    for place in change.layout {
      guard let name = quoted(place.output) else { return nil }
      let word = place.transform.withDirectionReversed.wireName
      commands.append(
        "output \(name) enable transform \(word) position \(place.position.x) \(place.position.y)")
    }
    return commands.joined(separator: "; ")
  }

  /// A command for an input device; nil if its identifier cannot be written in one.
  static func input(_ identifier: String, _ what: String) -> String? {
    quoted(identifier).map { "input \($0) \(what)" }
  }

  /// A name as one word of a command; nil if it has what sway would take for something else.
  static func quoted(_ name: String) -> String? {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.value >= 32 && $0.value != 127 && !"\"\\;,[]$".unicodeScalars.contains($0)
    }
    return isPlain && !name.isEmpty ? "\"\(name)\"" : nil
  }

  /// The words of the first command that failed; nil if all were carried out.
  static func failure(in reply: JSONValue) -> String? {
    guard let results = reply.array, !results.isEmpty else { return "an answer without a result" }
    for result in results where result["success"]?.bool != true {
      return result["error"]?.string ?? "no reason given"
    }
    return nil
  }
}
