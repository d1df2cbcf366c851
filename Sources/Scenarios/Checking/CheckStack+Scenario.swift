// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import ModelChecker

extension CheckStack {
  /// A scenario's windows, those that its events add included; its other events are not played.
  public init(_ scenario: Scenario) {
    let added = scenario.events.compactMap { event -> Entry? in
      guard case .event(.add(let window, let makesKey)) = event.action else { return nil }
      return Entry(window: window, isKey: makesKey, isThere: false)
    }
    self.init(rules: scenario.rules, scene: scenario.scene, addable: added)
  }
}
