// SPDX-License-Identifier: Apache-2.0

extension JSONValue {
  /// One name of an object and its value.
  public struct Member: Equatable, Sendable {
    /// The name, written before the colon.
    public let name: String
    /// The value.
    public let value: JSONValue

    /// Makes a member.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }
}
