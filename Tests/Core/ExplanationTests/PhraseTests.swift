// SPDX-License-Identifier: Apache-2.0
import Testing
import Text

@testable import Explanation

/// Every phrase exists in every language, with the same parameters.
struct PhraseTests {
  private static func all(_ kind: (some Phrase).Type) -> [any Phrase] { Array(kind.allCases) }

  static let phrases: [any Phrase] =
    all(EventPhrase.self) + all(BlockPhrase.self) + all(AnswerPhrase.self)
    + all(EffectPhrase.self) + all(LayoutPhrase.self) + all(HeadlinePhrase.self)
    + all(RemedyPhrase.self) + all(RunPhrase.self) + all(BlamePhrase.self) + all(WhatIfPhrase.self)
    + all(MissedTurnPhrase.self) + all(ExplanationCode.self) + all(DesktopPhrase.self)
    + all(EdgePhrase.self) + all(FixPhrase.self)

  @Test func everyLanguageHasEveryPhraseWithItsParameters() {
    #expect(Self.phrases.count > 300)
    for phrase in Self.phrases {
      let (english, chinese) = phrase.patterns
      #expect(!english.isEmpty && !chinese.isEmpty, "\(phrase)")
      #expect(parameters(english) == parameters(chinese), "\(phrase): \(english) / \(chinese)")
    }
  }

  /// Finds a forgotten translation, or a pattern of two phrases by mistake.
  @Test func chinesePhrasesContainChineseCharacters() {
    let same: Set = ["join", "of", "letFollow", "key", "takes", "clause"]
    for phrase in Self.phrases where !same.contains("\(phrase)") {
      let chinese = phrase.patterns.chinese
      #expect(chinese.contains { DisplayWidth.of($0) == 2 }, "\(phrase): \(chinese)")
    }
  }

  @Test func namesAreNotTakenForParameters() {
    #expect(EventPhrase.root(.english, "{1}", "{0}") == "window {1} got the root {0}")
    #expect(EventPhrase.root(.chinese, "{1}") == "窗口 {1} 得到根控制器 ")
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

  private func parameters(_ pattern: String) -> Set<String> {
    Set(pattern.matches(of: /\{[0-9]\}/).map { String($0.output) })
  }
}
