// SPDX-License-Identifier: Apache-2.0
import Orientation
import Arbitration

extension Scene {
  /// What the arbiter starts from: a device that has not been felt yet, in front of the outputs.
  ///
  /// UIKit's sets see a pad whose app wants the full screen, since otherwise its windows' answers
  /// would be void (P-2). ChromeOS's sees a tablet, since a laptop's screen never turns (CR-1).
  static func start(outputs: [Output]) -> Scene {
    var scene = Scene(
      device: Device(idiom: .pad, orientation: .unknown),
      app: App(requiresFullScreen: true), outputs: outputs)
    scene.device.chromeOS.posture = .tablet
    if let output = outputs.first(where: { $0.isManaged }) {
      scene.device.panel = output.panel
      scene.statusBar = StatusBar(orientation: output.orientation)
    }
    return scene
  }
}
