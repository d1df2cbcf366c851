// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Daemon
import Glibc
import Orientation
import Plugins

/// Everything that this program can do, in one place: what Swivel brings, and our own.
func plugins() throws -> PluginList {
  var list = try PluginList.builtIn()
  let traced = TracingPolicy(ReaderPolicy()) { print($0) }
  try list.add(policy: traced, named: "reader")
  try list.add(applier: "announced") { AnnouncedApplier($0) }
  return list
}

/// Plays a few turns without any screen.
func rehearse() throws {
  let host = PolicyHost()
  let reader = host.register(try plugins().policies.last!.policy, name: "reader")
  let page = Controller(id: "page", policy: host.policySource(reader, fallback: .init())!)
  var scene = Scene(
    outputs: [Output(id: OutputID(1), name: "eDP-1")],
    windows: [Window(id: WindowID(1), name: "book", root: page)], key: WindowID(1))
  scene.device.orientation = .portrait
  var harness = PolicyTestHarness(rules: DesktopRuleSet(), scene: scene, host: host)
  for held in [DeviceOrientation.landscapeLeft, .portraitUpsideDown] {
    for verdict in harness.play(.device(.turned(held))) {
      print("\(held.name): \(verdict.outcome.rawValue)")
    }
  }
}

// `linked-example run [SENSOR]` is a daemon with our parts in it; without a word it only rehearses.
let words = CommandLine.arguments.dropFirst()
if words.first == "run" {
  let options = RunOptions(sensor: words.dropFirst().first, applier: "plugin:announced")
  do {
    try RunCommand.run(options, plugins: plugins())
  } catch let failure as CommandFailure {
    RunCommand.complain(failure)
    exit(failure.kind.rawValue)
  }
} else {
  try rehearse()
}
