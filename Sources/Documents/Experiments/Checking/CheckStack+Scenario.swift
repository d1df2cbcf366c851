// SPDX-License-Identifier: Apache-2.0
public import Scenarios
import Arbitration
public import ModelChecker
public import Recording

extension CheckStack {
  /// A scenario's windows, those that its events add included; its other events are not played.
  public init(_ scenario: Scenario) {
    let added = scenario.events.compactMap { event -> Entry? in
      guard case .event(.add(let window, let makesKey)) = event.action else { return nil }
      return Entry(window: window, isKey: makesKey, isThere: false)
    }
    self.init(rules: scenario.rules, scene: scenario.scene, addable: added)
  }

  /// The windows of a running daemon, as they stand.
  ///
  /// A minimised window is the same to every rule of a desktop as a hidden one (W-8), and can be
  /// shown again.
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
