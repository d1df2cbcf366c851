// SPDX-License-Identifier: Apache-2.0
import Configuration
import Glibc
import Testing

/// Expressions mean what they mean to the C library, and cost little whatever they say.
@Suite struct RegularExpressionTests {
  private static let patterns = [
    "", "a", "^a", "a$", "^$", "^", "$", "a^b", "a$b", "(^a|b)c", "^(Slides|Talk) [0-9]+$",
    "^.*bar$",
    "foo.*bar", "a|b|cd", "a|", "|a", "()", "(|a)b", "((a)(b(c)))", "a*", "ba*b", "a+b?", "a**",
    "a+?b",
    "(ab)*c", "(a|ab)(c|bcd)(d*)", "a{2}", "^a{2}$", "^a{2,}$", "^a{1,3}$", "^a{,2}$", "^a{,}$",
    "^(ab){2}$", "^(a{2}){2}$", "^a{0}b", "(a*)+b", "(a*)*b", "(^)*a", "[abc]", "[^abc]",
    "^[^abc]+$",
    "[]]", "[^]a]", "[a-c]x", "[-a]", "[a-]", "[a-c0-9_]+$", "[\\n]", "[.]", "[[.a.]]", "[[=a=]b]",
    "[[.a.]-c]", "[[:alpha:]]+[[:digit:]]", "^[[:upper:]][[:lower:]]*$", "[[:space:]]",
    "[^[:alnum:]]",
    "^[[:punct:]]$", "[[:blank:]]x", "^[[:xdigit:]]+$", "^[[:graph:]]+$", "^[[:print:]]*$",
    "[[:cntrl:]]",
    "\\.", "a\\.b", "\\*", "\\(a\\)", "\\[x\\]", "\\\\", "\\{", "a}", "}", "a)", "\\^a\\$", "\\|",
    "\\bfoo\\b", "\\<foo", "foo\\>", "\\Boo", "\\w+", "^\\W", "\\s", "^\\S+$", "\\`a", "b\\'", "é",
    "^.$",
    "^..$", "[éü]", "[[:alpha:]]é", "^\\w+$", "中", "(foo|bar)+ ?- ?(Mozilla )?Firefox$",
    "mpv.*\\.mkv$",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}", "a/b", "C\\+\\+", "x{1,3}y", "[a-z]+@[a-z]+\\.[a-z]{2,3}",
  ]
  private static let titles = [
    "", "a", "b", "ab", "ba", "abc", "aab", "aa", "aaa", "aaaa", "abab", "ababc", "bb", "c", "x",
    "ac",
    "Slides 12", "Talk x", "Slides 1 ", "foo", "foo bar", "a foo b", "xfoox", "foobar", "barfoo",
    "bar",
    "a.b", "a*b", "(a)", "[x]", "\\", "a{", "a}", "a)", "^a$", "|", "-", "]", "n", "_", ".", "!",
    "\t", "a\tx",
    "a\nb", "Abc", "ABC", "x1", "0", "9f", "é", "aé", "ü", "中文", "日 中", "foo - Mozilla Firefox",
    "film.mkv - mpv", "mpv film.mkv", "2024-05-06 notes", "C++", "xxy", "me@host.org", "abcd",
    "a/b",
    "\u{7F}", " ", "cd", "bcd", "abcdd",
  ]
  private static let mistakes = [
    "(", "a(b", "[", "[a", "[^", "[[:alpha:", "[[:letter:]]", "[z-a]", "[[.ab.]]", "*", "*a",
    "(*a)", "a|*b",
    "+", "?", "{1}", "^*", "$+", "\\b*", "a{", "a{1", "a{x}", "a{2,1}", "a{}", "\\",
  ]

  /// The C library's answer; nil where it refuses the expression.
  private func reference(_ pattern: String, _ titles: [String]) -> [Bool]? {
    let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let old = uselocale(locale)
    defer { uselocale(old) }
    var compiled = regex_t()
    guard regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) == 0 else { return nil }
    defer { regfree(&compiled) }
    return titles.map { regexec(&compiled, $0, 0, nil, 0) == 0 }
  }

  @Test func ordinaryExpressionsMatchAsInTheCLibrary() throws {
    for pattern in Self.patterns {
      let expected = try #require(reference(pattern, Self.titles), "\(pattern)")
      let expression = try RegularExpression(pattern)
      for (title, expected) in zip(Self.titles, expected) {
        #expect(expression.matches(title) == expected, "\(pattern) in \(title)")
      }
    }
  }

  /// Every class, and with it `\w` and `\s`, holds the same characters of ASCII.
  @Test func characterClassesEqualTheCLibrarys() throws {
    let characters = (UInt8(1)..<128).map { String(UnicodeScalar($0)) }
    let names = [
      "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
      "upper", "xdigit",
    ]
    for pattern in names.map({ "[[:\($0):]]" }) + ["\\w", "\\s", "\\W", "\\S", "."] {
      let expected = try #require(reference(pattern, characters))
      let expression = try RegularExpression(pattern)
      #expect(characters.map { expression.matches($0) } == expected, "\(pattern)")
    }
  }

  /// Expressions out of a seed, mistakes among them, are judged alike.
  @Test func randomExpressionsMatchAsInTheCLibrary() throws {
    var state: UInt64 = 7
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let parts = [
      "a", "b", "c", ".", "^", "$", "(", ")", "(", ")", "|", "*", "+", "?", "{2}", "{1,2}", "{,1}",
      "[ab]",
      "[^a]", "\\<", "\\>", "\\w", "\\b", "\\B",
    ]
    let titles = ["", "a", "b", "ab", "ba", "abc", "aab", "cab", "a b", "abab", "cc", "b a c"]
    var compared = 0
    for _ in 0..<4000 {
      let pattern = (0...next(7)).map { _ in parts[next(parts.count)] }.joined()
      guard let expected = reference(pattern, titles) else {
        #expect(throws: RegularExpression.Problem.self, "\(pattern)") {
          try RegularExpression(pattern)
        }
        continue
      }
      let expression = try RegularExpression(pattern)
      #expect(titles.map { expression.matches($0) } == expected, "\(pattern)")
      compared += 1
    }
    #expect(compared > 1000)
  }

  @Test(arguments: mistakes) func invalidExpressionsAreRefusedAsInTheCLibrary(pattern: String) {
    #expect(reference(pattern, []) == nil)
    #expect(throws: RegularExpression.Problem.self) { try RegularExpression(pattern) }
  }

  @Test func unsupportedSyntaxIsReportedWithItsPlace() throws {
    let texts = [
      "(a)\\1": "refers to a group (character 4)", "a{1,100}": "more than 99 times (character 5)",
      "x\\d": "\\d has no meaning", "a(?=b)": "(character 2)", "[[:word:]]": "valid here: alnum",
      "((a{99}){99}){99}": "more than 1000 steps", "a\0b": "number 0",
      String(repeating: "a", count: 257): "longer than 256 bytes",
    ]
    for (pattern, text) in texts {
      let problem = #expect(throws: RegularExpression.Problem.self) {
        try RegularExpression(pattern)
      }
      #expect(problem?.description.contains(text) == true, "\(pattern): \(problem as Any)")
    }
  }

  @Test func aCaseFlagIgnoresUpperAndLowerCase() throws {
    let expression = try RegularExpression("(?i)^(?:firefox|[x-z]é)$")
    for title in ["firefox", "Firefox", "FIREFOX", "xé", "YÉ"] {
      #expect(expression.matches(title), "\(title)")
    }
    #expect(!expression.matches("Firefoxy") && !expression.matches("wé"))
    #expect(try !RegularExpression("firefox").matches("Firefox"))
  }

  /// The C library crashed on the first, took 2 GB for the second, and seconds for the others.
  @Test(arguments: [
    "((((a?){30}){30}){30}){30}", "((a*){1,99}){1,99}", "(((((((()*)*)*)*)*)*)*){99}{99}{99}",
    "^(a|a)*(a|aa)*(a*)*b$", "(a?){99}(a*){99}b", "(a|b|ab)*c(a*){90}(x|a){50}$", "((a*)*)*b",
    "(((a{1,9}){1,9}){1,9})b", "[[:alpha:]]*[^b]*(.*){99}b", String(repeating: "(", count: 256),
    String(repeating: "(", count: 128) + String(repeating: ")", count: 128),
    "a" + String(repeating: "+", count: 255), "(?i)(.*e){50}b",
  ]) func hostileExpressionsMatchInBoundedTime(pattern: String) {
    let start = ContinuousClock.now
    let expression = try? RegularExpression(pattern)
    for title in [String(repeating: "a", count: 100_000), String(repeating: "éa", count: 5000)] {
      _ = expression?.matches(title)
    }
    // Generous: a test binary is not optimised, and the machine may be busy.
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
