// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

@testable import Scenarios

@Suite struct WhatIfBenchmark {
  /// `make bench` prints how long a whole history takes; the ordinary run only sees it works.
  @Test func aWholeHistoryAgain() throws {
    #if DEBUG
    let decisions = 300
    #else
    let decisions = 10_000
    #endif
    var windows = [Window(id: WindowID(0), name: "main", root: Controller(id: "main.root"))]
    for number: Int32 in 1...3 {
      windows.append(
        Window(
          id: WindowID(number), name: "w\(number)", level: 1000, isHidden: number == 3,
          root: Controller(id: "w\(number).root")))
    }
    let rules = UIKitRuleSet.version8
    var arbiter = Arbiter(rules: rules, scene: Scene(windows: windows, key: WindowID(0)))
    var ring = DecisionRing()
    let turns: [DeviceOrientation] = [.landscapeLeft, .portrait, .landscapeRight, .faceUp]
    for number in 0..<decisions {
      let event = number == 0 ? Event.setUp : .device(.turned(turns[number % turns.count]))
      let now = Instant(milliseconds: Int64(number) * 100)
      ring.note(event, at: now, before: arbiter)
      ring.noteDecisions(in: arbiter.handle(event, at: now))
    }
    var result: WhatIf?
    let time = try ContinuousClock().measure {
      result = try WhatIf(ring, decision: 0, rules: rules, edits: ["w3=NO", "main=P"])
    }
    #expect(result?.following == decisions - 1)
    print("whatif over \(decisions) decisions: \(time)")
    #if !DEBUG
    #expect(time < .milliseconds(50))
    #endif
  }
}
