// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace || $0 == "\0" }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// The number that the whole text is, with a point as the decimal mark whatever the locale.
  ///
  /// Nil if it is none or not finite.
  var decimal: Double? {
    guard let value = Double(trimmed), value.isFinite else { return nil }
    return value
  }
}
