// SPDX-License-Identifier: Apache-2.0
import Configuration
import Glibc
import Testing

/// Expressions match as in the C library, at a bounded cost.
@Suite struct RegularExpressionTests {
  private static let patterns = [
    "", "a", "^a", "a$", "^$", "^", "$", "a^b", "a$b", "(^a|b)c", "^(Slides|Talk) [0-9]+$",
    "^.*bar$",
    "foo.*bar", "a|b|cd", "a|", "|a", "()", "(|a)b", "((a)(b(c)))", "a*", "ba*b", "a+b?",
    "(ab)*c", "(a|ab)(c|bcd)(d*)", "a{2}", "^a{2}$", "^a{2,}$", "^a{1,3}$", "^a{,2}$", "^a{,}$",
    "^(ab){2}$", "^(a{2}){2}$", "^a{0}b", "(a*)+b", "(a*)*b", "(^)*a", "[abc]", "[^abc]",
    "^[^abc]+$",
    "[]]", "[^]a]", "[a-c]x", "[-a]", "[a-]", "[a-c0-9_]+$", "[\\n]", "[.]", "[\\]]",
    "[[:alpha:]]+[[:digit:]]", "^[[:upper:]][[:lower:]]*$", "[[:space:]]",
    "[^[:alnum:]]",
    "^[[:punct:]]$", "[[:blank:]]x", "^[[:xdigit:]]+$", "^[[:graph:]]+$", "^[[:print:]]*$",
    "[[:cntrl:]]",
    "\\.", "a\\.b", "\\*", "\\(a\\)", "\\[x\\]", "\\\\", "\\{", "a}", "}", "\\^a\\$", "\\|",
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
    "+", "?", "{1}", "^*", "$+", "\\b*", "\\<+", "a{2,1}", "\\",
  ]

  /// Returns the C library's answer; nil where it rejects the expression.
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

  /// Random expressions, wrong ones among them, match alike.
  ///
  /// A repetition of a repetition and a parenthesis that closes nothing are left out, since PCRE2
  /// reads them otherwise.
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
    let counts = ["*", "+", "?", "{2}", "{1,2}", "{,1}"]
    var compared = 0
    for _ in 0..<4000 {
      var (pattern, last, groups) = ("", "(", 0)
      for _ in 0...next(7) {
        let part = parts[next(parts.count)]
        if counts.contains(part) && (counts + ["("]).contains(last) { continue }
        if part == ")" && groups == 0 { continue }
        groups += part == "(" ? 1 : part == ")" ? -1 : 0
        (pattern, last) = (pattern + part, part)
      }
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

  @Test func aMistakeIsReportedWithItsPlace() throws {
    let texts = [
      "(a)\\2": "reference to non-existent subpattern, at \"\\\\2\" (character 4)",
      "é\\<a{2,1}b": "numbers out of order in {} quantifier, at \"}b\" (character 9)",
      "a(b": "missing closing parenthesis, at \"(b\" (character 2); \\ before a character",
      "(a)[b(": "missing terminating ] for character class, at \"[b(\" (character 4)",
      "a|*b": "at \"*b\" (character 3); \\ before a character",
      "x\\y": "at \"\\\\y\" (character 2)",
      "[[:letter:]]": "(character 2); valid here: alnum", "a)": "at \")\" (character 2)",
      "[[.a.]]": "not supported, at \"[.a.]]\" (character 2)", "a**": "at \"*\" (character 3)",
      "((a{99}){99}){99}": "too large", "\\C": "\\C is disabled", "(?x)a # b": ", at its end",
      String(repeating: "a", count: 257): "longer than 256 bytes",
    ]
    // PCRE2 10.49 names the place after these mistakes, where 10.42 to 10.46 name that before.
    let newerTexts = [
      "(a)\\2": "subpattern, at its end", "a|*b": "at \"b\" (character 4); \\ before a character",
      "x\\y": "follows \\, at its end", "a)": "parenthesis, at its end",
      "[[:letter:]]": "at \"]\" (character 12); valid here: alnum",
      "[[.a.]]": "not supported, at \"]\" (character 7)",
      "a**": "quantifier does not follow a repeatable item, at its end",
    ]
    for (pattern, text) in texts {
      let problem = #expect(throws: RegularExpression.Problem.self) {
        try RegularExpression(pattern)
      }
      let words = problem?.description ?? ""
      #expect(
        words.contains(text) || newerTexts[pattern].map { words.contains($0) } == true,
        "\(pattern): \(words)")
    }
  }

  /// Forms that PCRE2 adds to POSIX, beside the forms of POSIX in the same expression.
  @Test(arguments: [
    ("\\((?:[^()]|(?R))*\\)", "x (a(b)c) y", "x )("), ("(?<!a)b$", "cb", "ab"),
    ("\\<(a|b)\\1\\>", "x bb", "xbb"), ("\\Q[.\\E[\\]", "[.\\", "[x\\"),
    ("\\d{,2}x\\>", "12x", "xy"),
    ("[^[:^alpha:]]", "a", "5"), ("[[:a]\\d", ":1", "]1"), ("a{,x}", "a{,x}", "ax"),
    ("^a+?$", "aa", "b"), ("(?i)É", "é", "e"), ("\\p{Greek}", "α", "a"), ("a\0b", "a\0b", "ab"),
  ]) func pcre2SyntaxIsUnderstood(pattern: String, match: String, other: String) throws {
    let expression = try RegularExpression(pattern)
    #expect(expression.matches(match) && !expression.matches(other))
  }

  /// A character across the end of the searched bytes does not count.
  @Test func theFirst4096BytesOfATextAreSearched() throws {
    let end = try RegularExpression("a$")
    let text = String(repeating: "a", count: 4094)
    #expect(end.matches(text + "a") && end.matches(text + "aab") && end.matches(text + "aéb"))
    #expect(end.matches(text + "a中b") && !end.matches(text + "éb"))
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
    "a" + String(repeating: "+", count: 255), "(?i)(.*e){50}b", "^(a|aa)+$", "((a*)*)*$",
    "(.*)(.*)(.*)(.*)\\d$", "(\\w+\\s?)+\\d$", "(?R)*\\d", "(?=(.*)*)\\d", "^(?:(.)(?=.*\\1))*\\d",
  ]) func hostileExpressionsMatchInBoundedTime(pattern: String) {
    let start = ContinuousClock.now
    let expression = try? RegularExpression(pattern)
    for title in [
      String(repeating: "a", count: 100_000), String(repeating: "éa", count: 5000),
      String(repeating: "a", count: 4000) + "b",
    ] {
      _ = expression?.matches(title)
    }
    // Generous, as the machine may be busy: the limits end a search within a tenth of a second.
    #expect(ContinuousClock.now - start < .seconds(10))
  }
}
