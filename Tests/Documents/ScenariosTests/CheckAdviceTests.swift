// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import ModelChecker
import Orientation
import Recording
import Synchronization
import Testing

@testable import Experiments
import Scenarios

/// The sentence above the results of a check, and the advice after a bound has ended one.
@Suite struct CheckAdviceTests {
  private func headline(_ rules: String, _ windows: String) throws -> String {
    let text = "swivel: 1\nrules: \(rules)\nwindows:\n\(windows)\nevents: []\n"
    return try ScenarioCheck(Scenario.parse(text, file: "s.yaml"), options: .init()).headline
  }

  /// An activity that asks for the sensor turns under the user's lock, as the platform intends.
  ///
  /// Rules: AN-12.
  @Test func whatThePlatformIntendsIsNotCalledBroken() throws {
    let found = try headline("android", "  - {id: main, request: sensor}")
    #expect(
      found.hasPrefix("nothing is broken; by design of the platform: P7 (AN-12) ("),
      "\(found)")
  }

  @Test func whatWindowsBreakIsNamed() throws {
    let menu = "  - {id: main, root: {autorotate: false}}\n  - {id: menu, hidden: true}"
    let broken = try headline("uikit-8", menu)
    #expect(broken.hasPrefix("broken: P") && !broken.contains("by design"), "\(broken)")
    let proved = try headline("desktop", "  - {id: term}")
    #expect(
      proved.hasPrefix("proved: nothing that these windows can do breaks a property ("),
      "\(proved)")
  }

  /// A veto at the start leaves the windows in the orientation that their landscape panel shows.
  @Test func windowsOnALandscapePanelStartAsItShows() throws {
    let text = """
      swivel: 1
      rules: desktop
      device: {panel: landscape}
      windows:
        - {id: player, policy: {supported: [portrait-upside-down]}}
        - {id: dock, policy: {supported: [portrait], veto: true}}
      """
    let scenario = try Scenario.parse(text, file: "d.yaml")
    #expect(scenario.scene.windows.map(\.orientation) == [.landscapeRight, .landscapeRight])
    #expect(scenario.scene.statusBar.orientation == .landscapeRight)
    let broken = try ScenarioCheck(scenario).broken
    #expect(!broken.contains("P1") && !broken.contains("P7"), "\(broken)")
  }

  /// The events of the approach bring a file's scene to where the session is.
  @Test(arguments: [DeviceOrientation.portrait, .landscapeLeft, .landscapeRight, .faceUp])
  func theApproachEndsInTheSessionsScene(device: DeviceOrientation) {
    for mask in [OrientationMask.all, .landscape, .portrait] {
      for first in DeviceOrientation.allCases {
        var film = Window.declared(1, "film", DeclaredPolicy(supported: mask))
        film.shell.hasRule = true
        let panel = Output(id: OutputID(7), name: "eDP-1", panel: .landscape)
        var scene = Scene(outputs: [panel], windows: [film], key: film.id)
        scene.device.panel = .landscape
        var session = Arbiter(rules: DesktopRuleSet(), scene: scene)
        for event in [Event.setUp, .device(.turned(first)), .device(.turned(device))] {
          _ = session.handle(event, at: .zero)
        }
        let running = RunningScene(session.scene, DesktopRuleSet())
        var display = InstantDisplay(Arbiter(rules: DesktopRuleSet(), scene: running.start))
        for event in [.setUp] + running.approach {
          // Each event is a step of the file.
          #expect(!display.play(event, at: .zero).isEmpty, "\(mask) \(first)")
        }
        let arbiter = display.arbiter
        #expect(arbiter.scene.device.orientation == device, "\(mask) \(first)")
        #expect(
          arbiter.scene.outputs[0].desired == session.scene.outputs[0].desired, "\(mask) \(first)")
      }
    }
  }

  private func advice(_ change: (inout ScenarioCheck.Options) -> Void) throws -> [String] {
    let windows = (1...8).map { "  - {id: w\($0), root: {supported: [portrait, landscape-left]}}" }
    let text = (["swivel: 1", "rules: uikit-8", "windows:"] + windows).joined(separator: "\n")
    let scenario = try Scenario.parse(text + "\nevents: []\n", file: "many.yaml")
    var options = ScenarioCheck.Options()
    options.reduces = false
    change(&options)
    return try ScenarioCheck(scenario, options: options).advice
  }

  @Test func aMemoryBoundIsAdvisedToBeDoubled() throws {
    let advice = try advice { $0.bounds = CheckBounds(memory: 1) }
    #expect(advice.contains("go on: with --memory 2, if the machine has that much"), "\(advice)")
  }

  @Test func aStateBoundIsAdvisedToBeTenfold() throws {
    let advice = try advice { $0.bounds = CheckBounds(states: 100) }
    #expect(advice.contains("go on: with --limit 1000, if there is time"), "\(advice)")
  }

  @Test func aLimitOfTimeIsNamedAndAdvisedToBeTenfold() throws {
    let scenario = try Scenario.parse(
      "swivel: 1\nrules: uikit-8\nwindows:\n  - {id: a, root: {}}\nevents: []\n", file: "a.yaml")
    var options = ScenarioCheck.Options()
    options.withAnyAnswers = true
    options.seconds = 5
    let clock = Mutex(0)
    options.clock = {
      .zero
        + .seconds(
          clock.withLock {
            $0 += 1; return $0
          })
    }
    let check = try ScenarioCheck(scenario, options: options)
    #expect(check.advice.contains("go on: with --seconds 50"), "\(check.advice)")
    #expect(check.headline.contains("; ended by the limit of 5 s"), "\(check.headline)")
    #expect(!check.text.contains("an interruption") && check.report.isUndecided)
    options.seconds = nil
    #expect(try ScenarioCheck(scenario, options: options).report.limit == nil)
  }

  @Test func aDesktopsPropertiesSpeakOfOutputAndFocus() throws {
    let scenario = try Scenario.parse(
      "swivel: 1\nrules: desktop\nwindows:\n  - {id: a, key: true}\nevents: []\n", file: "d.yaml")
    let text = try ScenarioCheck(scenario).text
    #expect(text.contains("P1  proved      the output has the orientation of the focused window"))
    #expect(!text.contains("status bar"), "\(text)")
  }

  /// The reasons of a desktop's proofs speak of outputs and focus, as its claims do.
  @Test func theReasonsForADesktopNameNoPage() throws {
    for windows in ["[]", "[{id: a, key: true}, {id: b, policy: {autorotate: false}}]"] {
      let scenario = try Scenario.parse(
        "swivel: 1\nrules: desktop\nwindows: \(windows)\nevents: []\n", file: "d.yaml")
      let check = try ScenarioCheck(scenario, options: .init())
      #expect(!check.text.contains("page"), "\(check.text)")
      #expect(!check.reductions.contains("page"), "\(check.reductions)")
    }
  }

  /// A file of a desktop begins with one built-in output, whatever the session's is called.
  @Test func theSceneOfASessionBeginsAsAFileDoes() {
    var film = Window.declared(1, "film")
    film.shell.output = OutputID(7)
    let panel = Output(
      id: OutputID(7), name: "DSI-1", panel: .landscape, transform: .rotated90)
    let session = Scene(outputs: [panel], windows: [film], key: film.id)
    let start = RunningScene(session, DesktopRuleSet()).start
    #expect(start.outputs == [Output(id: OutputID(7), name: "eDP-1", panel: .landscape)])
    #expect(start.device.panel == .landscape && start.windows[0].shell.output == nil)
    #expect(RunningScene(session, UIKitRuleSet.version8).start == session)
  }

  /// A session whose output is turned is not a scene in which a file could begin.
  @Test func aCounterexampleOfASessionBeginsWithTheEventsThatLeadThere() throws {
    let shell = ShellTraits(appID: "app", mayVeto: true, hasRule: true)
    var film = Window.declared(1, "film", DeclaredPolicy(supported: .landscape), shell: shell)
    film.shell.mayVeto = false
    let mail = Window.declared(
      2, "mail", isHidden: true, DeclaredPolicy(supported: .portrait), shell: shell)
    let plan = Window.declared(3, "plan", DeclaredPolicy(autorotate: false), shell: shell)
    var scene = Scene(
      outputs: [Output(id: OutputID(1), name: "eDP-1", panel: .landscape)],
      windows: [film, mail, plan], key: film.id)
    scene.device.panel = .landscape
    var session = Arbiter(rules: DesktopRuleSet(), scene: scene)
    for event in [Event.setUp, .device(.turned(.landscapeRight))] {
      _ = session.handle(event, at: .zero)
    }
    let check = try ScenarioCheck(running: RecordingHeader(session))
    let files = check.report.findings.compactMap { check.script($0) }
    #expect(!files.isEmpty)
    for file in files {
      #expect(file.contains("events only lead to where the session stood"), "\(file)")
      #expect(Simulation(try Scenario.parse(file, file: "session.yaml")).failures() == [])
    }
  }

  /// A window that only a controller names is added at the end, since the file needs its name.
  @Test func aCounterexampleAddsTheWindowsThatTheFileNames() throws {
    let text = """
      swivel: 1
      rules: uikit-8
      windows:
        - {id: main, root: {autorotate: false, supported: [portrait]}}
        - {id: menu, level: alert, hidden: true}
        - {id: side, hidden: true, root: {forwards-to: later}}
      events:
        - add: {id: later, hidden: true}

      """
    let check = try ScenarioCheck(Scenario.parse(text, file: "s.yaml"))
    let split = try #require(check.report.findings.first { $0.property == .barAgrees })
    let file = try #require(check.script(split))
    #expect(file.contains("# P1 is broken: it is not so that "), "\(file)")
    #expect(!file.contains("where the session stood"), "\(file)")
    let scenario = try Scenario.parse(file, file: "counterexample.yaml")
    #expect(Simulation(scenario).failures() == [])
    #expect(scenario.scene.windows.map(\.name) == ["main", "menu", "side"])
    let added = scenario.events.compactMap { event -> String? in
      guard case .event(.add(let window, _)) = event.action else { return nil }
      return window.name
    }
    #expect(added == ["later"], "\(file)")
  }

  private static func session(_ rules: any RuleSet, _ windows: [Window]) -> RecordingHeader {
    var arbiter = Arbiter(rules: rules, scene: Scene(windows: windows, key: windows.first?.id))
    _ = arbiter.handle(.setUp, at: .zero)
    return RecordingHeader(rules: rules, scene: arbiter.scene, program: "test")
  }

  private static let hijacked = session(
    UIKitRuleSet.version8,
    [
      .declared(1, "main", DeclaredPolicy(autorotate: false, supported: .portrait)),
      .declared(2, "menu", level: 2000, isHidden: true),
    ])

  /// Each possible split or exception is a warning once, and no other violation is one.
  @Test func onlyNewSplitsAndExceptionsAreWarnedAbout() {
    let proof = StackProof(Self.hijacked, bounds: CheckBounds()) { true }
    #expect(proof.result == .broken && proof.reason == nil)
    #expect(proof.violations.contains { $0.outcome == nil }, "\(proof.violations)")
    #expect(proof.warnings(after: nil).map(\.code) == ["P1"])
    #expect(proof.warnings(after: nil).map(\.outcome) == [.split])
    #expect(proof.warnings(after: proof) == [])
    let other = StackProof(undecided: "no thread")
    #expect(proof.warnings(after: other) == proof.warnings(after: nil))
    #expect(proof.text.hasPrefix("P1 this stack can split: 1 event away; "), "\(proof.text)")
    #expect(proof.text.hasSuffix("; `swivel check --live` shows how"))
  }

  @Test func aShortResultIsAProofOrSaysWhyItIsNone() throws {
    let rules = try #require(RuleSetCatalog.make("uikit-16"))
    let proved = StackProof(
      Self.session(rules, [.declared(1, "main")]), bounds: CheckBounds()
    ) { true }
    #expect(proved.result == .proved && proved.violations.isEmpty && proved.reason == nil)
    #expect(proved.text.hasPrefix("P1, P2, P4, P5, P7 and P9 hold"))
    // A policy that answers anew each time cannot be checked.
    let policy = LivePolicy(id: PolicyID(1), name: "mine", ring: .linked)
    let live = Window(
      id: WindowID(1), name: "main", root: Controller(id: "main", policy: .live(policy)))
    let open = StackProof(Self.session(rules, [live]), bounds: CheckBounds()) { true }
    #expect(open.result == .undecided && open.violations.isEmpty)
    #expect(open.text == "not decided: \(open.reason ?? "")" && open.reason?.isEmpty == false)
    #expect(StackProof(undecided: "no thread").text == "not decided: no thread")
  }
}
