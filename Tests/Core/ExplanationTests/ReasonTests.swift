// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing
import Text

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

  /// Rules: M-15.
  @Test func aWindowWhoseRotationIsDeferredIsNotAskedBecauseItIsDisabled() throws {
    let evidence = try evidence(Stories.deferred())
    #expect(NotAskedReason(evidence).text(WindowID(1)) == "disabled")
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

  private func blame(_ story: Story) throws -> BlameText {
    let evidence = try evidence(story)
    return BlameText(
      evidence: evidence, report: BlameReport(verdict: evidence.verdict, rules: story.rules),
      rules: story.rules, subject: nil, check: nil)
  }

  /// A limit leaves out no repair if one line more shows all, and otherwise counts the rest.
  @Test func aSingleRepairBeyondTheLimitIsListedAndMoreAreCounted() throws {
    var rests: Set<Int> = []
    for name in Stories.names {
      let blame = try blame(Stories.story(name))
      guard let finding = blame.report.main else { continue }
      let count = blame.ways(finding).count
      for limit in 0...(count + 1) {
        let lines = blame.lines(limit)
        let rest = max(0, count - limit)
        #expect(lines.first == blame.sentence(finding))
        let shown = limit == 0 ? 0 : min(limit, count) + min(rest, 1)
        #expect(lines.count == 1 + shown, "\(name), \(limit) of \(count)")
        let isCounted = lines.last == "  … and \(rest) more (--full shows them)"
        #expect(isCounted == (limit > 0 && rest > 1), "\(name), \(limit)")
        rests.insert(rest)
      }
    }
    #expect(rests.isSuperset(of: [0, 1, 2]))
  }

  @Test(arguments: [
    (Intervention.Override.agrees, "allows every orientation"), (.refuses, "allows no rotation"),
    (.follows, "follows the focused window"), (.leaves, "is closed"),
    (.supports(.landscape), "allows landscape only"), (.supports([]), "allows no orientation"),
    (.shows(true), "shown"), (.shows(false), "hidden"),
  ])
  func aDesktopsChangesAreNamedInItsWords(override: Intervention.Override, words: String) throws {
    let change = Intervention(.party(.window(WindowID(2))), override)
    let text = try blame(Stories.story("desktop-veto")).takes(change)
    #expect(text.hasSuffix(" -> \(words)"), "\(text)")
  }

  /// The rule of a window, its desktop file, the policy for all windows or another window's rule.
  @Test func theSourceOfADesktopsAnswerIsNamed() throws {
    let stated = DesktopEntrySource(file: "~/mpv.desktop", key: "X-Swivel")
    func said(
      _ policy: DeclaredPolicy, _ shell: ShellTraits, rules: String = "desktop", of id: Int32 = 1
    ) throws -> [String?] {
      var other = Window.declared(2, "menu", DeclaredPolicy())
      other.shell = ShellTraits(appID: "menu", mayVeto: true)
      let scene = Scene(
        device: Device(panel: .landscape),
        outputs: [Output(id: OutputID(1), name: "eDP-1", panel: .landscape)],
        windows: [.declared(1, "mpv", policy, shell: shell), other], key: WindowID(1))
      var story = Story(try #require(RuleSetCatalog.make(rules)), scene)
      story.turn(.landscapeRight)
      let sentences = DesktopSentences(try evidence(story))
      return [sentences.rule(WindowID(id)), sentences.statement(WindowID(id))]
    }
    let refusing = DeclaredPolicy(autorotate: false)
    let landscape = DeclaredPolicy(supported: .landscape)
    let portrait = DeclaredPolicy(supported: [.portrait, .portraitUpsideDown])
    let rule = ShellTraits(appID: "mpv", hasRule: true)
    #expect(
      try said(refusing, rule) == [
        "its rule allows no rotation", #"The rule of "mpv" has autorotate: false."#,
      ])
    #expect(
      try said(landscape, ShellTraits(appID: "mpv")) == [
        "the policy for all windows allows landscape only",
        "The policy for all windows has supported: landscape.",
      ])
    #expect(
      try said(landscape, ShellTraits(appID: "mpv", hasRule: true, statedIn: stated)) == [
        "its desktop file allows landscape only",
        "Its desktop file has it: ~/mpv.desktop, key X-Swivel.",
      ])
    #expect(
      try said(DeclaredPolicy(), ShellTraits(appID: "mpv")) == [
        "it allows every orientation", nil,
      ])
    #expect(
      try said(portrait, rule, rules: "desktop+follow-key", of: 2) == [
        #"the rule of "mpv", which it follows, allows portrait only"#, nil,
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
