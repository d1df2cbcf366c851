// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Fixtures
import Formats
import Foundation
import Orientation
import Recording
import Testing
import Text

@testable import Experiments
@testable import Scenarios

/// A run with other answers is the run that the edited file would have been.
@Suite struct WhatIfTests {
  /// 1,000 cases over all rule sets in the long run.
  private static let cases =
    CaseCount.of(100, optimised: 220, long: 1_000) / RuleSetCatalog.names.count + 1

  private static let story = """
    swivel: 1
    rules: uikit-8
    windows:
      - {id: main, root: {autorotate: false, supported: [portrait]}}
      - {id: menu, level: alert, hidden: true}
    events:
      - device: landscape-left
      - device: portrait
    """

  private func story() throws -> Scenario { try Scenario.parse(Self.story, file: "story.yaml") }

  @Test(arguments: RuleSetCatalog.names)
  func whatIfAgreesWithARunOfTheEditedFile(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    var compared = 0
    for seed in 0..<UInt64(Self.cases) {
      var random = RandomScene(seed: seed &* 7919)
      var scene = random.sayableScene(windows: 3, family: rules.family)
      let events = (0..<8).map { _ in
        let event = random.sayableEvent(in: scene, family: rules.family)
        // An event that changes answers or windows could replace an answer that is to stay.
        if case .device = event { return event }
        return Event.device(.turned(random.random.pick(DeviceOrientation.allCases) ?? .portrait))
      }
      let picked = random.random.pick(scene.windows)
      let window = try #require(picked)
      guard window.root != nil else { continue }
      let overrides: [(String, Intervention.Override)] = [("YES", .agrees), ("NO", .refuses)]
      let (word, override) = overrides[random.random.chance(2) ? 0 : 1]
      let entries = events.map { ScenarioWriter.Entry($0) }
      let original = try Scenario.parse(
        ScenarioWriter(rules: rules, scene: scene).text(entries), file: "original")
      let whatIf = try WhatIf(original, step: 0, edits: ["\(window.name)=\(word)"])
      rules.amend(&scene, with: .window(window.id, override))
      if rules.family == .desktop, let index = scene.index(of: window.id) {
        scene.windows[index].shell.hasRule = true
        // A rule of the configuration cannot express what apps for iOS 5 answer.
        var answers = scene.windows[index].root?.declared ?? DeclaredPolicy()
        answers.legacy = nil
        scene.windows[index].root?.policy = .declared(answers)
      }
      guard let text = try? ScenarioWriter(rules: rules, scene: scene).text(entries) else {
        continue
      }
      let edited = Simulation(try Scenario.parse(text, file: "edited"))
      let was = Simulation(original)
      let differing =
        zip(was.steps, edited.steps).enumerated().filter {
          WhatIf.Pair(was: $1.0.verdict, would: $1.1.verdict).differs
        }.count + abs(was.steps.count - edited.steps.count)
      let found = (whatIf.first?.differs == true ? 1 : 0) + whatIf.differing
      #expect(found == differing, "\(name), seed \(seed), \(window.name)=\(word)\n\(text)")
      for pair in [whatIf.first].compactMap(\.self) + whatIf.later
      where edited.steps.indices.contains(pair.number) {
        let verdict = edited.steps[pair.number].verdict
        #expect(pair.would?.outcome == verdict.outcome, "\(name), seed \(seed)")
        #expect(pair.would?.page?.orientation == verdict.page?.orientation)
        #expect(pair.would?.after.statusBar.orientation == verdict.after.statusBar.orientation)
      }
      compared += 1
    }
    #expect(compared * 2 > Self.cases, "\(compared) of \(Self.cases) could be written")
  }

