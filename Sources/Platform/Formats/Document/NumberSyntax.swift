// SPDX-License-Identifier: Apache-2.0

/// The syntax of decimal numbers, checked before the standard library parses them.
///
/// `Double(String)` alone would also accept hexadecimal floats and payloads of NaN.
package enum NumberSyntax {
  /// Returns whether the text is `[-+]? (digits [. digits?] | . digits) ([eE] [-+]? digits)?`.
  package static func isDecimal(_ text: String.UTF8View) -> Bool {
    var rest = withoutSign(text[...])
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let fraction = rest.prefix(while: isDigit)
      if whole.isEmpty && fraction.isEmpty { return false }
      rest = rest.dropFirst(fraction.count)
    } else if whole.isEmpty {
      return false
    }
    guard let letter = rest.first else { return true }
    guard letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") else { return false }
    let exponent = withoutSign(rest.dropFirst())
    return !exponent.isEmpty && exponent.allSatisfy(isDigit)
  }

  static func withoutSign(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let isSigned = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+")
    return isSigned ? text.dropFirst() : text
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x41 + 10
    case 0x61...0x66: UInt32(byte) - 0x61 + 10
    default: nil
    }
  }
}
