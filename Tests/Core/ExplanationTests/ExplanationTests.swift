// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing

@testable import Explanation

struct ExplanationTests {
  @Test func firstLineNamesTheCulprit() throws {
    let story = try Stories.hiddenMenu()
    let verdict = try #require(story.verdicts.last)
    #expect(
      Explanation(verdict, rules: story.rules).text(.short)
        == "SW0301 split: the status bar turned, the page did not - "
        + #"hidden window "menu" answered YES by default, "main" answered NO; "#
        + #"fix: in the root view controller of "menu": return what that of "main" returns"#)
  }

  /// No change is named in the notation of `swivel whatif`.
  @Test func theChangeOfTheShortTextIsAThingToDo() throws {
    for name in Stories.names {
      let story = try Stories.story(name)
      for verdict in story.verdicts {
        let text = Explanation(verdict, rules: story.rules).text(.short)
        #expect(!text.contains(/fix: .*\w=(\w|-)+/), "\(name): \(text)")
      }
    }
  }

  /// A decision that nobody can name is not simulated again.
  @Test func onlyADecisionWithASubjectHasCommands() throws {
    for name in Stories.names {
      let story = try Stories.story(name)
      let verdict = try #require(story.verdicts.last)
      func commands(_ subject: String?) -> [String?] {
        let document = Explanation(verdict, rules: story.rules, subject: subject).document
        return document.blame.findings.flatMap(\.repairs).map(\.command)
      }
      #expect(commands(nil).allSatisfy { $0 == nil }, "\(name)")
      #expect(
        commands("7").allSatisfy { $0?.hasPrefix("swivel whatif 7 ") == true }, "\(name)")
    }
  }

  @Test func aMissingSensorIsSaidFirst() throws {
    let story = try Stories.story("desktop-refuses")
    var explanation = Explanation(try #require(story.verdicts.last), rules: story.rules)
    explanation.sensor = "no sensor is there: the service has gone"
    let sentence = "no sensor is there: the service has gone; swivel doctor says what to do"
    #expect(explanation.text(.short) == sentence)
    #expect(explanation.text().hasPrefix("\(sentence)\n\nSW0"))
  }

  @Test(arguments: Stories.names) func everyDetailLevelBeginsWithTheSameLine(_ name: String) throws
  {
    let story = try Stories.story(name)
    for verdict in story.verdicts {
      let explanation = Explanation(verdict, rules: story.rules)
      let first = explanation.text(.short)
      #expect(!first.contains("\n"))
      #expect(first.hasPrefix(explanation.firstLine))
      #expect(explanation.text().hasPrefix(explanation.firstLine + "\n"))
      #expect(explanation.text(.full).hasPrefix(explanation.firstLine + "\n"))
    }
  }

  @Test(arguments: Stories.names) func colourAddsOnlyEscapeSequences(_ name: String) throws {
    let story = try Stories.story(name)
    let verdict = try #require(story.verdicts.last)
    let plain = Explanation(verdict, rules: story.rules).text(.full)
    let style = TextStyle(colour: true)
    let coloured = Explanation(verdict, rules: story.rules, style: style).text(.full)
    #expect(coloured != plain)
    #expect(coloured.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
  }

  @Test(arguments: [40, 60, 80, 200]) func explanationsKeepTheLineLimitAtEveryWidth(_ columns: Int)
    throws
  {
    for name in Stories.names {
      let story = try Stories.story(name)
      let verdict = try #require(story.verdicts.last)
      let style = TextStyle(columns: columns)
      let text = Explanation(verdict, rules: story.rules, style: style).text()
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 20)
    }
  }

  @Test func unaskedWindowsBeyondTheLimitAreCounted() throws {
    var windows = [Window.declared(1, "main", Stories.portraitPage)]
    for number: Int32 in 2...40 {
      windows.append(Window(id: WindowID(number), name: "w\(number)", root: nil))
    }
    windows.append(.declared(41, "menu", level: 2000, isHidden: true))
    var story = Story(
      try Stories.uikit("uikit-8"), Scene(windows: windows, key: WindowID(1)))
    story.turn(.landscapeLeft)
    let verdict = try #require(story.verdicts.last)
    let explanation = Explanation(verdict, rules: story.rules)
    #expect(explanation.text(.full).contains("… and 29 more not asked"))
    #expect(explanation.text().contains("  menu "))
    #expect(explanation.text().contains("  main "))
    #expect(explanation.text().split(separator: "\n").count <= Explanation.mostLines)
  }

  @Test func aRemovedWindowIsNamedIfItsNameIsGiven() throws {
    var story = try Stories.stuck()
    story.turn(.faceUp)
    let verdict = try #require(story.verdicts.last)
    let nameless = Explanation(verdict, rules: story.rules).text(.short)
    #expect(nameless.contains("removed window number 2"))
    let names = [WindowID(2): "menu"]
    let named = Explanation(verdict, rules: story.rules, names: names).text(.short)
    #expect(named.contains(#"removed window "menu""#))
  }

  @Test func eachKindOfRefusalHasItsOwnWords() throws {
    let windows: [Window] = [
      .declared(1, "main", DeclaredPolicy(supported: .portrait)),
      .declared(2, "no", DeclaredPolicy(autorotate: false)),
      Window(id: WindowID(3), name: "rootless", root: nil),
    ]
    var story = Story(
      try Stories.uikit("uikit-8"), Scene(windows: windows, key: WindowID(1)))
    story.turn(.landscapeLeft)
    let verdict = try #require(story.verdicts.last)
    let evidence = Evidence(verdict: verdict, rulesID: story.rulesID, names: [:])
    #expect(
      evidence.said(WindowID(1))
        == #"window "main" answered YES by default, but not for landscape-right (supports P)"#)
    #expect(evidence.said(WindowID(2)) == #"window "no" answered NO (written)"#)
    #expect(evidence.said(WindowID(3)) == #"window "rootless" was not asked (no root)"#)
  }
}
