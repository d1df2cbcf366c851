// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One way to decide: a pure function of the scene and the answers so far.
///
/// Implementations hold no state, read no clock and depend on no hash order.
public protocol RuleSet: Sendable {
  /// The name used in files and on the command line, such as uikit-8.
  var id: String { get }

  /// The vocabulary that scenes of this set use.
  var family: RuleSetFamily { get }

  /// Whether an app may write the device's orientation (F-1, E-6).
  var allowsForcing: Bool { get }

  /// Which decisions an event calls for; `scene` already has the event in it.
  func occasions(for event: Event, before: Scene, after scene: Scene) -> [Occasion]

  /// The gate at which an event stopped that called for no decision; nil when none is known.
  func firstGate(of event: Event, before: Scene, after scene: Scene) -> GateRecord?

  /// Decides, or says what it still has to know.
  ///
  /// After `.needsAnswers` the sink's questions stand and its moves are void.
  func decide<Sink: DecisionSink>(
    _ occasion: Occasion, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision

  /// The orientation that an event asks for, if it asks for one (scenario format, blocked).
  func request(of event: Event, before: Scene, after scene: Scene) -> InterfaceOrientation?

  /// Whether the platform refuses an event outright (E-6).
  func refuses(_ event: Event) -> Bool

  /// The name of a window's topmost controller; nil when it has no root or the set has none.
  func topmost(_ window: Window) -> String?

  /// Whether a window is one that this set asks (format:voter).
  func isVoter(_ window: Window, in scene: Scene) -> Bool

  /// Whether the page's controller itself accepts an orientation; nil while a live policy is silent.
  func pageAccepts(_ orientation: InterfaceOrientation, in scene: Scene, answers: Answers) -> Bool?

  /// Puts another answer of somebody into a scene; whoever the set does not know stays as it is.
  ///
  /// This is the only way in which answers are changed.
  func amend(_ scene: inout Scene, with amendment: Amendment)

  /// How the answers of a scene make a decision, for the search for blame.
  func combination(in scene: Scene) -> Combination

  /// On whom a decision hangs as a whole; nil when only trying tells.
  func hearing(of event: Event, _ occasions: [Occasion], in scene: Scene) -> Hearing?

  /// All that a decision takes from app, delegate and device: for each window what they leave it,
  /// then what they say of all; nil when that is not known.
  func allowances(in scene: Scene, answers: Answers) -> [OrientationMask]?

  /// On whom else a window's contribution hangs, whatever those answer.
  func asked(by window: Window, in scene: Scene) -> [WindowID]

  /// What one window adds to a decision; said by the same code that decides.
  func contribution(
    of window: WindowID, _ occasions: [Occasion], in scene: Scene, answers: Answers
  ) -> Contribution

  /// Whether the status bar is out of sight (format:bar-hidden).
  func hidesStatusBar(in scene: Scene) -> Bool

  /// What an app hears of an event and its moves, in order.
  func notices(of event: Event, before: Scene, after: Scene, moves: [Move]) -> [Notice]
}

extension RuleSet {
  /// A display that is told the same again has nothing to decide; no other gate is known.
  public func firstGate(of event: Event, before: Scene, after scene: Scene) -> GateRecord? {
    switch event {
    case .device(.turned):
      GateRecord(window: nil, gate: .deviceOrientation, isPassed: false, rule: .formatDevice)
    case .device(.rotationLock(true)) where family == .desktop:
      GateRecord(window: nil, gate: .rotationLock, isPassed: false, rule: .w1)
    default: nil
    }
  }
}
