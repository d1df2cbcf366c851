// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing
import Text

@testable import Explanation

struct UntrustedTextTests {
  private static let hostile = "\u{1B}]0;x\u{7}me\"nu\u{202E}\n\r\u{9B}2J\u{2028}\u{0}"

  @Test func hostileNamesEmitNoControlCharacters() throws {
    let name = Self.hostile
    var story = try Stories.hiddenMenu(name)
    story.send(.window(WindowID(2), .remove))
    for verdict in story.verdicts {
      let explanation = Explanation(verdict, rules: story.rules, source: name)
      for detail in Explanation.Detail.allCases { expectHarmless(explanation.text(detail)) }
      expectHarmless(VerdictLine(verdict, rulesID: story.rulesID).text)
    }
    var desktop = Stories.desktop([Stories.client(1, name)], focus: 1)
    desktop.send(.output(.add(Output(id: OutputID(7), name: name))))
    for verdict in desktop.verdicts {
      expectHarmless(Explanation(verdict, rules: DesktopRuleSet()).text(.full))
      expectHarmless(VerdictLine(verdict, rulesID: "desktop").text)
    }
    let report = OutputReport(
      output: OutputID(7), transform: .normal, result: .confirmed, attempts: 1)
    expectHarmless(OutputLine(report, output: name).text)
  }

  private func expectHarmless(_ text: String) {
    for scalar in text.unicodeScalars where scalar != "\n" {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        Issue.record("U+\(String(scalar.value, radix: 16)) in \(text.debugDescription)")
      default: continue
      }
    }
  }

  @Test func quotedTextEscapesQuotesAndControls() {
    #expect(UntrustedText(#"a" said NO"#).quotedName() == #""a\" said NO""#)
    #expect(UntrustedText(#"a\"#).quotedName() == #""a\\""#)
    #expect(UntrustedText("\u{1B}[31m").quotedName() == #""U+001B[31m""#)
    #expect(UntrustedText("\r\n").quotedName() == #""U+000D\n""#)
    // A name with a line break does not look like another name; a line of a report stays readable.
    #expect(UntrustedText("a\nb").name() == "aU+000Ab")
    #expect(UntrustedText("a\nb").argument == "aU+000Ab")
    #expect(UntrustedText("a\n\tb").line == "a  b")
  }

  @Test func onlyAShortPlainWordStandsWithoutQuotes() {
    let longest = String(repeating: "x", count: 60)
    for plain in ["eDP-1", "org.gnome.Maps", "a_b+c", "0", longest] {
      #expect(UntrustedText(plain).word == plain)
    }
    #expect(UntrustedText("").word == #""""#)
    #expect(UntrustedText("two words").word == #""two words""#)
    #expect(UntrustedText("é").word == #""é""#)
    #expect(UntrustedText(longest + "x").word == #""\#(longest.dropLast())…""#)
  }

  /// A terminal draws a character with the selector of emoji in two columns.
  @Test func anEmojiTakesTwoColumns() {
    #expect(DisplayWidth.of("\u{2764}") == 1 && DisplayWidth.of("\u{2764}\u{FE0F}") == 2)
    #expect(DisplayWidth.of("a\u{301}") == 1 && DisplayWidth.of("\u{301}") == 0)
  }

  @Test func aNameOfFortyColumnsIsWhole() {
    let name = String(repeating: "a", count: 40)
    #expect(UntrustedText(name).name() == name)
    #expect(DisplayWidth.of(UntrustedText(name + "a").name()) <= 40)
  }

  @Test func longNamesAreCut() {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(UntrustedText(long).name().count == UntrustedText.nameColumns)
    #expect(UntrustedText(long).name().hasSuffix("…"))
    let marks = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect(UntrustedText(marks).name().unicodeScalars.count < 10)
    #expect(DisplayWidth.cut("日本語", columns: 5) == "日本…")
    #expect(DisplayWidth.cut("日本語", columns: 4) == "日…")
    #expect(DisplayWidth.cut("日本語", columns: 6) == "日本語")
  }

  @Test func argumentsAreQuotedForAShell() {
    #expect(UntrustedText("a/b-1.yaml").argument == "a/b-1.yaml")
    #expect(UntrustedText("a b").argument == "'a b'")
    #expect(UntrustedText("it's").argument == #"'it'\''s'"#)
    #expect(UntrustedText("").argument == "''")
    // As long as the longest path of Linux.
    let long = UntrustedText(String(repeating: "x", count: 5_000))
    #expect(long.argument.utf8.count == 4_096)
  }

  @Test func onlyOneThingIsSingular() {
    #expect([0, 1, 2].map { counted($0, "window") } == ["0 windows", "1 window", "2 windows"])
  }

  @Test func displayWidthsCountColumns() {
    #expect(DisplayWidth.of("abc") == 3)
    #expect(DisplayWidth.of("日本") == 4)
    #expect(DisplayWidth.of("e\u{301}") == 1)
    #expect(DisplayWidth.of("ﾊ") == 1)
    #expect(DisplayWidth.of("👩‍👧") == 2)
    #expect(DisplayWidth.of("🇩🇪") == 2)
    #expect(DisplayWidth.of("…") == 1)
  }

  @Test func tableColumnsLineUpWithWideCharacters() throws {
    let story = try Stories.hiddenMenu("目录菜单")
    let verdict = try #require(story.verdicts.last)
    let lines = Explanation(verdict, rules: story.rules).text().split(separator: "\n")
    let shown = lines.filter { $0.contains("  yes  ") || $0.contains("  NO  ") }
    let columns = shown.compactMap { line in
      line.firstRange(of: /yes|NO/).map { DisplayWidth.of(line[..<$0.lowerBound]) }
    }
    #expect(columns.count == 3)
    #expect(Set(columns).count == 1)
  }
}
