// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Daemon
import Desktop
import Formats
import Foundation
import Orientation
import Scenarios
import Testing
import Text

@testable import Import

/// `swivel import session`: what compositors print, made up by us in their shapes.
@Suite struct SessionImportTests {
  static func dump(_ texts: String...) throws -> SessionDump {
    try SessionDump(texts.enumerated().map { ("dump-\($0).json", Array($1.utf8)) })
  }

  /// Lines are split while they are read, and blank ones are not kept.
  @Test func aTextIsSplitIntoNumberedLinesWithoutItsBlankOnes() {
    let text = DumpText(Array("\n\n  a b \r\n\t\n\u{FFFD}c\n\nlast".utf8), file: "dump")
    let lines = Array(text.lines)
    #expect(lines.map(\.number) == [3, 5] && lines.map(\.indent) == [2, 0])
    #expect(lines.map { String($0.text) } == ["a b", "\u{FFFD}c"])
    #expect(text.lineCount == 6 && text.cutOff == 7)
    let blank = DumpText(Array(repeating: UInt8(ascii: "\n"), count: 1 << 20), file: "dump")
    #expect(Array(blank.lines).isEmpty && blank.lineCount == 1 << 20 && blank.cutOff == nil)
    #expect(Array(DumpText([], file: "dump").lines).isEmpty)
  }

  static func scene(
    _ dump: SessionDump, configuration: String = ""
  ) throws -> (scene: Scene, notes: [String]) {
    let found = try SessionScenario(
      outputs: dump.outputs, windows: dump.windows,
      configuration: try Configuration.parse(configuration, file: "config.yaml"),
      source: dump.programs.joined(separator: ", "))
    let scenario = try Scenario.parse(found.text, file: "session.yaml")
    #expect(!found.notes.joined().contains("not in the file"), "\(found.notes)")
    let last = Simulation(scenario).steps.last?.verdict.after
    return (try #require(last), found.notes)
  }

  static let sway = """
    {"id": 1, "type": "root", "percent": NaN, "nodes": [
      {"type": "output", "name": "__i3", "nodes": []},
      {"type": "output", "name": "eDP-1", "active": true, "transform": "90", "percent": -nan,
       "current_mode": {"width": 1200, "height": 1920, "refresh": 60000}, "nodes": [
        {"type": "workspace", "name": "1", "nodes": [
          {"id": 7, "type": "con", "pid": 10, "app_id": "org.example.notes", "name": "Private",
           "focused": true, "visible": true, "percent": nan},
          {"id": 8, "type": "con", "pid": 11, "app_id": "org.example.talk", "name": "Talk",
           "focused": false, "visible": false, "fullscreen_mode": 0, "rect": {"x": Infinity}}
        ]}
      ]},
      {"type": "output", "name": "HDMI-A-1", "active": true, "transform": "normal",
       "current_mode": {"width": 1920, "height": 1080}, "nodes": [
        {"type": "workspace", "name": "2", "nodes": [
          {"id": 9, "type": "con", "pid": 12, "app_id": "org.example.video", "focused": false,
           "visible": true}
        ]}
      ]}
    ]}
    """

  static let talkVetoes = """
    windows:
      - {app-id: org.example.talk, autorotate: false, veto: true}
    """

  @Test func swaysTreeIsReadThoughItHoldsNaN() throws {
    let dump = try Self.dump(Self.sway)
    #expect(dump.programs == ["sway"])
    #expect(dump.outputs.map(\.name) == ["eDP-1", "HDMI-A-1"])
    // Sway's 90 is clockwise, Wayland's 270.
    #expect(dump.outputs[0].transform == .rotated270)
    #expect(dump.windows.map(\.isHidden) == [false, true, false])
    let (scene, notes) = try Self.scene(dump, configuration: Self.talkVetoes)
    #expect(scene.windows.map(\.name) == ["org.example.notes", "org.example.talk"])
    #expect(scene.windows[1].shell.mayVeto && scene.windows[1].shell.isMinimized)
    #expect(scene.windows[1].root?.declared?.autorotate == false)
    #expect(scene.keyWindow == scene.windows[0].id)
    #expect(scene.outputs.map(\.desired) == [.rotated270])
    #expect(scene.statusBar.orientation == .landscapeRight || scene.outputs[0].panel == .portrait)
    #expect(notes.contains("HDMI-A-1 is left out: a scenario has one output, here eDP-1"))
    #expect(
      notes.contains(
        "org.example.video is left out: the window is on an output that is left out"), "\(notes)")
    // Titles have been compared and are gone.
    #expect(!notes.joined().contains("Private"))
  }

  @Test func hyprlandsClientsAndMonitorsAreRead() throws {
    let clients = """
      [{"address": "0x1", "mapped": true, "hidden": false, "workspace": {"id": 1, "name": "1"},
        "floating": false, "monitor": 0, "class": "org.example.notes", "title": "t",
        "fullscreen": 2, "pinned": false, "focusHistoryID": 0},
       {"address": "0x2", "mapped": true, "hidden": false, "workspace": {"id": 3, "name": "3"},
        "floating": true, "monitor": 0, "class": "org.example.talk", "title": "t",
        "fullscreen": 1, "pinned": false, "focusHistoryID": 1},
       {"address": "0x3", "mapped": false, "class": "org.example.gone", "focusHistoryID": 2}]
      """
    let monitors = """
      [{"id": 0, "name": "DSI-1", "width": 800, "height": 1280, "transform": 3,
        "activeWorkspace": {"id": 1, "name": "1"}, "specialWorkspace": {"id": 0, "name": ""},
        "focused": true, "disabled": false, "dpmsStatus": true}]
      """
    let dump = try Self.dump(clients, monitors)
    #expect(dump.programs == ["Hyprland"] && dump.outputs[0].transform == .rotated270)
    #expect(dump.windows.map(\.fullscreen) == [true, false])
    #expect(dump.windows.map(\.isHidden) == [false, true])
    #expect(dump.windows.map(\.outputs) == [["DSI-1"], ["DSI-1"]])
    let (scene, notes) = try Self.scene(dump)
    #expect(scene.windows[0].shell.isFullscreen && scene.device.panel == .portrait)
    #expect(notes.contains { $0.contains("DSI-1") && $0.contains("eDP-1") })
  }

