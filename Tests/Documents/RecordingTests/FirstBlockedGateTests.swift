// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Fixtures
import Orientation
import Testing

import Scenarios

/// Every event leaves one record, and every record has a first blocked gate or a reason for none.
@Suite struct FirstBlockedGateTests {
  @Test(arguments: ReplayTests.names)
  func everyRandomVerdictKnowsItsFirstBlockedGate(name: String) throws {
    let rules = try #require(RuleSetCatalog.make(name))
    for seed in 0..<CaseCount.of(15, optimised: 60) {
      var random = ArbitraryScene(seed: seed)
      var arbiter = Arbiter(rules: rules, scene: random.scene())
      for number in 0..<30 {
        let event = number == 0 ? .setUp : random.event(in: arbiter.scene)
        let verdicts = arbiter.handle(event, at: .zero).verdicts
        if event.isDecidable { #expect(verdicts.count == 1, "\(name), seed \(seed), \(event)") }
        for verdict in verdicts { check(verdict, "\(name), seed \(seed), event \(number)") }
      }
    }
  }

  @Test(arguments: ExampleFiles.scenarios)
  func everyExampleVerdictKnowsItsFirstBlockedGate(path: String) throws {
    for step in Simulation(try Scenario.load(path: path)).steps { check(step.verdict, path) }
  }

  private func check(_ verdict: Verdict, _ place: String) {
    let stop = FirstBlockedGate(verdict)
    if stop.kind == .stopped { #expect(stop.gate?.isPassed == false, "\(place)") }
    if verdict.outcome == .blocked { #expect(stop.kind == .stopped, "\(place) \(verdict.event)") }
    guard case .device(.turned(let value)) = verdict.event else { return }
    // A turn always reaches a gate, a move, or a scene that already is as the answers require.
    #expect(stop.kind != .asksNobody, "\(place) \(value)")
    if stop.kind == .stands, let wanted = verdict.requested, verdict.error == nil {
      let stands = [verdict.page?.orientation, verdict.after.statusBar.orientation]
      #expect(stands.contains(wanted), "\(place) \(value)")
    }
  }
}

extension Event {
  /// Whether the event is a trigger, and not an answer or the display server's report.
  fileprivate var isDecidable: Bool {
    switch self {
    case .answer, .abstained, .policyFailed, .deadline, .applied, .output: false
    default: true
    }
  }
}
