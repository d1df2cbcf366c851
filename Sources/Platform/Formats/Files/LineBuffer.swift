// SPDX-License-Identifier: Apache-2.0

/// A splitter of a stream of bytes into lines of limited length.
public struct LineBuffer: Sendable {
  /// The maximum length of a line in bytes, without the line break.
  public let limit: Int
  private var bytes: [UInt8] = []
  /// The offset at which the search for a line break continues.
  private var searched = 0

  /// Creates an empty buffer.
  public init(limit: Int) { self.limit = limit }

  /// Whether `next()` has found a line that exceeds the limit, which makes the stream unusable.
  public var isOverfull: Bool { bytes.count > limit && searched > limit }

  /// Appends received bytes.
  public mutating func append(_ chunk: some Sequence<UInt8>) { bytes += chunk }

  /// Removes and returns the next complete line without its line break; `nil` if there is none or
  /// it is too long.
  public mutating func next() -> [UInt8]? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")), end <= limit else {
      searched = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      return nil
    }
    let line = Array(bytes[..<end])
    bytes.removeSubrange(...end)
    searched = 0
    return line
  }

  /// Removes and returns the first `limit` bytes of a line that exceeds the limit, after which the
  /// rest is a line of its own; `nil` unless the buffer is overfull.
  public mutating func nextPart() -> [UInt8]? {
    guard isOverfull else { return nil }
    let part = Array(bytes[..<limit])
    bytes.removeFirst(limit)
    searched = 0
    return part
  }
}
