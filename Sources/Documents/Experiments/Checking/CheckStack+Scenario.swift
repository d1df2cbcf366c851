// SPDX-License-Identifier: Apache-2.0
public import Scenarios
import Arbitration
public import ModelChecker
public import Recording

extension CheckStack {
  /// Creates a stack of a scenario's windows and those that its events add; other events are
  /// ignored.
  public init(_ scenario: Scenario) {
    let added = scenario.events.compactMap { event -> Entry? in
      guard case .event(.add(let window, let makesKey)) = event.action else { return nil }
      return Entry(window: window, isKey: makesKey, isThere: false)
    }
    self.init(rules: scenario.rules, scene: scenario.scene, addable: added)
  }

  /// Creates a stack of a running daemon's windows in their present state.
  ///
  /// A minimised window counts as hidden, as for every desktop rule (W-8), and can be shown again.
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
