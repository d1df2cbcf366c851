// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Testing

@testable import Diagnosis

@Suite struct BlameBenchmark {
  /// `make bench` prints how long a complete report takes; the ordinary run only sees it works.
  @Test func reportsOfRandomStacks() {
    #if DEBUG
    let seeds: UInt64 = 2
    #else
    let seeds: UInt64 = 400
    #endif
    var all: [Int64] = []
    for rules in RandomDecisions.ruleSets {
      var times: [Int64] = []
      var complete = 0
      var tried = 0
      for seed in 1...seeds {
        let run = RandomDecisions(
          seed: seed, rules: rules, windows: Int(seed % 8) + 1, events: 10)
        for decision in run.decisions {
          var report: BlameReport?
          let time = ContinuousClock().measure {
            report = BlameReport(verdict: decision.verdict, rules: rules)
          }
          guard let report, !report.findings.isEmpty else { continue }
          times.append(time.components.attoseconds / 1_000_000_000)
          tried += report.evaluations
          if report.findings.allSatisfy(\.isComplete) { complete += 1 }
        }
      }
      times.sort()
      all += times
      let count = times.count
      guard count > 0 else { continue }
      print(
        "blame \(rules.id): \(count) reports, p50 \(times[count / 2] / 1000) µs, "
          + "p99 \(times[count * 99 / 100] / 1000) µs, \(complete * 100 / count) % complete, "
          + "\(tried / count) tried")
    }
    all.sort()
    print("blame, all rule sets: p99 \(all[all.count * 99 / 100] / 1000) µs")
    #if !DEBUG
    #expect(all[all.count * 99 / 100] < 1_000_000)
    #endif
  }
}
