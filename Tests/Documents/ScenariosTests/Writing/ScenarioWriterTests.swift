// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Foundation
import Orientation
import Testing

import Recording
@testable import Formats
@testable import Experiments
@testable import Scenarios

/// A written scenario reads back to an equal value.
@Suite struct ScenarioWriterTests {
  /// For lists of different lengths the difference shows the whole lists.
  @Test func listsOfDifferentLengthsDiffer() {
    let one = JSONValue.object([.init("list", .array([.int(1)]))])
    let none = JSONValue.object([.init("list", .array([]))])
    #expect(one.differences(from: none, at: "scene") == ["scene.list: [1] (a file gives [])"])
  }

  @Test(arguments: ExampleFiles.scenarios)
  func everyWrittenExampleReadsBackEqual(path: String) throws {
    let read = try Scenario.load(path: path)
    let writer = ScenarioWriter(read)
    let text = try writer.text(read.events.map { ScenarioWriter.Entry($0) })
    let back = try Scenario.parse(text, file: "back")
    #expect(back.title == read.title)
    #expect(back.sources == read.sources)
    #expect(back.rules.id == read.rules.id)
    #expect((back.rules as? UIKitRuleSet)?.traits == (read.rules as? UIKitRuleSet)?.traits)
    #expect(back.scene == read.scene)
    #expect(back.exempt == read.exempt)
    #expect(back.playsLaunch == read.playsLaunch)
    #expect(back.windowNames == read.windowNames)
    #expect(back.events.map(\.action) == read.events.map(\.action))
    #expect(back.events.map(\.at) == read.events.map(\.at))
    // Expectations have marks that differ: equal text is an equal value.
    #expect(back.expectations.count == read.expectations.count)
    let again = ScenarioWriter(back)
    #expect(try again.text(back.events.map { ScenarioWriter.Entry($0) }) == text)
    #expect(Simulation(back).failures() == [])
    #expect(
      Simulation(back).steps.map(\.verdict.outcome)
        == Simulation(read).steps.map(\.verdict.outcome))
  }

  @Test func aWrittenScenarioCanExpectItsOwnEnding() throws {
    let story = ExampleFiles.root.appending(path: "examples/scenarios/hidden-menu-window.yaml").path
    let read = try Scenario.load(path: story)
    var writer = ScenarioWriter(rules: read.rules, scene: read.scene)
    writer.title = "one: \"two\"\n# three"
    writer.comments = ["a line\nand\rmore"]
    writer.expectsEnding = true
    let text = try writer.text([ScenarioWriter.Entry(.device(.turned(.landscapeLeft)), at: 40)])
    #expect(text.contains("\n    conflicts: [hijack]\n    culprits: [menu]\n"))
    let back = try Scenario.parse(text, file: "back")
    #expect(back.title == writer.title)
    #expect(back.expectations.count == 1)
    #expect(Simulation(back).failures() == [])
    #expect(back.events[0].at == 40)
  }

  @Test func windowsWithNumbersOfASessionAreRenumbered() throws {
    var first = Window(id: WindowID(7), name: "foot", root: Controller(id: "foot"))
    first.shell.appID = "foot"
    var second = Window(id: WindowID(9), name: "foot", root: Controller(id: "foot"))
    second.shell.hasRule = true
    let rules = DesktopRuleSet()
    var scene = Scene(windows: [first, second], key: WindowID(9))
    scene.outputs = [Output(id: OutputID(0), name: "eDP-1")]
    let text = try ScenarioWriter(rules: rules, scene: scene)
      .text([ScenarioWriter.Entry(.window(WindowID(9), .hide))])
    let back = try Scenario.parse(text, file: "back")
    #expect(back.scene.windows.map(\.name) == ["foot", "foot.2"])
    #expect(back.scene.keyWindow == WindowID(1))
    #expect(back.events.map(\.action) == [.event(.window(WindowID(1), .hide))])
  }

  /// The answers of the policy for all windows are those of a window without a rule.
  @Test func theAnswersOfAWindowWithoutARuleAreWritten() throws {
    let film = Window.declared(0, "film", DeclaredPolicy(supported: .landscape))
    var scene = Scene(windows: [film], key: film.id)
    scene.outputs = [Output(id: OutputID(0), name: "eDP-1")]
    let draft = try ScenarioWriter(rules: DesktopRuleSet(), scene: scene).draft([])
    let back = try Scenario.parse(draft.text, file: "back")
    #expect(back.scene.windows[0].root?.declared == film.root?.declared)
    #expect(
      draft.losses
        == ["scene.windows[0].shell: its default (a file gives {\"has-rule\": true})"])
  }

  /// The events of a counterexample that no file shows have the words and names of a file.
  @Test func eventsAreWrittenOnOneLineEach() throws {
    let film = Window.declared(2, "film")
    let scene = Scene(windows: [film], key: film.id)
    let events: [Event] = [
      .window(film.id, .hide), .device(.turned(.landscapeLeft)), .window(film.id, .resignKey),
    ]
    let lines = ScenarioWriter(rules: DesktopRuleSet(), scene: scene).lines(events)
    #expect(lines.prefix(2) == ["{hide: film}", "{device: landscape-left}"])
    #expect(lines.last == events[2].recorded.compact())
  }

  @Test func sceneStatesWithoutAKeyAreErrors() throws {
    var scene = Scene()
    scene.isForeground = false
    let writer = ScenarioWriter(rules: UIKitRuleSet.version8, scene: scene)
    #expect(throws: ScenarioWritingError("scene.foreground: false (a file gives its default)")) {
      try writer.text([])
    }
    let shell = ScenarioWriter(rules: UIKitRuleSet.version8, scene: Scene())
    #expect(throws: ScenarioWritingError.self) {
      try shell.text([ScenarioWriter.Entry(.device(.setting(.split(true))))])
    }
  }

  /// Names that YAML could take for another value, or that are no names in YAML.
  @Test(arguments: ["yes", "1e3", "a b", "é\u{1F4FA}", "app", "", "- x", "#", "x: y", "\"", "~"])
  func hostileNamesReadBackEqual(name: String) throws {
    let window = Window(id: WindowID(0), name: name, root: Controller(id: "\(name).root"))
    let scene = Scene(windows: [window], key: WindowID(0))
    var writer = ScenarioWriter(rules: UIKitRuleSet.version8, scene: scene)
    writer.title = name
    let text = try writer.text([ScenarioWriter.Entry(.window(WindowID(0), .hide))])
    let back = try Scenario.parse(text, file: "back")
    #expect(back.scene.windows.count == 1)
    #expect(back.scene.windows[0].root == window.root)
  }

  /// Random scenes, written and read back, decide the same.
  @Test(arguments: RuleSetCatalog.names)
  func writtenRandomScenesDecideTheSame(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<30 {
      var random = RandomScene(seed: UInt64(seed))
      let scene = random.sayableScene(windows: 4, family: rules.family)
      var arbiter = Arbiter(rules: rules, scene: scene)
      var events: [Event] = []
      var outcomes: [Outcome] = []
      for number in 0..<12 {
        let event =
          number == 0 ? .setUp : random.sayableEvent(in: arbiter.scene, family: rules.family)
        var confirms: [Event] = []
        for effect in arbiter.handle(event, at: .zero) {
          if case .report(let verdict) = effect { outcomes.append(verdict.outcome) }
          if case .rotateOutput(let id, let transform, _) = effect {
            confirms.append(.output(.transform(id, transform)))
          }
        }
        for confirmation in confirms { _ = arbiter.handle(confirmation, at: .zero) }
        if number > 0 { events.append(event) }
        if outcomes.last == .exception { break }
      }
      let writer = ScenarioWriter(rules: rules, scene: scene)
      let text = try writer.text(events.map { ScenarioWriter.Entry($0) })
      let played = Simulation(try Scenario.parse(text, file: "back"))
      #expect(played.steps.map(\.verdict.outcome) == outcomes, "\(name), seed \(seed)\n\(text)")
    }
  }
  /// Every member of an expectation is written, and read again.
  @Test(arguments: [
    #""device": "landscape-left""#, #""status-bar": "landscape-right""#, #""writer": "main""#,
    #""writer": null"#, #""status-bar-hidden": true"#, #""keyboard": "portrait""#,
    #""keyboard": null"#, #""page": "portrait""#, #""page": null"#,
    #""windows": {"main": "portrait"}"#, #""bounds": {"main": [480, 320]}"#,
    #""transform": {"main": [0, -1, 1, 0]}"#, #""outcome": "split""#, #""conflicts": ["hijack"]"#,
    #""conflicts": []"#, #""culprits": ["main", "app"]"#, #""culprits": []"#, #""since": 1"#,
    #""since": null"#, #""ignored": ["autorotate"]"#,
    #""asked": [{"window": "main", "origin": "written"}]"#, #""error": null"#,
    #""not-asked": ["main.root"]"#,
    #""notifications": [["device-orientation-did-change", "landscape-left"]]"#,
    #""callbacks-include": [["main.root", "will-rotate"]]"#,
  ])
  func everyMemberOfAnExpectationReadsBackEqual(member: String) throws {
    let head = "swivel: 1\nrules: uikit-8\nwindows: [{id: main}]\nevents: [{device: portrait}]\n"
    for step in ["1", #""last""#] {
      let text = "{\"after\": \(step), \(member)}"
      let read = try Scenario.parse(head + "expect: [\(text)]\n", file: "s.yaml").expectations
      #expect(try read.map(ExpectationFormatter.json) == [JSONValue.parse(text, file: "json")])
    }
  }
}
