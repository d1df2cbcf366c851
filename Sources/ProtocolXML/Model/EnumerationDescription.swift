// SPDX-License-Identifier: Apache-2.0

/// Named numbers of an interface.
public struct EnumerationDescription: Hashable, Sendable {
  /// The name in the file.
  public var name: String
  /// Whether the numbers are bits that combine.
  public var isBitfield: Bool
  /// One line for people, perhaps empty.
  public var summary = ""
  /// The entries in the order of the file.
  public var entries: [EnumerationEntry] = []

  /// Makes an enumeration without entries.
  public init(name: String, isBitfield: Bool) {
    self.name = name
    self.isBitfield = isBitfield
  }
}
