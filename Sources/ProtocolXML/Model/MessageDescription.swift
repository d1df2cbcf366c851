// SPDX-License-Identifier: Apache-2.0

/// One request or event.
public struct MessageDescription: Hashable, Sendable {
  /// The name in the file.
  public var name: String
  /// The first interface version that has the message, at least 1.
  public var since: Int
  /// Whether the object is gone after this message.
  public var isDestructor: Bool
  /// One line for people, perhaps empty.
  public var summary = ""
  /// The arguments in wire order.
  public var arguments: [ArgumentDescription] = []
  /// Where the message begins in its file.
  public var position: SourcePosition

  /// Makes a message that has no arguments yet.
  public init(name: String, since: Int, isDestructor: Bool, position: SourcePosition) {
    self.name = name
    self.since = since
    self.isDestructor = isDestructor
    self.position = position
  }

  /// The signature as `wl_message` spells it: the version if above 1, then a letter per argument.
  public var signature: String {
    (since > 1 ? String(since) : "") + arguments.map(\.signature).joined()
  }

  /// The interface named by each letter of the signature, nil where a letter names none.
  public var signatureTypes: [String?] { arguments.flatMap(\.signatureTypes) }
}
