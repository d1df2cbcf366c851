// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Lines from a descriptor, as far as they have come.
struct CommandInput {
  /// The longest line that is taken; a longer one ends the input.
  private static let longest = 4096
  private var bytes: [UInt8] = []
  private(set) var hasEnded = false

  /// Reads what is there and returns the complete lines.
  mutating func read(_ descriptor: Int32) -> [String] {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    guard count > 0 else {
      hasEnded = count == 0 || errno != EAGAIN && errno != EINTR
      return []
    }
    bytes += chunk[..<count]
    var lines: [String] = []
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: bytes[..<end], as: UTF8.self))
      bytes.removeSubrange(...end)
    }
    if bytes.count > Self.longest { hasEnded = true }
    return lines
  }
}
