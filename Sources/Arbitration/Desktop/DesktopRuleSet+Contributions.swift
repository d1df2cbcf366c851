// SPDX-License-Identifier: Apache-2.0
import Orientation

extension DesktopRuleSet {
  /// The focused window; all others that may veto consent or not.
  ///
  /// Nil for any number of outputs but one.
  public func dependencies(
    of event: Event, _ triggers: [DecisionTrigger], in scene: Scene
  ) -> DecisionDependencies? {
    guard scene.outputs.count == 1, let output = scene.outputs.first else { return nil }
    var dependencies = DecisionDependencies(
      present: [scene.keyWindow].compactMap(\.self), heard: [], voters: [], rest: .consents)
    switch event {
    case .window(let id, _): dependencies.present.append(id)
    case .add(let window, _): dependencies.present.append(window.id)
    default: break
    }
    let decision = DesktopDecision(
      cure: cure, scene: scene, answers: Answers(), output: output, sink: NullSink())
    if let focused = decision.focused { dependencies.heard.append(focused.id) }
    if triggers.isEmpty { return dependencies }
    // What a window is told to do can also give it its say, so all are listened to.
    dependencies.voters = scene.windows.filter { $0.isOn(output.id) && $0.isShownOnDesktop }.map(
      \.id)
    return dependencies
  }

  /// The focused window if it follows that.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] {
    guard (window.shell.cure ?? cure) == .followKey, let key = scene.keyWindow, key != window.id
    else { return [] }
    return [key]
  }

  /// What a window that may veto allows.
  public func contribution(
    of id: WindowID, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution {
    guard let window = scene.window(id), let output = scene.outputs.first else {
      return Contribution(own: .unknown)
    }
    var contribution = Contribution(own: window.orientation)
    contribution.isBarIndependent = true
    guard window.mayVeto(cure) else { return contribution }
    var decision = DesktopDecision(
      cure: cure, scene: scene, answers: answers, output: output, sink: NullSink())
    let turns = decision.askAutorotate(window, proposed: output.orientation, rule: .w7) ?? false
    // Who does not want to turn is not asked further (W-7).
    let mask = turns ? decision.askSupported(window, proposed: output.orientation, rule: .w7) : []
    contribution.allowed = mask ?? []
    if decision.isMissingAnswers { contribution.blockers = .stops }
    return contribution
  }
}
