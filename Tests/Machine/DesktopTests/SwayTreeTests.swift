// SPDX-License-Identifier: Apache-2.0
import Desktop
import Formats
import Testing
import Text

/// Trees as sway reports them, reduced to the members that are read.
@Suite struct SwayTreeTests {
  private func views(_ nodes: String) throws -> [SwayTree.View] {
    let tree = """
      {"id": 1, "type": "root", "name": "root", "nodes": [
        {"id": 2, "type": "output", "name": "__i3", "nodes": [
          {"id": 3, "type": "workspace", "name": "__i3_scratch", "nodes": [], "floating_nodes": [
            {"id": 9, "type": "floating_con", "name": "notes", "app_id": "notes", "pid": 5,
             "visible": false, "focused": false, "scratchpad_state": "fresh"}]}]},
        {"id": 4, "type": "output", "name": "eDP-1", "nodes": [
          {"id": 5, "type": "workspace", "name": "1", "fullscreen_mode": 1, \(nodes)}]}]}
      """
    return SwayTree.views(in: try JSONValue.parse(tree, file: "tree"))
  }

  @Test func aScratchpadWindowIsHiddenAndOnNoOutput() throws {
    let window = try #require(try views(#""nodes": []"#).first).window
    #expect(window.isHidden && window.scratchpad && window.floating)
    #expect(window.outputs.isEmpty && window.workspace.isEmpty)
  }

  /// A scratchpad window that is shown is on a workspace again, with its state.
  @Test(arguments: [("fresh", true), ("changed", true), ("none", false)])
  func aShownScratchpadWindowIsKnownByItsState(state: String, isKept: Bool) throws {
    let found = try views(
      #"""
      "nodes": [{"id": 7, "type": "con", "pid": 8, "name": "a", "app_id": "a", "visible": true,
        "focused": true, "scratchpad_state": "\#(state)"}]
      """#)
    let window = try #require(found.first { $0.window.appID == UntrustedText("a") }).window
    #expect(window.scratchpad == isKept && window.outputs == ["eDP-1"])
  }

  @Test func aContainersStateHoldsForItsWindows() throws {
    let found = try views(
      """
      "nodes": [{"id": 6, "type": "con", "fullscreen_mode": 1, "sticky": true, "nodes": [
        {"id": 7, "type": "con", "pid": 8, "name": "a", "app_id": null, "visible": true,
         "window_properties": {"class": "XTerm"}, "focused": true}]}]
      """)
    let window = try #require(found.first { $0.id == 7 }).window
    #expect(window.appID == "XTerm" && window.title == "a")
    #expect(window.fullscreen && window.sticky && window.activated)
    #expect(!window.isHidden && !window.floating)
    #expect(window.outputs == ["eDP-1"] && window.workspace == "1")
    #expect(!found.contains { $0.id == 6 }, "a container is no window")
  }

  @Test func aFullscreenWorkspaceMakesNoWindowFullscreen() throws {
    let found = try views(
      #""nodes": [{"id": 7, "type": "con", "pid": 8, "visible": false, "app_id": "a"}]"#)
    let window = try #require(found.first { $0.id == 7 }).window
    #expect(!window.fullscreen && window.isHidden)
  }

  @Test(arguments: ["{}", "[]", "null", #"{"nodes": [1, {"nodes": {}}], "floating_nodes": "x"}"#])
  func malformedTreesHaveNoWindows(text: String) throws {
    #expect(SwayTree.views(in: try JSONValue.parse(text, file: "tree")).isEmpty)
  }
}
