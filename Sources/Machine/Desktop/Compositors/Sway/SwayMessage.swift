// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation
import Text

/// A message of sway's socket: the text `i3-ipc`, a length, a kind, and a payload.
public struct SwayMessage: Hashable, Sendable {
  /// The kind of a message; an answer has the kind of its request.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The number in the message; events have the highest bit set.
    public let rawValue: UInt32

    /// Creates a kind from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Requests that commands are run.
    public static let runCommand = Kind(rawValue: 0)
    /// Subscribes to the named events.
    public static let subscribe = Kind(rawValue: 2)
    /// Requests the tree of outputs, workspaces and windows.
    public static let getTree = Kind(rawValue: 4)
    /// Requests the text of the configuration.
    public static let getConfiguration = Kind(rawValue: 9)
    /// Requests the input devices.
    public static let getInputs = Kind(rawValue: 100)

    static let events = [
      "workspace": Kind(rawValue: 0x8000_0000), "window": Kind(rawValue: 0x8000_0003),
      "input": Kind(rawValue: 0x8000_0015),
    ]

    /// Whether the message is an event, which sway sends without a request.
    public var isEvent: Bool { rawValue & 0x8000_0000 != 0 }
  }

  /// The maximum length of a received message without its header, in bytes.
  public static let longest = 16 << 20
  static let headerSize = 14
  private static let magic = Array("i3-ipc".utf8)

  /// The message's kind.
  public var kind: Kind
  /// The message's content: JSON or commands; may be empty.
  public var payload: [UInt8]

  /// Creates a message.
  public init(_ kind: Kind, _ payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  /// The encoded message, in the machine's byte order, which is little-endian wherever Swivel runs.
  public var bytes: [UInt8] {
    Self.magic + Self.word(UInt32(payload.count)) + Self.word(kind.rawValue) + payload
  }

  /// Removes one message from the front of the received bytes; returns `nil` if it is incomplete.
  ///
  /// Throws if the bytes are not a message or the message is too long.
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

enum SwayCommand {
  /// Returns commands that enable outputs with their transforms, which sway counts clockwise, and
  /// positions; `nil` if a name cannot be quoted.
  ///
  /// `enable` is needed because sway 1.7 keeps an output "off" once a client has configured it so,
  /// and then reports success without rotating it.
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

  static func input(_ identifier: String, _ what: String) -> String? {
    quoted(identifier).map { "input \($0) \(what)" }
  }

  static func quoted(_ name: String) -> String? {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.value >= 32 && $0.value != 127 && !"\"\\;,[]$".unicodeScalars.contains($0)
    }
    return isPlain && !name.isEmpty ? "\"\(name)\"" : nil
  }

  /// Returns the error text of the first command that failed, or of an answer without results;
  /// `nil` if all commands succeeded.
  static func failure(in reply: JSONValue) -> String? {
    guard let results = reply.array, !results.isEmpty else { return "an answer without a result" }
    for result in results where result["success"]?.bool != true {
      return result["error"]?.string.map { UntrustedText($0).message } ?? "no reason given"
    }
    return nil
  }
}