  /// The reader of the file knows why nothing in it turns.
  @Test func aSessionWithoutATurningOutputSaysSo() throws {
    let monitors = """
      [{"id": 0, "name": "HDMI-A-1", "width": 1920, "height": 1080, "transform": 0,
        "activeWorkspace": {"id": 1, "name": "1"}, "focused": true, "disabled": false}]
      """
    let dump = try Self.dump("[]", monitors)
    let found = try SessionScenario(
      outputs: dump.outputs, windows: dump.windows, configuration: Configuration(), source: "dump")
    #expect(found.notes.contains("no output of the session turns with the device"))
    #expect(found.text.contains("# no output of the session turns with the device"))
  }

  @Test func nirisConcatenatedDocumentsAreRead() throws {
    let text = """
      {"eDP-1": {"name": "eDP-1", "modes": [{"width": 1920, "height": 1200}], "current_mode": 0,
        "logical": {"x": 0, "y": 0, "width": 1200, "height": 1920, "transform": "90"}},
       "DP-1": {"name": "DP-1", "modes": [], "current_mode": null, "logical": null}}
      [{"id": 4, "idx": 1, "name": null, "output": "eDP-1", "is_active": true},
       {"id": 5, "idx": 2, "name": "away", "output": "eDP-1", "is_active": false}]
      [{"id": 1, "title": "t", "app_id": "org.example.notes", "workspace_id": 4, "is_focused": true},
       {"id": 2, "title": null, "app_id": null, "workspace_id": 5, "is_focused": false}]
      """
    let dump = try Self.dump(text)
    #expect(dump.programs == ["niri"] && dump.outputs.map(\.name) == ["eDP-1"])
    #expect(dump.outputs[0].transform == .rotated90)
    #expect(dump.windows.map(\.isHidden) == [false, true])
    let (scene, _) = try Self.scene(dump)
    #expect(
      scene.device.panel == .landscape
        && scene.windows.map(\.name) == ["org.example.notes", "window"])
  }

  @Test func kwinsWindowsAndKScreensOutputsAreRead() throws {
    let windows = """
      caption: Notes
      desktopFile: org.example.notes
      fullscreen: false
      minimized: false
      resourceClass: notes
      caption: Talk: the second
      desktopFile:
      fullscreen: true
      minimized: true
      resourceClass: talk

      """
    let outputs = """
      {"outputs": [
        {"name": "eDP-1", "enabled": true, "rotation": 8, "currentModeId": "2",
         "modes": [{"id": "1", "size": {"width": 1, "height": 2}},
                   {"id": "2", "size": {"width": 1920, "height": 1080}}]},
        {"name": "DP-2", "enabled": false, "rotation": 1}]}
      """
    let dump = try Self.dump(windows, outputs)
    #expect(dump.programs == ["KWin", "KScreen"])
    #expect(dump.windows.map(\.appID) == ["org.example.notes", "talk"])
    #expect(dump.windows.map(\.minimized) == [false, true])
    #expect(dump.outputs.map(\.name) == ["eDP-1"] && dump.outputs[0].transform == .rotated270)
    #expect(dump.outputs[0].modeSize == Size(width: 1920, height: 1080))
  }

  @Test func swivelsWindowListIsReadAndMissingOutputsNoted() throws {
    let dump = try Self.dump(
      #"[{"id": 1, "app-id": "a", "outputs": ["eDP-1"], "focused": true, "minimized": false}]"#)
    #expect(dump.programs == ["swivel"] && dump.outputs.map(\.name) == ["eDP-1"])
    #expect(dump.notes.contains { $0.contains("portrait and unturned") })
    #expect(try Self.scene(dump).scene.device.panel == .portrait)
  }

  @Test(arguments: [
    ("", "nothing is in it"), ("hello\n", "no list of windows"), ("{\"a\": 1}", "another shape"),
    ("[1, 2", "dump-0.json:1:6"), ("[{\"app_id\": NaM}]", "dump-0.json:1:13"),
    ("[]x", "dump-0.json:1:3"),
    (
      "resourceClass: a\n" + (0...1_000).map { "key\($0): 1\n" }.joined() + "resourceClass: b\n",
      "no list of windows"
    ),
  ])
  func invalidSessionDumpsAreReported(text: String, words: String) throws {
    let error = #expect(throws: InputError.self) { try Self.dump(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func aConfigurationOfAnotherFamilyIsRefused() throws {
    let dump = try Self.dump(Self.sway)
    let error = #expect(throws: InputError.self) {
      try Self.scene(dump, configuration: "rules: uikit-8\n")
    }
    #expect(error?.description.contains("none for a desktop") == true)
  }

  /// Only on request: strict JSON has no such numbers.
  @Test func strictJSONRefusesNaNAndInfinity() throws {
    #expect(throws: InputError.self) { try JSONValue.parse("[NaN]", file: "f") }
    #expect(throws: InputError.self) { try JSONValue.parse("[-Infinity]", file: "f") }
    let values = try JSONValue.parseSequence(Array("[NaN, -1, null] 2".utf8), file: "f")
    #expect(values.count == 2 && values[0][1] == .int(-1) && values[0][2] == .null)
    #expect(values[0][0]?.double?.isNaN == true)
  }
}
