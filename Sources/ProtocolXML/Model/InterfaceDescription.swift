// SPDX-License-Identifier: Apache-2.0

/// One interface: requests and events in opcode order, and the enumerations it declares.
public struct InterfaceDescription: Hashable, Sendable {
  /// The name on the wire.
  public var name: String
  /// The newest version that the file describes, at least 1.
  public var version: Int
  /// One line for people, perhaps empty.
  public var summary = ""
  /// Messages from the client; the index is the opcode.
  public var requests: [MessageDescription] = []
  /// Messages from the compositor; the index is the opcode.
  public var events: [MessageDescription] = []
  /// Named numbers.
  public var enumerations: [EnumerationDescription] = []
  /// Where the interface begins in its file.
  public var position: SourcePosition

  /// Makes an interface that has no messages yet.
  public init(name: String, version: Int, position: SourcePosition) {
    self.name = name
    self.version = version
    self.position = position
  }
}
