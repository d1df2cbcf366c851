// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// A page and windows that answer by default, as a stray window would.
func scene(windows count: Int, outputs: Bool) -> Scene {
  let windows = (0..<count).map { index in
    Window(
      id: WindowID(Int32(index)), name: "w\(index)", isHidden: index % 3 == 2,
      root: Controller(id: "w\(index).root"))
  }
  var scene = Scene(windows: windows, key: WindowID(0))
  if outputs { scene.outputs = [Output(id: OutputID(0), name: "eDP-1")] }
  return scene
}

/// Nanoseconds per call: the median of several runs of about equal length.
func measure(_ calls: Int, _ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  var runs: [Double] = []
  for _ in 0..<9 {
    let time = clock.measure { for _ in 0..<calls { body() } }
    let nanoseconds =
      Double(time.components.attoseconds) / 1e9 + Double(time.components.seconds) * 1e9
    runs.append(nanoseconds / Double(calls))
  }
  return runs.sorted()[4]
}

func padded(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// One row: the same turn decided without a record, with moves only, and with the full record.
func row(_ name: String, _ rules: any RuleSet, _ count: Int) {
  let scene = scene(windows: count, outputs: rules.family == .desktop)
  let occasion = DecisionTrigger.turn(to: .landscapeRight, only: nil)
  let calls = max(1, 200_000 / max(count, 8))
  let bare = measure(calls) {
    var sink = NullSink()
    _ = rules.decide(occasion, in: scene, answers: Answers(), sink: &sink)
  }
  let moves = measure(calls) {
    var sink = MoveSink()
    _ = rules.decide(occasion, in: scene, answers: Answers(), sink: &sink)
  }
  let traced = measure(max(1, calls / 4)) {
    var sink = TraceSink()
    _ = rules.decide(occasion, in: scene, answers: Answers(), sink: &sink)
  }
  let numbers = [bare, moves, traced].map { padded("\(Int($0))", 14) }.joined()
  print(padded(name, 9) + padded("\(count)", 9) + numbers + padded("\(Int(bare) / count)", 12))
}

print("nanoseconds per decision, median of 9 runs")
print(
  padded("rules", 9) + padded("windows", 9) + padded("no record", 14) + padded("moves", 14)
    + padded("full record", 14) + padded("a window", 12))
for count in [8, 1_000, 100_000] {
  row("uikit-8", UIKitRuleSet.version8, count)
  row("desktop", DesktopRuleSet(), count)
}
