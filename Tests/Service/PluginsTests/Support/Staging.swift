// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Plugins

/// Scenes whose windows have live policies.
enum Staging {
  /// Returns a portrait output with a window per policy, the first focused, the others vetoers.
  static func scene(
    _ policies: [PolicyID], _ host: PolicyHost, fallback: DeclaredPolicy = DeclaredPolicy()
  ) -> Scene {
    let windows = policies.enumerated().map { index, id in
      let name = "w\(index + 1)"
      let policySource = host.policySource(id, fallback: fallback) ?? .declared(fallback)
      return Window(
        id: WindowID(Int32(index + 1)), name: name,
        root: Controller(id: name, policy: policySource),
        shell: ShellTraits(appID: "org.example.\(index + 1)", mayVeto: index > 0))
    }
    var scene = Scene(
      outputs: [Output(id: OutputID(1), name: "eDP-1")], windows: windows, key: windows.first?.id)
    scene.device.orientation = .portrait
    return scene
  }
}
