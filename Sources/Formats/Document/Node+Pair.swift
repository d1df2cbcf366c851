// SPDX-License-Identifier: Apache-2.0

extension Node {
  /// A key of a map and its value.
  public struct Pair: Equatable, Sendable {
    /// The key's text.
    public let name: String
    /// Where the key stands.
    public let mark: Mark
    /// The value.
    public let value: Node

    /// Makes a pair.
    public init(name: String, at mark: Mark, value: Node) {
      self.name = name
      self.mark = mark
      self.value = value
    }

    /// The key as a value of its own, for typed reading.
    public var key: Node { Node(.scalar(name, isPlain: false), at: mark) }
  }
}
