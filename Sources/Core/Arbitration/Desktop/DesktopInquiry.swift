// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What a rule set of somebody else's needs to decide about one output of a desktop.
///
/// The gates, the questions and the turn are those of the rule set `desktop`; only how the windows'
/// answers are put together is left to the caller.
public struct DesktopInquiry<Sink: DecisionSink> {
  /// What one shown window answered.
  public struct Voice: Sendable, Hashable {
    /// The window.
    public var window: Window
    /// Whether it has the focus.
    public var isFocused: Bool
    /// Whether it may stop a turn although it has not.
    public var mayVeto: Bool
    /// Whether it wants to turn.
    public var turns: Bool
    /// The orientations that it supports.
    public var supported: OrientationMask
    /// The orientation that it prefers; nil for none.
    public var preferred: InterfaceOrientation?
  }

  private var decision: DesktopDecision<Sink>

  /// Looks at one output of a scene, with the answers that live policies have given so far.
  public init(_ output: Output, in scene: Scene, answers: Answers, sink: Sink) {
    decision = DesktopDecision(
      cure: nil, scene: scene, answers: answers, output: output, sink: sink)
  }

  /// Where everything was said that was decided.
  public var sink: Sink { decision.sink }

  /// Whether a live policy has to answer first.
  public var isMissingAnswers: Bool { decision.isMissingAnswers }

  /// What the device asks for on this output; nil while it is flat or has not been felt.
  public var device: InterfaceOrientation? {
    decision.scene.device.interface(on: decision.output.panel)
  }

  /// Whether the output may turn at all, and is nobody else's (W-1, W-3, W-10); what the user wants
  /// is done here (W-13, W-14).
  public mutating func mayTurn() -> Bool {
    guard decision.mayTurn() else { return false }
    guard let target = decision.usersTarget(device) else { return true }
    decision.settle(target)
    return false
  }

  /// Asks every shown window of the output (W-12); nil while a live policy is silent.
  public mutating func voices() -> [Voice]? {
    let target = device ?? decision.output.orientation
    let focused = decision.focused?.id
    var voices: [Voice] = []
    for window in decision.scene.windows where window.isOn(decision.output.id) {
      guard decision.pass(.takesPart, window.isShownOnDesktop, .w8, window) else { continue }
      let turns = decision.askAutorotate(window, proposed: target, rule: .w12)
      let mask = decision.askSupported(window, proposed: target, rule: .w12)
      let wish = decision.askPreferred(window)
      guard let turns, let mask, let wish else { continue }
      voices.append(
        Voice(
          window: window, isFocused: window.id == focused, mayVeto: window.shell.mayVeto,
          turns: turns, supported: mask, preferred: wish))
    }
    return isMissingAnswers ? nil : voices
  }

  /// Turns the output, and records who decided that (W-12).
  public mutating func settle(_ target: InterfaceOrientation, decidedBy window: WindowID?) {
    let isTurn = target != decision.output.orientation
    let stays = device != nil && device != target
    let decider = window.flatMap { decision.scene.window($0) }
    _ = decision.pass(.arbitration, isTurn || !stays, .w12, decider)
    decision.settle(target)
  }

  /// Leaves the output as it is, since the rule set could not decide (W-12).
  public mutating func leave() {
    _ = decision.pass(.arbitration, false, .w12)
  }
}
