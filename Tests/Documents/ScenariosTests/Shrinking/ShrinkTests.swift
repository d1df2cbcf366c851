// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Fixtures
import Foundation
import Orientation
import Testing

import Formats
import Recording
@testable import Experiments
@testable import Scenarios

/// A short list with the same symptom, from which nothing can be left out.
@Suite struct ShrinkTests {
  @Test func aListShrinksToTheElementsThatMatter() {
    let found = MinimalList(Array(0..<1_000)) { $0.contains(17) && $0.contains(640) }
    #expect(found.elements == [17, 640])
    #expect(found.tried < 200)
    #expect(MinimalList([1, 2, 3]) { _ in true }.elements == [])
    #expect(MinimalList([1, 2, 3]) { $0.count == 3 }.elements == [1, 2, 3])
    #expect(MinimalList([Int]()) { _ in true }.elements == [])
  }

  /// Returns a long session in which the page refuses at some time, and a menu turns the bar later.
  static func session(events count: Int) throws -> Scenario {
    var lines = [
      "swivel: 1", "rules: uikit-8", "windows:", "  - {id: main}",
      "  - {id: menu, level: alert, hidden: true}", "events:",
    ]
    var random = SplitMix(seed: 7)
    let noise = [
      "- focus: x", "- make-key: main", "- device: face-up", "- device: portrait",
      "- generating: begin", "- blur-text: true", "- attempt-rotation: true",
    ].dropFirst()
    for index in 0..<count {
      if index == count * 3 / 4 {
        lines.append("  - set-policy: {controller: main.root, autorotate: false}")
      } else if index == count - 5 {
        lines.append("  - device: landscape-left")
      } else {
        lines.append("  " + (random.pick(Array(noise)) ?? ""))
      }
    }
    return try Scenario.parse(lines.joined(separator: "\n") + "\n", file: "session.yaml")
  }

  /// A hidden menu splits bar and page at any turn after the set-up.
  @Test func aStackThatSplitsFromTheSetUpOnIsSaidToDoSo() throws {
    let text = """
      swivel: 1
      rules: uikit-8
      windows:
        - {id: main, root: {autorotate: false}}
        - {id: menu, level: 2000, hidden: true}
      events:
        - device: landscape-left
      """
    let found = try Shrink(try Scenario.parse(text, file: "menu.yaml"), step: nil)
    #expect(found.settled == 0)
    #expect(found.summary.last == "from the set-up on, the next turn leads to the symptom")
  }

