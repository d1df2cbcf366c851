// SPDX-License-Identifier: Apache-2.0
import Configuration
import Testing

@Suite struct GlobTests {
  @Test(arguments: [
    ("", ""), ("*", ""), ("*", "a*b"), ("foot", "foot"), ("f*t", "ft"), ("f*t", "foot"),
    ("*.kde.*", "org.kde.krita"), ("a*b*c", "a1b2b3c"), ("**", "x"), ("*ab", "aab"),
    ("é*", "été"), ("a.b", "a.b"), ("[ab]?", "[ab]?"),
  ])
  func aPatternMatchesTheText(pattern: String, text: String) {
    #expect(Glob(pattern).matches(text))
  }

  @Test(arguments: [
    ("", "a"), ("foot", "foott"), ("foot", "Foot"), ("f*t", "foo"), ("a*b*c", "acb"),
    ("a.b", "axb"), ("*ab", "aba"), ("?", "a"), ("a*", "ba"),
  ])
  func aPatternDoesNotMatchOtherText(pattern: String, text: String) {
    #expect(!Glob(pattern).matches(text))
  }

  @Test func aHostilePatternTerminates() {
    let text = String(repeating: "a", count: 5000)
    #expect(!Glob(String(repeating: "a*", count: 50) + "b").matches(text))
  }
}
