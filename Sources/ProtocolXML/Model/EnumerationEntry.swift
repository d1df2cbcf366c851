// SPDX-License-Identifier: Apache-2.0

/// One named number.
public struct EnumerationEntry: Hashable, Sendable {
  /// The name in the file.
  public var name: String
  /// The number on the wire.
  public var value: UInt32
  /// The first interface version that has the entry, at least 1.
  public var since: Int
  /// One line for people, perhaps empty.
  public var summary: String

  /// Makes an entry from its parts.
  public init(name: String, value: UInt32, since: Int = 1, summary: String = "") {
    self.name = name
    self.value = value
    self.since = since
    self.summary = summary
  }
}
