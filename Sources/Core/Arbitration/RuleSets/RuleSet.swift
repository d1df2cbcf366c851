// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// One way to decide: a pure function of the scene and the answers so far.
///
/// Implementations hold no state, read no clock and depend on no hash order. Most requirements have a
/// default; `RepairSearchable` holds what only the exact search for repairs asks.
public protocol RuleSet: Sendable {
  /// The name used in files and on the command line, such as uikit-8.
  var id: String { get }

  /// The platform for which the set decides.
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

  /// Puts an event of the device into a scene.
  func take(_ event: DeviceEvent, into scene: inout Scene)

  /// Resolves, before the windows are placed, the settings that refer to what is shown.
  func settle(_ scene: inout Scene)

  /// Prepares the device of a session that follows a sensor.
  func begin(_ device: inout Device)

  /// Returns the events by which a user locks rotation to an orientation or a class of them.
  func events(lockingTo lock: OrientationLock, in scene: Scene) -> [Event]

  /// Returns the events by which a user rotates the outputs to an orientation.
  func events(rotatingTo orientation: InterfaceOrientation, in scene: Scene) -> [Event]

  /// What an app hears of an event and its moves, in order.
  func notices(of event: Event, before: Scene, after: Scene, moves: [Move]) -> [Notice]
}

extension RuleSet {
  /// What gets an orientation of its own.
  public var scope: OrientationScope { family.scope }

  /// Returns the events by which a user locks rotation, or frees it with `nil`.
  public func events(toLock lock: OrientationLock?, in scene: Scene) -> [Event] {
    switch lock {
    case nil, .any: [.device(.rotationLock(false))]
    case .current: [.device(.rotationLock(true))]
    case let lock?: events(lockingTo: lock, in: scene)
    }
  }

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

  /// Nothing is known.
  public func reads(in scene: Scene) -> ReadSet { ReadSet(.everything) }

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

  /// Takes the event as it is.
  public func take(_ event: DeviceEvent, into scene: inout Scene) { scene.take(event) }

  /// Resolves nothing.
  public func settle(_ scene: inout Scene) {}

  /// Prepares nothing.
  public func begin(_ device: inout Device) {}

  /// Sets the user's lock.
  public func events(lockingTo lock: OrientationLock, in scene: Scene) -> [Event] {
    [.device(.setting(.userLock(lock)))]
  }

  /// Turns the device until the panel's edge is up that the orientation needs.
  public func events(rotatingTo orientation: InterfaceOrientation, in scene: Scene) -> [Event] {
    let edge = orientation.transform(on: scene.device.panel).flatMap { PanelEdge(transform: $0) }
    return edge.map { [.device(.turned(DeviceOrientation(edgeUp: $0)))] } ?? []
  }

  /// Nobody hears of a turn from here.
  public func notices(
    of event: Event, before: Scene, after: Scene, moves: [Move]
  ) -> [Notice] { [] }
}
