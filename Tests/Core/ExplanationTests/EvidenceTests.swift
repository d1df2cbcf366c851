// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Orientation
import Testing
import Text

@testable import Explanation

/// The facts of a verdict in words: events, parties, respondents, and reasons not to ask a window.
@Suite struct EvidenceTests {
  private static let main = WindowID(1)

  private static func evidence(_ story: Story) throws -> Evidence {
    Evidence(
      verdict: try #require(story.verdicts.last), rulesID: story.rulesID, names: [:])
  }

  /// Returns the story of a window with a root, from its launch on.
  private static func story(_ root: Controller?, rules: String = "uikit-8") throws -> Story {
    let window = Window(id: main, name: "main", root: root)
    return Story(try Stories.uikit(rules), Scene(windows: [window], key: main))
  }

  @Test func changesOfAContainerAreNamed() throws {
    let children = ["first", "second"].map { Controller(id: $0) }
    for (kind, event, text) in [
      (Container.Kind.navigation, WindowEvent.pop, #"window "main" popped a controller"#),
      (.navigation, .push(Controller(id: "third")), #"window "main" pushed "third""#),
      (.tab, .select(child: "second"), #"window "main" selected "second""#),
    ] {
      var story = try Self.story(
        Controller(id: "root", container: Container(kind: kind, children: children)))
      story.send(.window(Self.main, event))
      #expect(EventWords(try Self.evidence(story)).text == text)
    }
  }

  @Test func aPartyIsNamedByWhatLimitsTheTurn() throws {
    let evidence = try Self.evidence(Self.story(Controller(id: "root")))
    let parties: [Party] = [.app, .delegate, .device, .window(Self.main)]
    #expect(
      parties.map { evidence.description(of: $0) } == [
        "the app's list", "the app delegate", "the device", #"window "main""#,
      ])
  }

  @Test func anOutputThatIsGoneIsNamedByItsNumber() throws {
    let evidence = try Self.evidence(Stories.desktop([], focus: nil))
    #expect(evidence.name(of: OutputID(1)) == "eDP-1")
    #expect(evidence.name(of: OutputID(9)) == "number 9")
  }

  /// Where shouldAutorotate is not asked, the presented controller's counts, not the root's.
  ///
  /// Rules: E-1.
  @Test(arguments: [true, false])
  func theTopmostControllersUnaskedAnswerIsReported(turns: Bool) throws {
    func controller(_ id: String, turns: Bool) -> Controller {
      Controller(id: id, policy: .declared(DeclaredPolicy(autorotate: turns, supported: .all)))
    }
    var root = controller("root", turns: !turns)
    root.presented = Presentation(
      style: .fullScreen, controller: controller("sheet", turns: turns))
    var story = try Self.story(root, rules: "uikit-16")
    story.turn(.landscapeLeft)
    #expect(try Self.evidence(story).saysNo(Self.main) == !turns)
  }

  /// Rules: B-12.
  @Test func aTurnWithoutAQuestionNamesTheMissingRoot() throws {
    var story = try Self.story(nil)
    story.turn(.landscapeLeft)
    let evidence = try Self.evidence(story)
    #expect(evidence.verdict.asked.isEmpty)
    #expect(Headline(evidence).text.hasSuffix(HeadlinePhrase.noRoot(.english)))
  }

  /// Rules: W-3.
  @Test func aDesktopWithoutAnOutputToTurnSaysSo() throws {
    var story = Story(
      DesktopRuleSet(),
      Scene(
        device: Device(panel: .landscape), windows: [Stories.client(1, "term")], key: WindowID(1)))
    story.turn(.landscapeLeft)
    let evidence = try Self.evidence(story)
    #expect(evidence.blockReason.rule == .w3)
    #expect(Headline(evidence).text.contains(BlockPhrase.noOutput(.english)))
  }

  /// A rotation is put off by the background or by a window, and made up for by another rule each.
  ///
  /// Rules: M-15, M-16.
  @Test func aDeferredTurnCitesWhatPutItOff() throws {
    var background = try Self.story(Controller(id: "root"))
    background.send(.app(.background))
    background.turn(.landscapeLeft)
    for (story, rule, other) in [
      (background, RuleID.m16, RuleID.m15), (try Stories.deferred(), .m15, .m16),
    ] {
      let evidence = try Self.evidence(story)
      let rules = Reasons(evidence, evidence.code).rules
      #expect(evidence.code == .deferred)
      #expect(rules.contains(rule) && !rules.contains(other), "\(rules)")
    }
    #expect(try Self.evidence(background).blockReason.words == "the app is in the background")
  }

  /// Rules: W-6.
  @Test func aWindowBesideAFullscreenOneIsNotAskedForThatReason() throws {
    var film = Stories.client(1, "film")
    film.shell.isFullscreen = true
    let story = Stories.desktop([film, Stories.client(2, "mail", vetoes: true)], focus: 1)
    #expect(
      NotAskedReason(try Self.evidence(story)).text(WindowID(2))
        == "the focused window is fullscreen")
  }

  @Test func aPageThatIsRemovedGivesWayToAnotherWindow() throws {
    var story = Story(
      try Stories.uikit("uikit-16"),
      Scene(windows: [.declared(1, "main"), .declared(2, "overlay")], key: Self.main))
    story.send(.window(Self.main, .remove))
    let effects = try Self.evidence(story).movedLines
    #expect(effects.contains { $0.hasPrefix(#"page now "overlay""#) }, "\(effects)")
  }

  /// The window that would have to allow the requested orientation, not the one that requests it.
  ///
  /// Rules: E-5.
  @Test func aRefusedRequestSuggestsAChangeOfTheWindowThatLimitsIt() throws {
    let overlay = DeclaredPolicy(supported: .portrait)
    var story = Story(
      try Stories.uikit("uikit-16"),
      Scene(
        windows: [.declared(1, "main"), .declared(2, "overlay", level: 1000, overlay)],
        key: Self.main))
    story.send(.window(Self.main, .requestGeometry(.landscapeRight)))
    let evidence = try Self.evidence(story)
    try #require(evidence.outside == [.window(WindowID(2))])
    let lines = Remedies(evidence, evidence.code, rules: story.rules).lines
    let suggestion = #"let "overlay" answer what the key window answers"#
    #expect(lines.contains { $0.hasPrefix(suggestion) }, "\(lines)")
  }

  /// The app's list is to blame for the refusal, not the window that requests.
  ///
  /// Rules: E-5.
  @Test func aRequestThatTheAppsListRefusesBlamesTheApp() throws {
    var story = Story(
      try Stories.uikit("uikit-16"),
      Scene(
        app: App(supported: [.portrait]), windows: [.declared(1, "main")], key: Self.main))
    story.send(.window(Self.main, .requestGeometry(.landscapeRight)))
    #expect(try Self.evidence(story).culprits == [.app])
  }

  /// Returns the verdict of a turn for which live policies agree, each answer after 6 ms.
  private static func agreed(_ policies: [LivePolicy]) throws -> Verdict {
    let live = policies.map { policy in
      let id = policy.id.rawValue
      return Window(
        id: WindowID(id), name: "w\(id)", level: 1000,
        root: Controller(id: "c\(id)", policy: .live(policy)))
    }
    var arbiter = Arbiter(
      rules: try Stories.uikit("uikit-8"),
      scene: Scene(windows: [.declared(1, "main")] + live, key: main))
    var verdict: Verdict?
    var events: [Event] = [.setUp, .device(.turned(.landscapeLeft))]
    while let event = events.first {
      events.removeFirst()
      for effect in arbiter.handle(event, at: .zero).reversed() {
        if case .report(let report) = effect { verdict = report }
        guard case .ask(let id, let question) = effect else { continue }
        let answer: Answer = question.kind == .shouldAutorotate ? .flag(true) : .mask(.all)
        events.insert(.answer(id, answer, took: .milliseconds(6)), at: 0)
      }
    }
    return try #require(verdict)
  }

  /// Each asked for autorotation and for its mask.
  @Test func theAnswersOfAPolicyToAWindowAreOneLine() throws {
    let policies = [
      LivePolicy(id: PolicyID(2), name: "linked", ring: .linked),
      LivePolicy(id: PolicyID(3), name: "library", ring: .library),
      LivePolicy(id: PolicyID(4), name: "client", ring: .client),
      LivePolicy(id: PolicyID(5), name: "client", ring: .client),
    ]
    let verdict = try Self.agreed(policies)
    let evidence = Evidence(verdict: verdict, rulesID: "uikit-8", names: [:])
    #expect(
      evidence.respondentLines == [
        #""w2": "linked" (linked code, ring 1), 12 ms"#,
        #""w3": "library" (library, ring 2), 12 ms"#,
        #""w4": "client" (client, ring 3), 12 ms"#,
        #""w5": "client" (client, ring 3), 12 ms"#,
      ])
    let explanation = Explanation(verdict, rules: try Stories.uikit("uikit-8"))
    #expect(explanation.text(.full).contains("w5"))
    let document = explanation.document
    let windows = document.answeredBy.map(\.window)
    #expect(windows == ["w2", "w2", "w3", "w3", "w4", "w4", "w5", "w5"])
  }
  /// Only the first two answers of live policies have a line, all others one in the full text.
  @Test func theNormalTextNamesTwoPoliciesThatAnswered() throws {
    let policies = (Int32(2)...5).map { LivePolicy(id: PolicyID($0), name: "policy\($0)") }
    let explanation = Explanation(
      try Self.agreed(policies), rules: try Stories.uikit("uikit-8"))
    func named(_ detail: Explanation.Detail) -> [String] {
      policies.map(\.name).filter { explanation.text(detail).contains("\"\($0)\" (") }
    }
    #expect(named(.standard) == ["policy2", "policy3"])
    #expect(named(.full) == policies.map(\.name))
  }

  /// A page that a change would turn to a bar that stays: neither do both turn nor do both stay.
  @Test func aPredictionSaysWhereBothWouldBe() throws {
    var story = Story(
      try Stories.uikit("uikit-8"),
      Scene(
        windows: [
          .declared(1, "main", DeclaredPolicy(autorotate: false, supported: .portrait)),
          .declared(2, "menu", level: 2000, isHidden: true),
        ], key: Self.main))
    for orientation in [DeviceOrientation.landscapeLeft, .faceUp, .landscapeLeft] {
      story.turn(orientation)
    }
    let verdict = try #require(story.verdicts.last)
    let text = Explanation(verdict, rules: story.rules).text()
    #expect(text.contains(#""main" -> YES to all: bar and page at landscape-right"#), "\(text)")
  }
  /// A chain that fills its width is cut only if another controller follows.
  @Test func aChainOfControllersIsCutAtItsWidth() {
    func chain(_ via: [String]) -> String {
      Asked(
        window: Self.main, controller: "nav", question: .supported, answer: .mask(.all),
        origin: .written, via: via, rule: .b3
      ).chain(columns: 10)
    }
    #expect(chain(["quiz"]) == "nav > quiz")
    #expect(chain(["quiz", "a"]) == "nav > qui…")
    #expect(chain(["a", "a"]) == "nav > a")
  }
}
