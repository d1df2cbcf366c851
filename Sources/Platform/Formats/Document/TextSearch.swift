// SPDX-License-Identifier: Apache-2.0

// The standard library's versions of these functions are in _StringProcessing with regular
// expressions, which would add 1.3 MB to a program.
extension StringProtocol {
  /// Returns the first range that contains `part`, compared byte by byte; `nil` if `part` is empty
  /// or absent.
  package func firstRange(of part: String) -> Range<Index>? {
    let (bytes, wanted) = (utf8, Array(part.utf8))
    guard let first = wanted.first else { return nil }
    var rest = bytes[...]
    while let start = rest.firstIndex(of: first) {
      rest = bytes[start...]
      if rest.starts(with: wanted) {
        return start..<bytes.index(start, offsetBy: wanted.count)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Returns whether the text contains `part`; always true for an empty `part`.
  package func contains(_ part: String) -> Bool { part.isEmpty || firstRange(of: part) != nil }

  /// Returns the text with all occurrences of `part` replaced; unchanged if `part` is empty.
  package func replacing(_ part: String, with other: String) -> String {
    var (result, rest) = ("", self[...])
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
