// SPDX-License-Identifier: Apache-2.0
import Orientation

extension DesktopRuleSet {
  /// The focused window; all others that may veto consent or not.
  ///
  /// Nil for any number of outputs but one.
  public func hearing(
    of event: Event, _ occasions: [Occasion], in scene: Scene
  ) -> Hearing? {
    guard scene.outputs.count == 1, let output = scene.outputs.first else { return nil }
    var hearing = Hearing(
      present: [scene.keyWindow].compactMap(\.self), heard: [], voices: [], rest: .consents)
    switch event {
    case .window(let id, _): hearing.present.append(id)
    case .add(let window, _): hearing.present.append(window.id)
    default: break
    }
    let decision = DesktopDecision(
      cure: cure, scene: scene, answers: Answers(), output: output, sink: NullSink())
    if let focused = decision.focused { hearing.heard.append(focused.id) }
    if occasions.isEmpty { return hearing }
    // What a window is told to do can also give it its say, so all are listened to.
    hearing.voices = scene.windows.filter { $0.isOn(output.id) && $0.isShownOnDesktop }.map(\.id)
    return hearing
  }

  /// The focused window if it follows that.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] {
    guard (window.shell.cure ?? cure) == .followKey, let key = scene.keyWindow, key != window.id
    else { return [] }
    return [key]
  }

  /// What a window that may veto allows.
  public func contribution(
    of id: WindowID, _ occasions: [Occasion], in scene: Scene, answers: Answers
  ) -> Contribution {
    guard let window = scene.window(id), let output = scene.outputs.first else {
      return Contribution(own: .unknown)
    }
    var contribution = Contribution(own: window.orientation)
    contribution.isBlind = true
    guard window.mayVeto(cure) else { return contribution }
    var decision = DesktopDecision(
      cure: cure, scene: scene, answers: answers, output: output, sink: NullSink())
    let turns = decision.askAutorotate(window, proposed: output.orientation, rule: .w7) ?? false
    // Who does not want to turn is not asked further (W-7).
    let mask = turns ? decision.askSupported(window, proposed: output.orientation, rule: .w7) : []
    contribution.allowed = mask ?? []
    if decision.isMissingAnswers { contribution.hindrance = .stops }
    return contribution
  }
}