  @Test func aSessionShrinksToTheTwoEventsThatMatter() throws {
    let scenario = try Self.session(events: 400)
    let found = try Shrink(scenario, step: nil)
    #expect(found.symptom.code == .hijack)
    #expect(
      found.events.map(\.event) == [
        .app(.setPolicy(controller: "main.root", DeclaredPolicy(autorotate: false))),
        .device(.turned(.landscapeLeft)),
      ])
    #expect(found.total == 396)
    // From the page's NO on, any turn splits bar and page.
    #expect(found.settled == 301)
    #expect(
      found.summary.last == "from decision 301 on, the next turn leads to the symptom")
    let text = try found.scenario(title: "small")
    let small = try Scenario.parse(text, file: "small.yaml")
    #expect(small.events.count == 2)
    #expect(Simulation(small).failures() == [])
    #expect(text.contains("outcome: split") && !text.contains("at:"))
    let recording = Array(found.recording(program: "test").utf8)
    #expect(try Replay(RecordingReader(recording, file: "r")).divergence == nil)
    // The recording of the session shrinks to the same.
    let bytes = Array(Simulation(scenario).recording(program: "test").utf8)
    let other = try Shrink(RecordingReader(bytes, file: "r"), decision: nil)
    #expect(other.events.map(\.event) == found.events.map(\.event))
    #expect(other.settled == found.settled)
  }

  @Test func aShrunkScenarioHasTheTimesOfItsEvents() throws {
    let text = """
      swivel: 1
      rules: uikit-8
      windows:
        - {id: main, root: {autorotate: false}}
        - {id: menu, level: alert, hidden: true}
      events:
        - {device: portrait, at: 400}
        - {device: landscape-left, at: 3600500}

      """
    let found = try Shrink(Scenario.parse(text, file: "session.yaml"), step: nil)
    let small = try Scenario.parse(found.scenario(title: "small"), file: "small.yaml")
    #expect(small.events.map(\.at) == [3_600_500])
  }

  /// Every example in which something goes wrong: the same symptom, and nothing can be left out.
  @Test(arguments: ExampleFiles.scenarios.filter { !$0.contains("/vectors/") })
  func everyShrunkExampleIsOneMinimal(path: String) throws {
    let scenario = try Scenario.load(path: path)
    let simulation = Simulation(scenario)
    guard Symptom(simulation.steps[simulation.mostTelling].verdict).isWrong else { return }
    let found = try Shrink(scenario, step: nil)
    let text = try found.scenario(title: "small")
    let small = Simulation(try Scenario.parse(text, file: "small.yaml"))
    #expect(small.failures() == [], "\(path)")
    // Windows that the file only names are added after the shrunk events.
    let last = try #require(small.steps.dropFirst(found.events.count).first?.verdict)
    #expect(ExplanationCode(last) == found.symptom.code, "\(path)")
    #expect(found.events.count <= scenario.events.count)
    let first = scenario.playsLaunch ? 1 : 0
    for index in found.events.indices.dropFirst(first) {
      var player = InstantDisplay(
        Arbiter(rules: scenario.rules, scene: scenario.scene, exempt: scenario.exempt))
      _ = player.play(simulation.steps[0].verdict.event, at: .zero)
      var rest = found.events
      rest.remove(at: index)
      let shows = rest.contains { entry in
        player.play(entry.event, at: entry.at).contains { Symptom($0) == found.symptom }
      }
      #expect(!shows, "\(path): event \(index) can be left out")
    }
  }

  /// The windows of a desktop's session, of which `dock` gets its rule later.
  private static let session: [Event] = {
    var editor = Window.declared(
      1, "editor", shell: ShellTraits(appID: "editor", output: OutputID(1)))
    editor.root?.id = "editor"
    var dock = Window.declared(
      2, "dock",
      shell: ShellTraits(appID: "dock", output: OutputID(1), mayVeto: true, hasRule: true))
    dock.root?.id = "dock"
    let root = Controller(id: "dock", policy: .declared(DeclaredPolicy(supported: .portrait)))
    return [
      .setUp, .add(editor, makesKey: true), .add(dock, makesKey: false),
      .window(dock.id, .setRoot(root)), .device(.turned(.landscapeLeft)),
      .output(.transform(OutputID(1), .rotated270)),
    ]
  }()

  private static func shrink(_ start: Arbiter, _ events: [Event]) throws -> Shrink {
    var lines = [RecordingWriter(RecordingHeader(start)).header]
    lines += events.map { RecordingWriter.line($0, at: .zero) }
    let text = lines.joined(separator: "\n") + "\n"
    return try Shrink(RecordingReader(Array(text.utf8), file: "r"), decision: nil)
  }

  private static var daemon: Arbiter {
    Arbiter(
      rules: DesktopRuleSet(),
      scene: Scene(
        device: Device(idiom: .pad, orientation: .unknown, panel: .landscape),
        app: App(requiresFullScreen: true),
        outputs: [Output(id: OutputID(1), name: "HEADLESS-1", panel: .landscape)]))
  }

  /// The recording of a daemon has another idiom, output and numbers than a file.
  @Test func theRecordingOfADesktopShrinksToAScenario() throws {
    let found = try Self.shrink(Self.daemon, Self.session + [.device(.turned(.portrait))])
    #expect(found.symptom.code == .vetoByWindow)
    let text = try found.scenario(title: "small")
    #expect(!text.contains("idiom") && !text.contains("not in the file"), "\(text)")
    let rule = "set-policy: {controller: dock, autorotate: true, supported: [portrait]}"
    #expect(text.contains(rule), "\(text)")
    #expect(text.contains("the output that turns is HEADLESS-1"), "\(text)")
    let small = Simulation(try Scenario.parse(text, file: "small.yaml"))
    #expect(small.failures() == [])
    #expect(small.steps.last?.verdict.outcome == .blocked)
  }

  /// The recording of a running daemon can begin with a turned output.
  @Test func theRecordingOfATurnedOutputShrinksToAScenario() throws {
    var arbiter = Self.daemon
    for event in Self.session { _ = arbiter.handle(event, at: .zero) }
    let text = try Self.shrink(arbiter, [.device(.turned(.portrait))]).scenario(title: "small")
    let small = Simulation(try Scenario.parse(text, file: "small.yaml"))
    #expect(small.failures() == [])
    #expect(small.steps.last?.verdict.outcome == .blocked)
  }

  @Test func shrinkingADecisionThatIsNotThereIsAnError() throws {
    let scenario = try Self.session(events: 10)
    let steps = #expect(throws: InputError.self) { try Shrink(scenario, step: 11) }
    #expect(steps?.description == "session.yaml: no step 11; it has 0 to 10")
    let recording = Simulation(scenario).recording(program: "test")
    func message(_ text: String, _ decision: Int?) -> String? {
      let error = #expect(throws: InputError.self) {
        try Shrink(RecordingReader(Array(text.utf8), file: "r"), decision: decision)
      }
      return error?.description
    }
    #expect(message(recording, 11) == "r: no decision 11; it has 0 to 10")
    let header = recording.prefix { $0 != "\n" } + "\n"
    for decision in [nil, 0] {
      #expect(message(String(header), decision) == "r: nothing was decided in it")
    }
  }

  @Test func shrinkingARunWithoutASymptomIsAnError() throws {
    let scenario = try Scenario.parse(
      "swivel: 1\nrules: uikit-8\nwindows: [{id: main}]\nevents: [{device: landscape-left}]\n",
      file: "fine.yaml")
    let error = #expect(throws: InputError.self) { try Shrink(scenario, step: nil) }
    #expect(error?.description.contains("nothing went wrong in decision 1 (SW0201)") == true)
    let beyond = #expect(throws: InputError.self) { try Shrink(scenario, step: 4) }
    #expect(beyond?.description.contains("no step 4; it has 0 to 1") == true)
  }
}
