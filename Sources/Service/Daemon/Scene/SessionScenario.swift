// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Configuration
public import Desktop
public import Formats
import Orientation
import Experiments
import Scenarios
import Text

/// A session as a scenario, with the configured policies; if an output is managed, without the
/// other outputs and the windows on them.
///
/// The scene is built as in `swivel run`, so the same windows are asked.
public struct SessionScenario: Sendable {
  /// The scenario file, as text.
  public let text: String
  /// The differences between file and session, and problems of desktop files, one sentence each.
  public let notes: [String]

  /// Creates the scenario; throws if the session cannot be written as one, such as with a plug-in's
  /// rule set.
  ///
  /// `source` names the session in messages. Without an `environment`, applications' desktop files
  /// are not read.
  public init(
    outputs: [DesktopOutput], windows: [DesktopWindow], configuration: Configuration,
    source: String,
    environment: ((String) -> String?)? = nil
  ) throws(InputError) {
    guard let rules = RuleSetCatalog.make(configuration.rules), rules.scope == .output else {
      throw InputError(
        file: source,
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
    // The session does not report a device orientation; the one that matches the output is the
    // likeliest.
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
      let draft = try writer.draft(whole.approach.map { ScenarioWriter.Entry($0) })
      text = draft.text
      self.notes = notes + draft.losses.map { "not in the file: \($0)" }
    } catch {
      throw InputError(file: source, problem: error.description)
    }
  }

  /// Removes the other outputs and the windows on them, and gives `output` the number 0; returns
  /// notes about what was removed.
  private static func leaveOut(_ scene: inout Scene, notOn output: Output) -> [String] {
    let others = scene.outputs.filter { $0.id != output.id }
    let away = scene.windows.filter { $0.shell.output != nil && $0.shell.output != output.id }
    scene.windows.removeAll { window in away.contains { $0.id == window.id } }
    scene.keyHistory.removeAll { id in away.contains { $0.id == id } }
    renumber(&scene, output)
    var notes: [String] = []
    if !others.isEmpty {
      let names = list(others.map(\.name))
      let name = UntrustedText(output.name).name()
      notes.append(
        others.count == 1
          ? "\(names) is left out: a scenario has one output, here \(name)"
          : "\(names) are left out: a scenario has one output, here \(name)")
    }
    if !away.isEmpty {
      let names = list(away.map(\.name))
      notes.append(
        away.count == 1
          ? "\(names) is left out: the window is on an output that is left out"
          : "\(names) are left out: the windows are on outputs that are left out")
    }
    return notes
  }

  /// Makes `output` the scene's only output, with the number 0 that scenario files use.
  private static func renumber(_ scene: inout Scene, _ output: Output) {
    scene.outputs = [output]
    scene.outputs[0].id = OutputID(0)
    for index in scene.windows.indices where scene.windows[index].shell.output == output.id {
      scene.windows[index].shell.output = OutputID(0)
    }
  }

  private static func list(_ names: [String]) -> String {
    let first = names.prefix(6).map { UntrustedText($0).name() }
    let rest = names.count > 6 ? ["\(names.count - 6) more"] : []
    return (first + rest).joined(separator: ", ")
  }
}
