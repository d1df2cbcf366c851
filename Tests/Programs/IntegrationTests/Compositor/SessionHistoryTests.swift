// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

@testable import swivel_tablet

/// The story of a session that `swivel tablet` saves.
@Suite struct SessionHistoryTests {
  /// Returns the story of a session in which a window's state changes.
  private func story(_ rules: any RuleSet, _ changes: [ShellTraits]) throws -> String {
    var scene = Scene(
      outputs: rules.scope == .output ? [Output(id: OutputID(0), name: "eDP-1")] : [],
      windows: [Window(id: WindowID(1), name: "main", root: Controller(id: "main"))],
      key: WindowID(1))
    scene.device.orientation = .portrait
    let history = try SessionHistory(nil)
    var arbiter = Arbiter(rules: rules, scene: scene)
    history.begin(arbiter)
    for event in [.setUp] + changes.map({ Event.window(WindowID(1), .shell($0)) }) {
      history.note(event, at: .zero, before: arbiter)
      history.note(arbiter.handle(event, at: .zero))
    }
    return try history.story().scenario
  }

  /// A scenario has no event for a window's state, so the file's comments name what is missing.
  @Test func aChangedStateOfAWindowIsListedAsALoss() throws {
    let text = try story(
      DesktopRuleSet(),
      [
        ShellTraits(title: "other"), ShellTraits(isMinimized: true),
        ShellTraits(isFullscreen: true, cure: .keyOnly),
      ])
    let losses = text.split(separator: "\n").filter { $0.hasPrefix("# not in the file: ") }
    #expect(
      losses == [
        "# not in the file: decision 2, main: minimized: true",
        "# not in the file: decision 3, main: minimized: false",
        "# not in the file: decision 3, main: fullscreen: true",
        "# not in the file: decision 3, main: policy: key-only",
      ])
  }

  /// Under UIKit no decision reads whether a window is minimised.
  @Test func aStateThatNoDecisionReadsIsNoLoss() throws {
    let rules = try #require(RuleSetCatalog.make("uikit-8"))
    let text = try story(rules, [ShellTraits(isFullscreen: true, isMinimized: true)])
    #expect(!text.contains("not in the file"))
  }
}
