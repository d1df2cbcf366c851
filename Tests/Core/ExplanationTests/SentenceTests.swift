// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import Explanation

/// Single sentences of explanations in situations that no story has.
@Suite struct SentenceTests {
  /// A report is green if the output shows the transform, red if it does not, else yellow.
  @Test(arguments: [
    (OutputReport.Result.confirmed, 32), (.retried, 33), (.byOther, 33), (.overruled, 33),
    (.refused, 31), (.cancelled, 31), (.unanswered, 31), (.unsupported, 31), (.contested, 31),
  ])
  func theColourOfAReportShowsItsResult(result: OutputReport.Result, colour: Int) {
    let report = OutputReport(
      output: OutputID(1), transform: .rotated90, result: result, attempts: 2)
    let line = OutputLine(report, output: "eDP-1", style: TextStyle(colour: true)).text
    #expect(line.contains("\u{1B}[\(colour)m"))
  }

  @Test(arguments: [(true, "floats now"), (false, "floats no longer")])
  func aFloatingWindowIsNamed(floats: Bool, words: String) throws {
    let rules = try #require(RuleSetCatalog.make("chromeos"))
    let window = Window(id: WindowID(1), name: "chat", root: nil)
    var story = Story(rules, Scene(windows: [window], key: WindowID(1)))
    story.send(.window(WindowID(1), .setting(.floated(floats))))
    let verdict = try #require(story.verdicts.last)
    let text = Explanation(verdict, rules: rules).text(.full)
    #expect(text.contains("window \"chat\" \(words)"), "\(text)")
  }

  /// A cited rule has its mark in a full explanation only.
  @Test func onlyAFullExplanationMarksItsRules() throws {
    let story = try Stories.hiddenMenu()
    let explanation = Explanation(try #require(story.verdicts.last), rules: story.rules)
    #expect(explanation.text(.full).contains(" (documented): "))
    #expect(!explanation.text(.standard).contains(" (documented): "))
  }

  @Test func anAppInTheBackgroundIsNamed() throws {
    let rules = try #require(RuleSetCatalog.make("uikit-8"))
    var story = Story(rules, Scene(windows: [.declared(1, "main")], key: WindowID(1)))
    story.send(.app(.background))
    story.turn(.landscapeLeft)
    let explanation = Explanation(try #require(story.verdicts.last), rules: rules)
    #expect(explanation.text(.full).contains("the app is in the background"))
  }

  /// Android's display turns with a page that no longer asks for portrait.
  @Test func aDisplaysRepairSaysWhereTheDisplayTurns() throws {
    var window = Window(id: WindowID(1), name: "film", root: nil)
    window.android.request = .portrait
    var story = Story(AndroidRuleSet(), Scene(windows: [window], key: WindowID(1)))
    story.turn(.landscapeLeft)
    let explanation = Explanation(try #require(story.verdicts.last), rules: AndroidRuleSet())
    #expect(explanation.text(.full).contains("the display turns to landscape (ROTATION_90)"))
  }

  /// A repeated orientation is named; it is neither flat nor unknown (F-2).
  @Test(arguments: ["uikit-8", "android", "chromeos"])
  func aRepeatedOrientationIsNamed(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var story = Story(rules, Scene(windows: [.declared(1, "main")], key: WindowID(1)))
    for _ in 0..<2 { story.turn(.portrait) }
    let verdict = try #require(story.verdicts.last)
    #expect(
      Explanation(verdict, rules: rules).headline.text.contains("the device already was at"),
      "\(Explanation(verdict, rules: rules).headline.text)")
  }
}
