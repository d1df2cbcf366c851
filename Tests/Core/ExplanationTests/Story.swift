// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// A run of a real arbiter, for tests that explain its verdicts.
struct Story {
  private(set) var arbiter: Arbiter
  private(set) var verdicts: [Verdict] = []
  private(set) var reports: [OutputReport] = []
  private var clock: Int64 = 0

  var rules: any RuleSet { arbiter.rules }
  var rulesID: String { rules.id }

  init(_ rules: any RuleSet, _ scene: Scene, exempt: [Window] = []) {
    arbiter = Arbiter(rules: rules, scene: scene, exempt: exempt)
    send(.setUp)
  }

  /// Sends an event 1.5 s after the one before.
  mutating func send(_ event: Event) {
    for effect in arbiter.handle(event, at: Instant(milliseconds: clock)) {
      switch effect {
      case .report(let verdict): verdicts.append(verdict)
      case .outputReport(let report): reports.append(report)
      default: break
      }
    }
    clock += 1500
  }

  mutating func turn(_ orientation: DeviceOrientation) { send(.device(.turned(orientation))) }
}
