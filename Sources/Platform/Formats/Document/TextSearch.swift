// SPDX-License-Identifier: Apache-2.0

// The standard library has all of this in _StringProcessing, beside regular expressions, and a program
// that uses one of it gets 1.3 MB of them. Release builds do not let anybody see that module
// (scripts/build-release).
extension StringProtocol {
  /// Finds the first place of a text, compared byte by byte; nil for an empty one or none.
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

  /// Whether a text is in it, as the empty one is in all.
  package func contains(_ part: String) -> Bool { part.isEmpty || firstRange(of: part) != nil }

  /// Puts one text in the place of another, wherever that is.
  package func replacing(_ part: String, with other: String) -> String {
    var (result, rest) = ("", self[...])
    while let range = rest.firstRange(of: part) {
      result += rest[..<range.lowerBound] + other
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
