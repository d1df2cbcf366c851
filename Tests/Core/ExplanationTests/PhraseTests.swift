// SPDX-License-Identifier: Apache-2.0
import Testing
import Text

@testable import Explanation

/// Phrases are filled with parameters; `MessageTests` reads all of them.
struct PhraseTests {
  @Test func namesAreNotTakenForParameters() {
    #expect(
      EventPhrase.root(.english, "{controller}", "{window}")
        == "window {controller} got the root {window}")
    #expect(EventPhrase.root(.chinese, "{controller}") == "窗口 {controller} 得到根控制器 ")
  }

  /// The Chinese text may name the holes in another order.
  @Test func theEnglishPatternOrdersTheParameters() {
    #expect(BlamePhrase.changes(.english, "2", "for L") == "2 changes at once are enough for L")
    #expect(BlamePhrase.changes(.chinese, "2", "要转到 L") == "要转到 L，要同时改 2 个")
  }

  @Test func localesChooseTheLanguage() {
    #expect(Language(locale: "zh_CN.UTF-8") == .chinese)
    #expect(Language(locale: "zh") == .chinese)
    #expect(Language(locale: "de_DE.UTF-8") == .english)
    #expect(Language(locale: "zhx") == .english)
    #expect(Language(locale: "C") == .english)
    func language(_ values: [String: String]) -> Language { Language { values[$0] } }
    #expect(language([:]) == .english)
    #expect(language(["LANG": "zh_CN"]) == .chinese)
    #expect(language(["LANG": "zh_CN", "LC_MESSAGES": "en_GB"]) == .english)
    #expect(language(["LANG": "zh_CN", "LC_ALL": ""]) == .chinese)
    #expect(language(["LC_ALL": "zh_TW", "LC_MESSAGES": "en_GB"]) == .chinese)
  }

  @Test func chineseLinesBreakBetweenCharacters() {
    let text = "状态栏转了，页面 main.root 没有转（掩码 P）。"
    let lines = Labelled(label: "原因", text: text).lines(TextStyle(columns: 40))
    #expect(lines == ["  原因     状态栏转了，页面 main.root 没", "           有转（掩码 P）。"])
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 40 })
  }
}
