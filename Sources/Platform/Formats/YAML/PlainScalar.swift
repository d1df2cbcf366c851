// SPDX-License-Identifier: Apache-2.0

/// The core schema of YAML 1.2.2 (10.3.2) for plain text, with one spelling each for bool and null.
enum PlainScalar {
  static func kind(of text: String) -> Node.Kind {
    switch text {
    case "", "~", "null": .null
    case "true", "false": .bool
    case let text where isInteger(text.utf8): .int
    case let text where NumberSyntax.isDecimal(text.utf8) || isSpecial(text): .double
    default: .text
    }
  }

  /// Returns a whole number written in decimal, as `0o17` or as `0x1f`, if `Int` can hold it.
  static func integer(_ text: String) -> Int? {
    guard isInteger(text.utf8) else { return nil }
    if text.hasPrefix("0o") { return Int(text.dropFirst(2), radix: 8) }
    if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16) }
    return Int(text)
  }

  /// Returns a finite number, whole or not.
  static func number(_ text: String) -> Double? {
    if let whole = integer(text) { return Double(whole) }
    guard NumberSyntax.isDecimal(text.utf8), let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  private static func isInteger(_ text: String.UTF8View) -> Bool {
    let bytes = Array(text.prefix(2))
    if bytes == Array("0o".utf8) {
      let digits = text.dropFirst(2)
      return !digits.isEmpty && digits.allSatisfy { (0x30...0x37).contains($0) }
    }
    if bytes == Array("0x".utf8) {
      let digits = text.dropFirst(2)
      return !digits.isEmpty && digits.allSatisfy { NumberSyntax.hexValue($0) != nil }
    }
    let digits = NumberSyntax.withoutSign(text[...])
    return !digits.isEmpty && digits.allSatisfy(NumberSyntax.isDigit)
  }

  private static func isSpecial(_ text: String) -> Bool {
    let unsigned = text.hasPrefix("-") || text.hasPrefix("+") ? String(text.dropFirst()) : text
    return [".inf", ".Inf", ".INF"].contains(unsigned) || [".nan", ".NaN", ".NAN"].contains(text)
  }
}
