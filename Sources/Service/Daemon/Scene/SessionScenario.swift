// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Configuration
public import Desktop
public import Formats
import Orientation
import Experiments
import Scenarios
import Text

/// The outputs and windows of a session as a scenario, with the policies that the configuration gives.
///
/// They go the way that they go in `swivel run`, so a window is asked here if it is asked there.
public struct SessionScenario: Sendable {
  /// The scenario file, as text.
  public let text: String
  /// What scenario files have no word for, one sentence each.
  public let notes: [String]

  /// Makes the scenario; throws where the configuration names a rule set that does not exist here.
  public init(
    outputs: [DesktopOutput], windows: [DesktopWindow], configuration: Configuration,
    source: String,
    environment: ((String) -> String?)? = nil
  ) throws(InputError) {
    guard let rules = RuleSetCatalog.make(configuration.rules), rules.scope == .output else {
      throw InputError(
        file: source, line: 0, column: 0,
        problem:
          "the configuration's rules \(UntrustedText(configuration.rules).quoted) are none for a "
          + "desktop; a plug-in's cannot be in a scenario",
        valid: RuleSetCatalog.names.filter { $0.hasPrefix("desktop") })
    }
    var tracker = SceneTracker(
      configuration: configuration,
      applications: environment.map { ApplicationFiles(environment: $0) })
    var scene = Scene()
    for event in tracker.synchronize(with: outputs, windows) {
      scene = scene.after(event, rules: rules)
    }
    // How the device is held is not known; where its panel stands is the likeliest.
    let running = RunningScene(scene, rules)
    var notes = tracker.takeProblems()
    if let output = running.managed {
      if let edge = PanelEdge(transform: output.desired) {
        scene.device.orientation = DeviceOrientation(edgeUp: edge)
        scene.device.felt = scene.device.orientation
      }
      if output.name != "eDP-1" {
        notes.append("the output that turns is \(output.name); a scenario calls it eDP-1")
      }
      notes += Self.leaveOut(&scene, notOn: output)
    } else {
      notes.append("no output of the session turns with the device")
    }
    let whole = RunningScene(scene, rules)
    var writer = ScenarioWriter(rules: rules, scene: whole.start)
    writer.title = "The windows of a session"
    writer.comments = ["Imported from \(source)."] + notes
    do throws(ScenarioWritingError) {
      let approach = scene.outputs.contains { $0.isManaged && $0.desired != .normal }
      let entries = approach ? whole.approach.map { ScenarioWriter.Entry($0) } : []
      let draft = try writer.draft(entries)
      text = draft.text
      self.notes = notes + draft.losses.map { "not in the file: \($0)" }
    } catch {
      throw InputError(file: source, line: 0, column: 0, problem: error.description)
    }
  }

  /// Takes out what has no say in how an output turns, and says so.
  private static func leaveOut(_ scene: inout Scene, notOn output: Output) -> [String] {
    let others = scene.outputs.filter { $0.id != output.id }
    let away = scene.windows.filter { $0.shell.output != nil && $0.shell.output != output.id }
    scene.windows.removeAll { window in away.contains { $0.id == window.id } }
    scene.keyHistory.removeAll { id in away.contains { $0.id == id } }
    scene.outputs = [output]
    var notes: [String] = []
    if !others.isEmpty {
      notes.append("left out are the outputs \(others.map(\.name).joined(separator: ", "))")
    }
    if !away.isEmpty {
      notes.append("left out are the windows on them: \(away.map(\.name).joined(separator: ", "))")
    }
    return notes.map { UntrustedText($0).word }
  }
}
