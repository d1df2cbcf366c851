// SPDX-License-Identifier: Apache-2.0
package import Arbitration
import Formats
public import ModelChecker
import Orientation
public import Recording
public import Scenarios

/// The writer of a counterexample as a scenario file, which is played before it is returned.
struct CheckScript {
  let stack: CheckStack
  let exempt: [Window]
  let title: String

  /// Returns the scenario file; nil if the finding has no counterexample, or if no file reproduces
  /// it.
  func file(_ finding: CheckFinding) -> String? {
    guard case .violated(let example) = finding.result else { return nil }
    let stack = stack.answering(example.answers)
    let approach = stack.isRunning ? approach : []
    // The app's delegate or `forwards-to` may name windows that the violation does not need. If the
    // file cannot be read without them, they are added at the end.
    for extra in [[], stack.missing(example.events)] {
      var writer = ScenarioWriter(rules: stack.rules, scene: start(stack), exempt: exempt)
      writer.title = "\(finding.property.code) broken: \(title)"
      writer.comments = comments(finding.property, example, after: approach.count)
      writer.appendix = extra.map { ScenarioWriter.Entry($0) }
      let entries = (approach + example.events).map { ScenarioWriter.Entry($0) }
      guard let read = try? writer.readBack(entries), stack.isRunning || read.losses.isEmpty
      else { continue }
      let steps = Simulation(read.scenario).steps
      let number = approach.count + example.events.count
      guard steps.indices.contains(number) else { continue }
      let verdicts = steps[...number].map { $0.verdict }
      guard finding.property.isBroken(by: verdicts, rules: stack.rules) != false else { continue }
      writer.expectations = [Self.expectation(verdicts[number], after: number)]
      return try? writer.unread(entries)
    }
    return nil
  }

  func events(_ example: Counterexample) -> [String] {
    ScenarioWriter(rules: stack.rules, scene: stack.scene, exempt: exempt).lines(example.events)
  }

  private func comments(
    _ property: CheckProperty, _ example: Counterexample, after approach: Int
  ) -> [String] {
    var comments = [
      "\(property.code) is broken: it is not so that \(property.claim(under: stack.rules.family)).",
      example.isShortest
        ? "No shorter list of these events breaks it."
        : example.isShortestForAnswers
          ? "No shorter list breaks it with these answers; one with others may."
          : "A shorter list may break it too.",
    ]
    if approach > 0 {
      comments.append("The first \(approach) events only lead to where the session stood.")
    }
    if let note = example.note { comments.append("\(note).") }
    return comments
  }

  private static func expectation(_ verdict: Verdict, after number: Int) -> Expectation {
    var expected = Expectation(step: number, mark: Mark(file: "script"))
    expected.statusBar = verdict.after.statusBar.orientation
    expected.page = .some(verdict.page?.orientation)
    expected.outcome = verdict.outcome
    expected.conflicts = verdict.conflicts.map { $0.kind }
    return expected
  }

  private func start(_ stack: CheckStack) -> Scene {
    stack.isRunning ? RunningScene(stack.scene, stack.rules).start : stack.scene
  }

  private var approach: [Event] { RunningScene(stack.scene, stack.rules).approach }
}

/// The scene of a running session, as far as a scenario file can reproduce it.
package struct RunningScene {
  private let scene: Scene
  private let rules: any RuleSet

  package init(_ scene: Scene, _ rules: any RuleSet) {
    self.scene = scene
    self.rules = rules
  }

  package var managed: Output? { scene.outputs.first { $0.isManaged } }

  /// The initial scene of a file; on a desktop with a managed output, that is the only output,
  /// built in and not rotated.
  package var start: Scene {
    var scene = scene
    guard rules.scope == .output, let output = managed else { return scene }
    scene.device.panel = output.panel
    scene.outputs = [Output(id: output.id, name: "eDP-1", panel: output.panel)]
    // Rules for desktops do not read these properties, so they get the defaults of a file.
    scene.statusBar = StatusBar(orientation: scene.outputs[0].orientation)
    for index in scene.windows.indices {
      scene.windows[index].orientation = scene.statusBar.orientation
      if scene.windows[index].shell.output == output.id { scene.windows[index].shell.output = nil }
    }
    return scene
  }

  /// The events that lead from `start`, after its set-up, to the session's current scene; empty
  /// without a managed output of a desktop.
  package var approach: [Event] {
    guard rules.scope == .output, let output = managed else { return [] }
    let device = scene.device.orientation
    // A turn to the orientation in which the output was rotated ends the output's hold.
    let upright =
      DeviceOrientation.allCases.first {
        $0.edgeUp?.transform == output.desired
      } ?? .portrait
    // A report without a change would lead to no decision.
    var display = InstantDisplay(Arbiter(rules: rules, scene: start))
    _ = display.play(.setUp, at: .zero)
    var events: [Event] =
      display.arbiter.scene.outputs[0].desired == output.desired
      ? [] : [.output(.transform(output.id, output.desired))]
    if upright != device { return events + [.device(.turned(upright)), .device(.turned(device))] }
    if !events.isEmpty { events += [.device(.turned(.faceUp)), .device(.turned(upright))] }
    return events
  }
}

extension CheckStack {
  /// Returns events that add the windows which are absent at the start and which `events` do not
  /// add.
  fileprivate func missing(_ events: [Event]) -> [Event] {
    windows.filter { entry in
      !entry.isThere
        && !events.contains { if case .add(entry.window, _) = $0 { true } else { false } }
    }
    .map { .add($0.window, makesKey: $0.isKey) }
  }
}

extension CheckStack {
  /// Creates a stack from the windows of a scenario and those that its events add; all other events
  /// are ignored.
  public init(_ scenario: Scenario) {
    let added = scenario.events.compactMap { event -> Entry? in
      guard case .event(.add(let window, let makesKey)) = event.action else { return nil }
      return Entry(window: window, isKey: makesKey, isThere: false)
    }
    self.init(rules: scenario.rules, scene: scenario.scene, addable: added)
  }

  /// Creates a stack from a running daemon's windows in their current state.
  ///
  /// A minimised window counts as hidden, as in all rules for desktops (W-8), and can be shown
  /// again.
  public init(running header: RecordingHeader) {
    var scene = header.scene
    if header.rules.scope == .output {
      for index in scene.windows.indices where scene.windows[index].shell.isMinimized {
        scene.windows[index].shell.isMinimized = false
        scene.windows[index].isHidden = true
      }
    }
    self.init(rules: header.rules, scene: scene, isRunning: true)
  }
}
