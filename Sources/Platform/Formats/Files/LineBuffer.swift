// SPDX-License-Identifier: Apache-2.0

/// Cuts a stream of bytes into lines of bounded length.
public struct LineBuffer: Sendable {
  /// The longest line in bytes, its end not counted.
  public let limit: Int
  private var bytes: [UInt8] = []
  /// Where to go on looking for the end of a line.
  private var searched = 0

  /// An empty buffer.
  public init(limit: Int) { self.limit = limit }

  /// Whether a line is longer than it may be; the stream is then of no more use.
  public var isOverfull: Bool { bytes.count > limit && searched > limit }

  /// Takes in what has been read.
  public mutating func append(_ chunk: some Sequence<UInt8>) { bytes += chunk }

  /// The next whole line without its end; nil when there is none yet or it is too long.
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
}
