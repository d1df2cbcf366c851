// SPDX-License-Identifier: Apache-2.0
import Formats

/// Makes names that other programs have chosen harmless on a terminal.
enum PlainText {
  private static let longest = 60

  /// The name as it is if it is a short plain word, else in quotes.
  static func name(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"): true
      default: false
      }
    }
    return isPlain && !text.isEmpty && text.utf8.count <= longest ? text : Quoting.quoted(text)
  }
}
