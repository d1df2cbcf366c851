// SPDX-License-Identifier: Apache-2.0
import Orientation

/// One decision of a UIKit rule set while it is being made.
struct UIKitDecision<Sink: DecisionSink> {
  let rules: UIKitRuleSet
  let scene: Scene
  let answers: Answers
  let isMultitasking: Bool
  var sink: Sink
  /// The status bar's orientation, as the windows before this one left it.
  var bar: InterfaceOrientation
  /// Set when a live policy still has to answer; every move is void then.
  var isMissingAnswers = false
  var raised: RotationError?
  /// How often the question under way may still be handed on; see `hand`.
  var forwardingBudget = Self.maximumForwards

  /// More than any app's controllers; what hands on to several at once could go on for ages.
  static var maximumForwards: Int { 1000 }

  var traits: UIKitTraits { rules.traits }

  init(rules: UIKitRuleSet, scene: Scene, answers: Answers, sink: Sink) {
    self.rules = rules
    self.scene = scene
    self.answers = answers
    self.sink = sink
    self.isMultitasking = rules.traits.isMultitasking(scene)
    self.bar = scene.statusBar.orientation
  }

  mutating func run(_ trigger: DecisionTrigger) {
    switch trigger {
    case .turn(let target, let only): turn(to: target, only: only)
    case .place(let id): place(id)
    case .present(let id): present(id)
    case .update(let id): update(id)
    case .geometry(let id, let wanted): request(wanted, for: id)
    case .statusBar(let wanted): setStatusBar(wanted)
    case .reconsider: break
    }
  }

  /// Turns a window and, if it may, writes the status bar (M-4).
  mutating func turn(_ window: Window, to orientation: InterfaceOrientation) {
    if window.orientation != orientation { sink.move(.window(window.id, to: orientation)) }
    if window.controlsStatusBar { writeBar(orientation, by: window.id) }
  }

  /// Writes the status bar; an equal write changes nothing (format:writer).
  mutating func writeBar(_ orientation: InterfaceOrientation, by writer: WindowID) {
    guard bar != orientation else { return }
    bar = orientation
    sink.move(.statusBar(to: orientation, by: .window(writer)))
  }

  /// Turns every voter and the bar together, as all but autonomous windows do.
  mutating func turnAll(to orientation: InterfaceOrientation, by decider: WindowID) {
    for window in scene.windows where rules.takesPart(window, in: scene) {
      if window.orientation != orientation { sink.move(.window(window.id, to: orientation)) }
    }
    writeBar(orientation, by: decider)
  }

  /// Raises UIKit's exception for a window.
  mutating func raise(_ rule: RuleID, _ window: Window, _ controller: Controller?) {
    guard raised == nil, !isMissingAnswers else { return }
    raised = RotationError(
      name: .invalidInterfaceOrientation, rule: rule, window: window.id,
      controller: controller?.id)
  }
}
