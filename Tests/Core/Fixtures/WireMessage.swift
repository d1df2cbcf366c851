// SPDX-License-Identifier: Apache-2.0

/// A message of the Wayland protocol in 32-bit words of a little-endian machine.
public enum WireMessage {
  /// Returns a message to or from an object, with the words of its arguments.
  public static func words(
    _ object: UInt32, _ opcode: UInt32, _ arguments: [UInt32] = []
  ) -> [UInt32] {
    [object, UInt32(8 + 4 * arguments.count) << 16 | opcode] + arguments
  }

  /// Returns the words of a string: its length with the NUL, its bytes, and padding.
  public static func string(_ text: String) -> [UInt32] {
    var bytes = Array(text.utf8) + [0]
    let length = UInt32(bytes.count)
    while bytes.count % 4 != 0 { bytes.append(0) }
    var words = [length]
    for start in stride(from: 0, to: bytes.count, by: 4) {
      var word: UInt32 = 0
      for byte in 0..<4 { word |= UInt32(bytes[start + byte]) << (8 * byte) }
      words.append(word)
    }
    return words
  }
}