  /// A recording of a run, and a ring that noted it, give the result of the scenario.
  @Test(arguments: ["menu=NO", "main=YES", "menu=leave", "main+=R", "lock=on", "menu=shown"])
  func scenarioRecordingAndRingGiveTheSameWhatIf(edit: String) throws {
    let scenario = try story()
    let simulation = Simulation(scenario)
    let direct = try WhatIf(scenario, step: 1, edits: [edit])
    let bytes = Array(simulation.recording(program: "test").utf8)
    let recorded = try WhatIf(RecordingReader(bytes, file: "r"), decision: 1, edits: [edit])
    #expect(recorded.text() == direct.text())
    var ring = DecisionRing()
    var arbiter = Arbiter(rules: scenario.rules, scene: scenario.scene)
    for case .event(let event, let now) in simulation.inputs {
      ring.note(event, at: now, before: arbiter)
      ring.noteDecisions(in: arbiter.handle(event, at: now))
    }
    let remembered = try WhatIf(ring, decision: 1, rules: scenario.rules, edits: [edit])
    #expect(remembered.text() == direct.text())
    // The oldest decision that the ring has, and the one that is not there yet.
    let oldest = try WhatIf(ring, decision: ring.first, rules: scenario.rules, edits: [edit])
    #expect(try oldest.text() == WhatIf(scenario, step: 0, edits: [edit]).text())
    let missing = #expect(throws: InputError.self) {
      try WhatIf(ring, decision: ring.next, rules: scenario.rules, edits: [edit])
    }
    #expect(missing?.description.contains("it is not there; there are 0 to 2") == true)
  }

  /// Without a number the first decision with a conflict is changed, otherwise the last one.
  @Test func theDecisionWithAConflictIsChangedUnlessAnotherIsNamed() throws {
    for (devices, decision) in [
      (["portrait", "landscape-left", "portrait"], 2), (["portrait", "portrait"], 2),
    ] {
      let events = devices.map { "  - device: \($0)" }.joined(separator: "\n")
      let text = Self.story.split(separator: "events:")[0] + "events:\n\(events)\n"
      let simulation = Simulation(try Scenario.parse(String(text), file: "story.yaml"))
      let bytes = Array(simulation.recording(program: "test").utf8)
      let found = try WhatIf(RecordingReader(bytes, file: "r"), decision: nil, edits: ["menu=NO"])
      #expect(found.first?.number == decision, "\(devices)")
    }
  }

  /// Two decisions that differ only in what is shown have lines that say so.
  @Test func decisionsWithEqualLinesSayWhatIsShown() throws {
    let path = ExampleFiles.root.appending(path: "examples/scenarios/hidden-overlay-veto.yaml").path
    let found = try WhatIf(Scenario.load(path: path), step: 1, edits: ["overlay=follow-key"])
    let lines = found.text().split(separator: "\n").suffix(2)
    #expect(lines.first?.hasSuffix("; shown: portrait") == true, "\(lines)")
    #expect(lines.last?.hasSuffix("; shown: landscape-right") == true, "\(lines)")
  }

  /// The number of a later decision is before its first line only.
  @Test func laterDifferencesAreCountedAndNumbered() throws {
    let found = try WhatIf(story(), step: 0, edits: ["menu=NO"])
    #expect(found.following == 2 && found.differing == 1 && found.later.map(\.number) == [1])
    let lines = found.text().split(separator: "\n").dropFirst(2)
    let starts = [
      "of 2 later decisions 1 would differ:", "  #1 was      0.000 split: ",
      "     would be 0.000 blocked: ",
    ]
    #expect(zip(lines, starts).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
    #expect(lines.count == starts.count)
    let last = try WhatIf(story(), step: 2, edits: ["menu=NO"])
    #expect(last.following == 0 && last.text().hasSuffix(WhatIfPhrase.noneLater(.english)))
  }

  /// A display server's refusals go to both runs as long as both ask for the same.
  @Test func anEditWithoutEffectChangesNoDecision() throws {
    var compared = 0
    for path in ExampleFiles.scenarios where path.contains("/rules/W-") || path.contains("M-4") {
      let scenario = try Scenario.load(path: path)
      let bytes = Array(Simulation(scenario).recording(program: "test").utf8)
      let same = try WhatIf(
        RecordingReader(bytes, file: path), decision: 0,
        edits: ["\(scenario.windowNames[0])=shown"])
      if scenario.scene.windows[0].isHidden { continue }
      #expect(same.first?.differs == false && same.differing == 0, "\(path)")
      compared += 1
    }
    #expect(compared > 3)
  }

  @Test func invalidEditsAreReported() throws {
    let wrong: [(String, String)] = [
      ("menuu=NO", "unknown window \"menuu\"; valid here: main, menu, app, delegate, device, lock"),
      ("menu=PERHAPS", "unknown answer \"PERHAPS\"; valid here: YES, NO, follow-key"),
      ("menu", "no answer; write one of NAME=YES"), ("=NO", "no answer"),
      ("menu=", "unknown answer \"\""), ("lock=maybe", "unknown state \"maybe\""),
      ("app=leave", "leave, which is an answer of windows"), ("menu=P,X", "unknown answer"),
      ("menu\u{1B}[31m=NO", "unknown window"),
    ]
    for (edit, words) in wrong {
      let error = #expect(throws: InputError.self) {
        try WhatIf(story(), step: 1, edits: [edit])
      }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
      #expect(error?.description.contains("\u{1B}") == false)
    }
    let error = #expect(throws: InputError.self) { try WhatIf(story(), step: 9, edits: ["a=NO"]) }
    #expect(error?.description == "story.yaml: no step 9; it has 0 to 2")
    let bytes = Array(Simulation(try story()).recording(program: "test").utf8)
    let missing = #expect(throws: InputError.self) {
      try WhatIf(RecordingReader(bytes, file: "story"), decision: 9, edits: ["main=NO"])
    }
    #expect(missing?.description == "story: no decision 9; it has 0 to 2")
    let ring = DecisionRing()
    #expect(throws: InputError.self) {
      try WhatIf(ring, decision: 3, rules: UIKitRuleSet.version8, edits: ["a=NO"])
    }
  }

  /// Rules: V-4.
  @Test(arguments: zip(["P", "U", "R", "L"], UInt8(1)...4))
  func theLettersOfTablesAreRead(letter: String, raw: UInt8) throws {
    let verdict = Simulation(try story()).steps[1].verdict
    let orientation = try #require(InterfaceOrientation(rawValue: raw))
    for text in [letter, letter.lowercased()] {
      let edits = try AnswerEdit.parse(
        ["main=\(text)"], in: verdict, rules: UIKitRuleSet.version8)
      #expect(edits.map(\.override) == [.supports(orientation.mask)])
    }
  }

  @Test func masksAreWidenedAndNarrowed() throws {
    let verdict = Simulation(try story()).steps[1].verdict
    func override(_ edit: String) throws -> Intervention.Override {
      try AnswerEdit.parse([edit], in: verdict, rules: UIKitRuleSet.version8)[0].override
    }
    let both: OrientationMask = [.portrait, .landscapeRight]
    #expect(try override("main+=R") == .supports(both))
    #expect(try override("main=P,landscape-right") == .supports(both))
    #expect(try override("main=lr,p") == .supports(both))
    #expect(try override("menu-=L,R") == .supports(.portrait))
    #expect(try override("menu=Follow-Key") == .follows)
    #expect(try override("menu=exempt") == .leaves)
  }

  /// The command that an explanation prints is the repair that it predicts.
  @Test(arguments: ExampleFiles.scenarios.filter { !$0.contains("/vectors/") })
  func everyProposedRepairHasItsPredictedOutcome(path: String) throws {
    let scenario = try Scenario.load(path: path)
    let simulation = Simulation(scenario)
    for step in simulation.steps.indices {
      let document = simulation.explanation(step: step).document
      for repair in document.blame.findings.flatMap(\.repairs) {
        let result = try WhatIf(scenario, step: step, edits: repair.edits)
        let would = try #require(result.first?.would)
        #expect(would.outcome.rawValue == repair.outcome, "\(path) \(step) \(repair.edits)")
        #expect(would.page?.orientation.name == repair.page, "\(path) \(step) \(repair.edits)")
        #expect(
          would.after.statusBar.orientation.name == repair.statusBar,
          "\(path) \(step) \(repair.edits)")
      }
    }
  }
}
