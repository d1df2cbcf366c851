// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Foundation
import Formats
import ModelChecker
import Orientation
import Plugins
import Recording
import Experiments
import Scenarios
import Sensing
import XML

@testable import Doctor

extension FuzzTarget {
  /// Files that people write.
  static let texts = [
    FuzzTarget(name: "json", seeds: ["Tests/Recordings/*.jsonl"]) { bytes in
      guard let value = try? JSONValue.parse(bytes, file: "input") else {
        _ = try? JSONValue.parseSequence(bytes, file: "input")
        return
      }
      for text in [value.compact(), value.pretty()] {
        require((try? JSONValue.parse(text, file: "written")) == value, "JSON reads back equal")
      }
    },
    FuzzTarget(name: "yaml", seeds: ["examples/*/*.yaml"]) { bytes in
      guard let document = try? Document.parse(bytes, file: "input") else { return }
      let json = JSONValue(document.root)
      require(
        (try? JSONValue.parse(json.compact(), file: "written")) == json, "YAML's JSON reads back")
    },
    FuzzTarget(
      name: "scenario",
      seeds: ["examples/scenarios/*.yaml", "examples/rules/*.yaml", "examples/platforms/*.yaml"],
      run: readScenario),
    FuzzTarget(name: "check", seeds: ["examples/seeds/*.yaml"], run: checkScenario),
    FuzzTarget(name: "configuration", seeds: ["examples/config/*.yaml", "examples/recipes/*.yaml"])
    { bytes in
      guard let found = try? Configuration.parse(bytes, file: "input") else { return }
      let window = WindowFacts(appID: "org.gnome.Maps", title: "Maps", outputs: ["eDP-1"])
      _ = found.policy(for: window)
      _ = found.policy(forOutput: "eDP-1", isBuiltIn: true)
      require(
        (try? Configuration.parse(bytes, file: "input")) == found, "a file means the same again")
      let turn = MountMatrix(casingToPanel: .left)
      guard let edit = try? ConfigurationEdit(setting: turn, in: bytes, file: "input") else {
        return
      }
      let edited = try? Configuration.parse(edit.text, file: "edited")
      require(edited?.sensor.display.correction == turn, "a matrix that is set is there")
    },
    FuzzTarget(name: "desktop-entry", seeds: ["packaging/applications/*.in"]) { bytes in
      let entry = DesktopEntry(bytes, file: "input")
      _ = try? entry.value(of: "StartupWMClass")
      guard let stated = try? StatedOrientations(entry, file: "input") else { return }
      require(
        stated.mask(on: .portrait).legal == stated.mask(on: .portrait),
        "only orientations are stated")
    },
    FuzzTarget(name: "pattern", seeds: []) { bytes in
      var input = InputBytes(bytes)
      let title = input.text() + input.text()
      let pattern = String(decoding: input.remainder(), as: UTF8.self)
      _ = Glob(pattern, hasJokers: true).matches(title)
      guard let expression = try? RegularExpression(pattern) else { return }
      _ = expression.matches(title)
    },
    FuzzTarget(name: "manifest", seeds: ["examples/plugins/*/*.json", "examples/plugins/*.json"]) {
      guard let manifest = try? PluginManifest.parse($0, file: "input") else { return }
      _ = try? manifest.values([])
    },
    FuzzTarget(name: "protocol-xml", seeds: ["protocols/*.xml"]) { bytes in
      guard let found = try? ProtocolParser.parse(bytes, file: "input") else { return }
      for side in [GenerationSide.client, .server] {
        require(!SwiftGenerator.generate(found, side: side).isEmpty, "a protocol becomes code")
      }
    },
    FuzzTarget(name: "hwdb", seeds: []) { bytes in
      let database = HardwareDatabase(String(decoding: bytes, as: UTF8.self))
      _ = database.findings(file: "60-sensor.hwdb").map { "\($0)" }
    },
    FuzzTarget(name: "touch-file", seeds: []) { bytes in
      guard let text = String(validating: bytes, as: UTF8.self) else { return }
      for kind in TouchFile.Kind.allCases {
        let file = TouchFile(kind, path: "/f", text: text)
        guard let change = try? file.change(mapping: [("device", "eDP-1")]) else { continue }
        let new = TouchFile(kind, path: "/f", text: change.new)
        require((try? new.output(of: "device")) == "eDP-1", "what was written reads back")
        require(change.lines.count <= 6, "little changes")
      }
    },
    FuzzTarget(name: "pose", seeds: []) { _ = try? PoseReadings($0, file: "input") },
  ]

  /// A scenario plays to its end, is explained, and what is written of it reads back.
  private static func readScenario(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self),
      let scenario = try? Scenario.parse(text, file: "input")
    else { return }
    let simulation = Simulation(scenario)
    require(!simulation.text().isEmpty, "a simulation has a text")
    _ = simulation.json.compact()
    _ = simulation.failures()
    let entries = scenario.events.map(ScenarioWriter.Entry.init)
    guard let written = try? ScenarioWriter(scenario).text(entries) else { return }
    do throws(InputError) {
      let again = try Scenario.parse(written, file: "written")
      require(again.scene == scenario.scene, "a scenario reads back as the same scene")
      require(
        again.events.map(\.action) == scenario.events.map(\.action),
        "a scenario reads back as the same events")
    } catch { fatalError("what was written cannot be read: \(error)") }
    let recorded = simulation.recording(program: "fuzz")
    do throws(InputError) {
      let replay = try Replay(RecordingReader(Array(recorded.utf8), file: "recorded"))
      require(replay.divergence == nil, "a recording decides the same again")
    } catch { fatalError("the recording of a scenario cannot be read: \(error)") }
  }

  /// A check comes to its end within its bounds.
  private static func checkScenario(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self),
      let scenario = try? Scenario.parse(text, file: "input"), scenario.scene.windows.count < 5
    else { return }
    var options = ScenarioCheck.Options()
    options.bounds.states = 2000
    guard let check = try? ScenarioCheck(scenario, options: options) else { return }
    _ = check.text
    _ = check.json.compact()
  }
}
