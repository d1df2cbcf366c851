// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One way to decide: a pure function of the scene and the answers so far.
///
/// Implementations hold no state, read no clock and depend on no hash order. Most requirements have a
/// default; `RepairSearchable` holds what only the exact search for repairs asks.
public protocol RuleSet: Sendable {
  /// The name used in files and on the command line, such as uikit-8.
  var id: String { get }

  /// The vocabulary that scenes of this set use.
  var family: RuleSetFamily { get }

  /// The traits of the UIKit version that decides, options applied; nil for other sets.
  var uikit: UIKitTraits? { get }

  /// Which decisions an event calls for; `scene` already has the event in it.
  func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger]

  /// The gate at which an event stopped that called for no decision; nil when none is known.
  func firstGate(of event: Event, before: Scene, after scene: Scene) -> GateRecord?

  /// Decides, or says what it still has to know.
  ///
  /// After `.needsAnswers` the sink's questions stand and its moves are void.
  func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision

  /// The orientation that an event asks for, if it asks for one (scenario format, blocked).
  func request(of event: Event, before: Scene, after scene: Scene) -> InterfaceOrientation?

  /// Whether a window is one that this set asks (format:voter).
  func isVoter(_ window: Window, in scene: Scene) -> Bool

  /// Whether the page's controller itself accepts an orientation; nil while a live policy is silent.
  func pageAccepts(_ orientation: InterfaceOrientation, in scene: Scene, answers: Answers) -> Bool?

  /// What decisions read of a scene with all windows in it that can ever be there.
  func reads(in scene: Scene) -> ReadSet

  /// What each window brings into a decision that all who take part make together, as bits of any meaning.
  ///
  /// Such a decision reads which bits there are, whether the page takes part, and nothing else of its
  /// windows; placed, a window goes with all or alone to where the bar is. Nil where it reads more.
  func consents(in scene: Scene) -> [WindowID: UInt32]?

  /// Puts another answer of somebody into a scene; whoever the set does not know stays as it is.
  ///
  /// This is the only way in which answers are changed.
  func amend(_ scene: inout Scene, with intervention: Intervention)

  /// What an app hears of an event and its moves, in order.
  func notices(of event: Event, before: Scene, after: Scene, moves: [Move]) -> [Notice]
}

extension RuleSet {
  /// What gets an orientation of its own.
  public var scope: OrientationScope { family.scope }

  /// Whether scenes of this set can hold something.
  public func has(_ word: Vocabulary) -> Bool { family.vocabulary.contains(word) }

  /// Returns the name that events of this set have for an orientation of the device: UIKit names it as a
  /// person sees the panel, the other sets by the edge of the panel that is up.
  public func deviceOrientation(
    _ orientation: DeviceOrientation, on panel: PanelNature
  ) -> DeviceOrientation {
    uikit == nil ? orientation : orientation.named(on: panel)
  }

  /// Whether the platform refuses an event outright (E-6).
  func refuses(_ event: Event) -> Bool {
    if case .device(.forced) = event { uikit?.allowsForcing == false } else { false }
  }

  /// Whether the status bar is out of sight (format:bar-hidden).
  public func hidesStatusBar(in scene: Scene) -> Bool {
    uikit?.hidesBarInLandscape == true && scene.device.idiom == .phone
      && scene.statusBar.orientation.isLandscape
  }

  /// No UIKit version.
  public var uikit: UIKitTraits? { nil }

  /// A display that is told the same again has nothing to decide; no other gate is known.
  public func firstGate(of event: Event, before: Scene, after scene: Scene) -> GateRecord? {
    switch event {
    case .device(.turned):
      GateRecord(window: nil, gate: .deviceOrientation, isPassed: false, rule: .formatDevice)
    case .device(.rotationLock(true)) where scope == .output:
      GateRecord(window: nil, gate: .rotationLock, isPassed: false, rule: .w1)
    default: nil
    }
  }

  /// Sets for outputs ask the voters whether they turn and where to; of others nothing is known.
  public func reads(in scene: Scene) -> ReadSet {
    guard scope == .output else { return ReadSet(.everything) }
    // Whoever may have the focus is asked anyway.
    var unfocused = scene
    unfocused.keyHistory = []
    let voters = scene.windows.filter { isVoter($0, in: unfocused) }
    return ReadSet(
      .some(voters.map(\.id)), hidden: false, questions: [.shouldAutorotate, .supported])
  }

  /// Nothing is known.
  public func consents(in scene: Scene) -> [WindowID: UInt32]? { nil }

  /// Windows answer through their controllers; there are no settings but the user's lock.
  public func amend(_ scene: inout Scene, with intervention: Intervention) {
    switch intervention.subject {
    case .lock: scene.device.isRotationLocked = intervention.override == .refuses
    case .party(.window(let id)): scene.amendWindow(id, intervention.override)
    case .party: break
    }
  }

  /// Nobody hears of a turn from here.
  public func notices(
    of event: Event, before: Scene, after: Scene, moves: [Move]
  ) -> [Notice] { [] }
}
