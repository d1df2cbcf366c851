// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension PluginProbe {
  /// Has a rule set decide scenes of several windows, each twice.
  func tryRuleSet(_ rules: LibraryRuleSet) throws {
    var decided = 0
    for count in 0...3 {
      for held in [DeviceOrientation.portrait, .landscapeLeft, .faceUp] {
        begin("decide with \(count) windows, held \(held.name)")
        let scene = Self.scene(windows: count, held)
        let first = timed { Self.moves(rules, scene) }
        guard first == timed({ Self.moves(rules, scene) }) else {
          return find(
            .problem,
            "decide is no pure function: the same scene was decided in two ways; explanations and "
              + "replay need it to be")
        }
        if !first.isEmpty { decided += 1 }
      }
    }
    find(.ok, "decide: \(decided) of 12 scenes turned, each decided twice alike")
    if decided == 0 { find(.note, "it turned nothing at all") }
  }

  private static func moves(_ rules: LibraryRuleSet, _ scene: Scene) -> [Move] {
    var sink = MoveSink()
    _ = rules.decide(
      .turn(to: .landscapeLeft, only: nil), in: scene, answers: Answers(), sink: &sink)
    return sink.moves
  }

  private static func scene(windows count: Int, _ held: DeviceOrientation) -> Scene {
    let policies = [
      DeclaredPolicy(), DeclaredPolicy(supported: .landscape), DeclaredPolicy(autorotate: false),
    ]
    let windows = (0..<count).map { index in
      Window(
        id: WindowID(Int32(index + 1)), name: "w\(index + 1)",
        root: Controller(id: "w\(index + 1)", policy: .declared(policies[index])),
        shell: ShellTraits(appID: "org.example.probe\(index + 1)"))
    }
    var scene = Scene(
      outputs: [Output(id: OutputID(1), name: "probe")], windows: windows, key: windows.first?.id)
    scene.device.orientation = held
    return scene
  }
}
