// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A window's part in a decision to which all windows have to agree.
struct UIKitConsents {
  let rules: UIKitRuleSet
  let scene: Scene

  /// Returns bits: refused orientations (0 to 3), deferred rotation (4), an exception (5); and for
  /// placements an exception (6), no rotation (7), refused orientations (8 to 11).
  ///
  /// Nil while a live policy is silent.
  func bits(of window: Window) -> UInt32? {
    let isDisabled = window.disableCount > 0
    var bits: UInt32 = isDisabled ? 1 << 4 : 0
    for (bit, target) in InterfaceOrientation.fallbackOrder.enumerated() {
      var decision = decision
      if isDisabled || !decision.accepts(window, target) { bits |= 1 << UInt32(bit) }
      if decision.inquiry.raised != nil { bits |= 1 << 5 }
      if decision.inquiry.isMissingAnswers { return nil }
    }
    guard let root = window.root else { return bits }
    let controller = root.topmost(rules.traits)
    let bar = scene.statusBar.orientation
    var inquiry = decision.inquiry
    let turns = inquiry.autorotates(window, controller, proposed: bar)
    let mask = inquiry.effectiveMask(window, controller, proposed: bar, raises: turns)
    if inquiry.isMissingAnswers { return nil }
    if inquiry.raised != nil { bits |= 1 << 6 }
    // A window that does not rotate accepts the current orientation, whatever it is.
    guard turns else { return bits | 1 << 7 }
    for (bit, target) in InterfaceOrientation.fallbackOrder.enumerated()
    where mask?.allows(target) != true {
      bits |= 1 << UInt32(8 + bit)
    }
    return bits
  }

  private var decision: UIKitDecision<NullSink> {
    UIKitDecision(rules: rules, scene: scene, answers: Answers(), sink: NullSink())
  }
}
