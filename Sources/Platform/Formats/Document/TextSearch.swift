// SPDX-License-Identifier: Apache-2.0

// The standard library has these functions in _StringProcessing, beside regular expressions: their
// use would add 1.3 MB to a program.
extension StringProtocol {
  /// Returns the first range of a text, compared byte by byte; `nil` if the text is empty or not
  /// found.
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

  /// Returns whether the text is contained; always true for the empty text.
  package func contains(_ part: String) -> Bool { part.isEmpty || firstRange(of: part) != nil }

  /// Returns the text with all occurrences of `part` replaced.
  package func replacing(_ part: String, with other: String) -> String {
    var (result, rest) = ("", self[...])
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
