// SPDX-License-Identifier: Apache-2.0
package import Arbitration
import Orientation

/// The decisions of a seed: a random stack, a few events, and verdicts with the arbiters before.
package struct RandomDecisions {
  package struct Decision {
    package var arbiter: Arbiter
    package var verdict: Verdict
  }

  package private(set) var decisions: [Decision] = []

  package init(seed: UInt64, rules: any RuleSet, windows: Int, events: Int) {
    var random = RandomScene(seed: seed)
    var arbiter = Arbiter(rules: rules, scene: random.scene(windows: windows))
    var event = Event.setUp
    for _ in 0..<events {
      let before = arbiter
      for case .report(let verdict) in arbiter.handle(event, at: .zero) {
        decisions.append(Decision(arbiter: before, verdict: verdict))
      }
      event =
        random.random.chance(2)
        ? .device(.turned(random.random.pick(DeviceOrientation.allCases) ?? .portrait))
        : random.event(in: arbiter.scene)
    }
  }

  /// All rule sets, and their variants that combine answers in other ways.
  package static let ruleSets: [any RuleSet] =
    RuleSetCatalog.names.compactMap { RuleSetCatalog.make($0) }
    + Mitigation.allCases.flatMap { cure in
      ["uikit-8+\(cure.rawValue)", "desktop+\(cure.rawValue)"].compactMap {
        RuleSetCatalog.make($0)
      }
    }
}
