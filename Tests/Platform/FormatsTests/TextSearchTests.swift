// SPDX-License-Identifier: Apache-2.0
import Formats
import Testing

/// The search for a text in another one: its beginning, its end and its replacement.
@Suite struct TextSearchTests {
  @Test(arguments: [
    ("abcabc", "bc", "a|bc|abc"), ("aaab", "aab", "a|aab|"), ("ab", "ab", "|ab|"),
    ("grüße", "üß", "gr|üß|e"), ("a\u{301}=b", "=", "a\u{301}|=|b"),
  ])
  func theFirstOccurrenceIsFound(_ text: String, _ part: String, _ marked: String) throws {
    let range = try #require(text.firstRange(of: part))
    let found = "\(text[..<range.lowerBound])|\(text[range])|\(text[range.upperBound...])"
    #expect(found == marked)
    #expect(text.contains(part))
  }

  @Test(arguments: [("abc", ""), ("", "a"), ("aaa", "aab"), ("ab", "abc"), ("", "")])
  func anAbsentOrEmptyTextIsNotFound(_ text: String, _ part: String) {
    #expect(text.firstRange(of: part) == nil)
    #expect(text.contains(part) == part.isEmpty)
    #expect(text.replacing(part, with: "x") == text)
  }

  @Test func everyOccurrenceIsReplacedOnce() {
    #expect("a/b//c".replacing("/", with: "__") == "a__b____c")
    #expect("aaaa".replacing("aa", with: "a") == "aa")
    #expect("xabx".dropFirst().replacing("x", with: "") == "ab")
  }
}
