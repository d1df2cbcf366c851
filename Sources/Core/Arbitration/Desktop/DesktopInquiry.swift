// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The gates and questions by which a plug-in's rule set decides about one output of a desktop.
///
/// The gates, the questions and the rotation are those of the rule set `desktop`; the caller only
/// combines the windows' answers.
public struct DesktopInquiry<Sink: DecisionSink> {
  /// The answers of one shown window.
  public struct Voice: Sendable, Hashable {
    /// The window.
    public var window: Window
    /// Whether the window has the focus.
    public var isFocused: Bool
    /// Whether the window may veto a rotation without the focus.
    public var mayVeto: Bool
    /// Whether the window allows rotation.
    public var turns: Bool
    /// The orientations that the window supports.
    public var supported: OrientationMask
    /// The orientation that the window prefers; `nil` without a preference.
    public var preferred: InterfaceOrientation?
  }

  private var decision: DesktopDecision<Sink>

  /// Creates an inquiry about one output, with the answers of live policies so far.
  public init(_ output: Output, in scene: Scene, answers: Answers, sink: Sink) {
    decision = DesktopDecision(
      cure: nil, scene: scene, answers: answers, output: output, sink: sink)
  }

  /// The sink, with everything recorded so far.
  public var sink: Sink { decision.sink }

  /// Whether a live policy that was asked has not yet answered.
  public var isMissingAnswers: Bool { decision.isMissingAnswers }

  /// The orientation that the device requests on this output; `nil` while it is flat or unknown.
  public var device: InterfaceOrientation? {
    decision.scene.device.interface(on: decision.output.panel)
  }

  /// Returns whether windows decide about the output (W-1, W-3, W-10).
  ///
  /// If the user's lock or rotation decides, it is applied here (W-13, W-14).
  public mutating func mayTurn() -> Bool {
    guard decision.mayTurn() else { return false }
    guard let target = decision.usersTarget(device) else { return true }
    decision.rotate(to: target)
    return false
  }

  /// Returns the answers of all windows that are shown on the output (W-12); `nil` while a live
  /// policy has not answered.
  public mutating func voices() -> [Voice]? {
    let target = device ?? decision.output.orientation
    let focused = decision.focused?.id
    var voices: [Voice] = []
    for window in decision.scene.windows where window.isOn(decision.output.id) {
      guard decision.pass(.takesPart, window.isShownOnDesktop, .w8, window) else { continue }
      let turns = decision.askAutorotate(window, proposed: target, rule: .w12)
      let mask = decision.askSupported(window, proposed: target, rule: .w12)
      let preferred = decision.askPreferred(window)
      guard let turns, let mask, let preferred else { continue }
      voices.append(
        Voice(
          window: window, isFocused: window.id == focused, mayVeto: window.shell.mayVeto,
          turns: turns, supported: mask, preferred: preferred))
    }
    return isMissingAnswers ? nil : voices
  }

  /// Rotates the output, and records the window whose answer decided (W-12).
  public mutating func settle(_ target: InterfaceOrientation, decidedBy window: WindowID?) {
    let isTurn = target != decision.output.orientation
    let stays = device != nil && device != target
    let decider = window.flatMap { decision.scene.window($0) }
    _ = decision.pass(.arbitration, isTurn || !stays, .w12, decider)
    decision.rotate(to: target)
  }

  /// Records that the rule set could not decide, so the output is unchanged (W-12).
  public mutating func leave() {
    _ = decision.pass(.arbitration, false, .w12)
  }
}
