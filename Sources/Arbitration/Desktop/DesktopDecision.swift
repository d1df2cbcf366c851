// SPDX-License-Identifier: Apache-2.0
import Orientation

/// One decision about one output while it is being made.
struct DesktopDecision<Sink: DecisionSink> {
  let cure: Mitigation?
  let scene: Scene
  let answers: Answers
  let output: Output
  var sink: Sink
  var isMissingAnswers = false

  init(cure: Mitigation?, scene: Scene, answers: Answers, output: Output, sink: Sink) {
    self.cure = cure
    self.scene = scene
    self.answers = answers
    self.output = output
    self.sink = sink
  }

  mutating func run(_ trigger: DecisionTrigger) {
    guard pass(.output, output.isManaged && !output.isHeldByOther, output.isManaged ? .w10 : .w3)
    else { return }
    guard let target = target(trigger), !isMissingAnswers else { return }
    if target != output.orientation, !isUsersWord, !othersAllow(target) { return }
    guard !isMissingAnswers else { return }
    settle(target)
  }

  /// Where the user, the focused window, or the device alone, wants the output; nil for nowhere.
  private mutating func target(_ trigger: DecisionTrigger) -> InterfaceOrientation? {
    let device = scene.device.orientation.edgeUp.map {
      InterfaceOrientation(transform: $0.transform, on: output.panel)
    }
    if let target = usersTarget(device) { return target }
    _ = pass(.deviceOrientation, device != nil, .w2)
    guard let focused else {
      _ = pass(.focus, true, .w4)
      return device ?? output.orientation
    }
    if case .turn = trigger {
      guard let device, let accepts = accepts(focused, device, rule: .w5) else {
        return output.orientation
      }
      return accepts ? device : output.orientation
    }
    return placement(focused, device)
  }

  // A window that gains the focus is asked again (W-11).
  private mutating func placement(
    _ window: Window, _ device: InterfaceOrientation?
  ) -> InterfaceOrientation? {
    let current = output.orientation
    guard let turns = askAutorotate(window, proposed: device ?? current, rule: .w5) else {
      return nil
    }
    guard pass(.autorotate, turns, .w5, window) else { return current }
    guard let mask = askSupported(window, proposed: device ?? current, rule: .w5) else {
      return nil
    }
    if let device, mask.allows(device) { return device }
    if mask.allows(current) { return current }
    guard let preferred = askPreferred(window) else { return nil }
    if let preferred, mask.allows(preferred) { return preferred }
    return mask.first ?? current
  }

  /// The focused window, if it is shown on this output.
  var focused: Window? {
    guard let key = scene.keyWindow, let window = scene.window(key), window.isShownOnDesktop,
      window.isOn(output.id)
    else { return nil }
    return window
  }

  /// Asks the other shown windows that may veto (W-6 to W-8).
  private mutating func othersAllow(_ target: InterfaceOrientation) -> Bool {
    let focused = focused
    if let focused, focused.shell.isFullscreen {
      _ = pass(.veto, true, .w6, focused)
      return true
    }
    var allowed = true
    for window in scene.windows where window.id != focused?.id && window.isOn(output.id) {
      guard pass(.takesPart, window.isShownOnDesktop, .w8, window) else { continue }
      guard window.mayVeto(cure) else { continue }
      guard let accepts = accepts(window, target, rule: .w7) else { continue }
      _ = pass(.veto, accepts, .w7, window)
      if !accepts { allowed = false }
    }
    return allowed
  }

  /// Turns the output and everything on it.
  mutating func settle(_ target: InterfaceOrientation) {
    if target != output.orientation, let transform = target.transform(on: output.panel) {
      sink.move(.output(output.id, to: transform))
    }
    for window in scene.windows
    where window.isOn(output.id) && window.orientation != target {
      sink.move(.window(window.id, to: target))
    }
    let isFirst = scene.outputs.first { $0.isManaged }?.id == output.id
    if isFirst, scene.statusBar.orientation != target {
      sink.move(.statusBar(to: target, by: focused.map { .window($0.id) }))
    }
  }

  /// Records a gate and says whether it was passed.
  mutating func pass(
    _ gate: GateRecord.Gate, _ isPassed: Bool, _ rule: RuleID, _ window: Window? = nil
  ) -> Bool {
    sink.gate(GateRecord(window: window?.id, gate: gate, isPassed: isPassed, rule: rule))
    return isPassed
  }
}
