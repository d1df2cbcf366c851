// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Diagnosis

extension CheckStack {
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
