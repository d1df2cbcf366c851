// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Plugins

/// Answers always the same, as quickly as Swift can.
final class Reply: RootPolicy {
  func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    DeclaredPolicy(autorotate: true, supported: query.proposed.mask)
  }
}

/// Nanoseconds per call: the median of several runs of about equal length.
func measure(_ calls: Int, _ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  var runs: [Double] = []
  for _ in 0..<21 {
    let time = clock.measure { for _ in 0..<calls { body() } }
    let nanoseconds =
      Double(time.components.attoseconds) / 1e9 + Double(time.components.seconds) * 1e9
    runs.append(nanoseconds / Double(calls))
  }
  return runs.sorted()[10]
}

func scene(_ source: PolicySource) -> Scene {
  let window = Window(
    id: WindowID(1), name: "w", root: Controller(id: "w", policy: source),
    shell: ShellTraits(appID: "org.example.bench"))
  var scene = Scene(
    outputs: [Output(id: OutputID(1), name: "eDP-1")], windows: [window], key: window.id)
  scene.device.orientation = .landscapeLeft
  return scene
}

/// What the host takes for one question, from the effect to the event.
func question(_ policy: any RootPolicy, _ ring: PluginRing) -> Double {
  let host = PolicyHost()
  let id = host.register(policy, name: "bench", ring: ring)
  guard let source = host.policySource(id, fallback: DeclaredPolicy()) else { return .infinity }
  let scene = scene(source)
  let question = Question(
    policy: id, window: WindowID(1), kind: .supported, proposed: .landscapeRight)
  return measure(20_000) {
    if host.answer(QuestionID(1), question, in: scene) == nil { fatalError("no answer") }
    // The next one belongs to another decision, so that the policy is really asked.
    host.forget()
  }
}

/// What a decision takes about a window that no policy answers for.
func decision(policies: Int) -> Double {
  let host = PolicyHost()
  for index in 0..<policies { host.register(Reply(), name: "p\(index)") }
  var harness = PolicyTestHarness(
    rules: DesktopRuleSet(), scene: scene(.declared(DeclaredPolicy())), host: host)
  var isLeft = false
  return measure(2_000) {
    isLeft.toggle()
    harness.play(.device(.turned(isLeft ? .landscapeRight : .landscapeLeft)))
  }
}

let manifest = try PluginManifest.load(path: CommandLine.arguments[1])
let library = try LibraryPolicy(LibraryPlugin.load(manifest))
print("ring1 \(question(Reply(), .linked))")
print("ring2 \(question(library, .library))")
// By turns, so that a change of the machine's pace meets both.
var none: [Double] = []
var hundred: [Double] = []
for _ in 0..<7 {
  none.append(decision(policies: 0))
  hundred.append(decision(policies: 100))
}
print("none \(none.sorted()[3])")
print("hundred \(hundred.sorted()[3])")
