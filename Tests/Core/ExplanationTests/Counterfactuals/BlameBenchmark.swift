// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Glibc
import Orientation
import Testing

import Counterfactuals

@Suite struct BlameBenchmark {
  /// The limit of a complete report's time at the 99th percentile, in nanoseconds.
  static let goal: Int64 = 2_000_000

  /// `make bench` prints the time of a complete report; the ordinary run only checks that it works.
  @Test func blameReportsOfRandomStacksMeetTheGoal() {
    #if DEBUG
    let seeds: UInt64 = 2
    #else
    let seeds: UInt64 = 400
    #endif
    for rules in RandomDecisions.ruleSets {
      var times: [Int64] = []
      var complete = 0
      var tried = 0
      for seed in 1...seeds {
        let run = RandomDecisions(
          seed: seed, rules: rules, windows: Int(seed % 8) + 1, events: 10)
        // Windows appear during the run; the goal is for up to eight.
        for decision in run.decisions where decision.verdict.after.windows.count <= 8 {
          let start = Self.spent()
          let report = BlameReport(verdict: decision.verdict, rules: rules)
          let time = Self.spent() - start
          if report.findings.isEmpty { continue }
          times.append(time)
          tried += report.evaluations
          if report.findings.allSatisfy(\.isComplete) { complete += 1 }
        }
      }
      times.sort()
      let count = times.count
      guard count > 0 else { continue }
      let slow = times[count * 99 / 100]
      print(
        "blame \(rules.id): \(count) reports, p50 \(times[count / 2] / 1000) µs, "
          + "p99 \(slow / 1000) µs, \(complete * 100 / count) % complete, \(tried / count) tried")
      #expect(complete == count, "\(rules.id)")
      #if !DEBUG
      #expect(slow <= Self.goal, "\(rules.id)")
      #endif
    }
  }

  /// Returns the processor time of this thread in nanoseconds, without that of other programs.
  private static func spent() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
