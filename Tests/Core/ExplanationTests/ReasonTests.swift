// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import RandomScenes
import Testing

@testable import Counterfactuals
@testable import Explanation

/// The parts of an explanation, one by one: reasons, events, repairs.
@Suite struct ReasonTests {
  private func evidence(_ story: Story) throws -> Evidence {
    let verdict = try #require(story.verdicts.last)
    return Evidence(verdict: verdict, rulesID: story.rulesID, names: [:])
  }

  @Test func aMinimisedWindowIsNotAskedBecauseItIsMinimised() throws {
    var window = Stories.client(1, "mail")
    window.shell.isMinimized = true
    let evidence = try evidence(Stories.desktop([window], focus: nil))
    #expect(NotAskedReason(evidence).text(WindowID(1)) == "minimised")
  }

  @Test func noWindowIsAskedWhileAnotherProgramHoldsTheOutput() throws {
    let windows = [Stories.client(1, "mail"), Stories.client(2, "editor")]
    var story = Story(
      DesktopRuleSet(),
      Scene(
        device: Device(panel: .landscape),
        outputs: [Output(id: OutputID(1), name: "eDP-1", panel: .landscape)], windows: windows,
        key: WindowID(1)))
    story.send(.output(.transform(OutputID(1), .rotated180)))
    story.send(.window(WindowID(2), .makeKey))
    let evidence = try evidence(story)
    try #require(evidence.blockReason.rule == .w10)
    #expect(NotAskedReason(evidence).text(WindowID(1)) == "output held")
  }

  /// The page allows the turn, and another window that was asked does not.
  @Test func aRefusingWindowIsNamedBeforeItsAnswer() throws {
    let windows: [Window] = [
      .declared(1, "main"), .declared(2, "other", DeclaredPolicy(autorotate: false)),
    ]
    var story = Story(
      try Stories.uikit("uikit-8"), Scene(windows: windows, key: WindowID(1)))
    story.turn(.landscapeLeft)
    let evidence = try evidence(story)
    try #require(evidence.refusing == [WindowID(2)])
    #expect(Headline(evidence).blocked.1 == #"window "other" answered NO (written)"#)
  }

  @Test func aNewRootIsNamedAndAMissingOneReported() throws {
    var story = Story(
      try Stories.uikit("uikit-8"), Scene(windows: [.declared(1, "main")], key: WindowID(1)))
    story.send(.window(WindowID(1), .setRoot(Controller(id: "second"))))
    #expect(
      EventWords(try evidence(story)).text == EventPhrase.root(.english, #""main""#, #""second""#))
    story.send(.window(WindowID(1), .setRoot(nil)))
    #expect(EventWords(try evidence(story)).text == EventPhrase.rootless(.english, #""main""#))
  }

  /// A geometry request is checked against a controller's mask, never the app's list (E-5).
  @Test(arguments: Stories.names) func theLastMaskIsThatOfAController(_ name: String) throws {
    let story = try Stories.story(name)
    for verdict in story.verdicts {
      let evidence = Evidence(verdict: verdict, rulesID: story.rulesID, names: [:])
      let masks = verdict.asked.filter { $0.mask != nil && $0.question != .appSupported }
      #expect(evidence.lastMask == masks.last)
    }
  }

  /// Two windows that have to answer alike, in one of two ways, are one repair in the text.
  @Test func repairsWithEqualAnswersAreJoined() throws {
    let story = try Stories.overlayVeto()
    let evidence = try evidence(story)
    let subjects = [1, 2].map { Intervention.Subject.party(.window(WindowID($0))) }
    let repairs = [Intervention.Override.agrees, .follows].map { override in
      Repair(
        changes: subjects.map { Intervention($0, override) }, outcome: .turned,
        page: .landscapeRight, statusBar: .landscapeRight, applicability: .safe)
    }
    let finding = BlameFinding(
      goal: .turn, repairable: [subjects], repairs: repairs, conflicts: [], searchedTo: nil)
    let text = BlameText(
      evidence: evidence,
      report: BlameReport(verdict: evidence.verdict, rules: story.rules, limit: 0),
      rules: story.rules, subject: nil, check: nil)
    #expect(
      text.ways(finding).map(\.changes) == [
        #""main" and "overlay" -> YES to all or follow the key window"#
      ])
  }

  @Test(arguments: [(0, 40), (39, 40), (40, 40), (41, 41)])
  func linesAreNeverNarrowerThanFortyColumns(_ wanted: Int, _ columns: Int) {
    #expect(TextStyle(columns: wanted).columns == columns)
  }

  /// The page is shown in the table although forty windows that were not asked are older.
  @Test func thePageIsListedBeforeUnaskedWindows() throws {
    var windows = (Int32(2)...40).map {
      Window(id: WindowID($0), name: "w\($0)", root: nil)
    }
    windows.append(.declared(1, "main", Stories.portraitPage))
    windows.append(.declared(41, "menu", level: 2000, isHidden: true))
    var story = Story(try Stories.uikit("uikit-8"), Scene(windows: windows, key: WindowID(1)))
    story.turn(.landscapeLeft)
    let verdict = try #require(story.verdicts.last)
    let text = Explanation(verdict, rules: story.rules).text(.full)
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("  main ") }, "\(text)")
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("  menu ") }, "\(text)")
  }
}
