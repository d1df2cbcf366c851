// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A pure function of the scene and the answers so far that decides about rotation.
///
/// Implementations hold no state, read no clock and depend on no hash order. Most requirements have
/// a default; `RepairSearchable` holds those of the exact search for repairs.
public protocol RuleSet: Sendable {
  /// The name used in files and on the command line, such as uikit-8.
  var id: String { get }

  /// The platform for which the set decides.
  var family: RuleSetFamily { get }

  /// The table by which locks to a primary or secondary orientation name the rotations of a panel.
  var primaries: PrimaryOrientations { get }

  /// The traits of the UIKit version that decides, options applied; nil for other sets.
  var uikit: UIKitTraits? { get }

  /// Returns the triggers of an event; `scene` already has the event in it.
  func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger]

  /// Returns the gate at which an event without triggers stopped, or `nil` if none is known.
  func firstGate(of event: Event, before: Scene, after scene: Scene) -> GateRecord?

  /// Decides, or requests missing answers.
  ///
  /// After `.needsAnswers` the sink's questions are valid and its moves are void.
  func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision

  /// Returns the orientation that an event requests, if there is one (scenario format, blocked).
  func request(of event: Event, before: Scene, after scene: Scene) -> InterfaceOrientation?

  /// Returns whether this set asks a window (format:voter).
  func isVoter(_ window: Window, in scene: Scene) -> Bool

  /// Returns whether the page's controller accepts an orientation; nil if a live policy is silent.
  func pageAccepts(_ orientation: InterfaceOrientation, in scene: Scene, answers: Answers) -> Bool?

  /// Returns the reads of decisions in a scene with all windows that can ever be there.
  func reads(in scene: Scene) -> ReadSet

  /// Returns bits, of any meaning, by which each window affects a decision that all share.
  ///
  /// Such a decision reads the union of the bits, whether the page takes part, and nothing else of
  /// its windows; a placed window moves to the bar's orientation, with all or alone. Nil if it
  /// reads more.
  func consents(in scene: Scene) -> [WindowID: UInt32]?

  /// Changes an answer in a scene; a party that the set does not know is left as it is.
  ///
  /// Answers are changed in no other way.
  func amend(_ scene: inout Scene, with intervention: Intervention)

  /// Puts an event of the device into a scene.
  func apply(_ event: DeviceEvent, to scene: inout Scene)

  /// Resolves, before the windows are placed, the settings that refer to what is shown.
  func resolveSettings(of scene: inout Scene)

  /// Prepares the device of a session that follows a sensor.
  func prepare(_ device: inout Device)

  /// Returns the events by which a user locks rotation to an orientation or a class of them.
  func events(lockingTo lock: OrientationLock, in scene: Scene) -> [Event]

  /// Returns the events by which a user rotates the outputs to an orientation.
  func events(rotatingTo orientation: InterfaceOrientation, in scene: Scene) -> [Event]

  /// Returns the notifications that an app receives of an event and its moves, in order.
  func notices(of event: Event, before: Scene, after: Scene, moves: [Move]) -> [Notice]
}

extension RuleSet {
  /// The kind of object that gets an orientation of its own.
  public var scope: OrientationScope { family.scope }

  /// Returns the events by which a user locks rotation, or frees it with `nil`.
  public func events(toLock lock: OrientationLock?, in scene: Scene) -> [Event] {
    switch lock {
    case nil, .any: [.device(.rotationLock(false))]
    case .current: [.device(.rotationLock(true))]
    case let lock?: events(lockingTo: lock, in: scene)
    }
  }

  /// Returns the name that events of this set have for an orientation of the device: UIKit names it
  /// as the user sees the panel, the other sets by the edge of the panel that is up.
  public func deviceOrientation(
    _ orientation: DeviceOrientation, on panel: PanelNature
  ) -> DeviceOrientation {
    uikit == nil ? orientation : orientation.named(on: panel)
  }

  /// Returns the edge of the panel that is up in a scene; `nil` if the device is flat or unknown.
  public func edgeUp(in scene: Scene) -> PanelEdge? {
    guard uikit != nil else { return scene.device.orientation.edgeUp }
    // The user sees a UIKit device, whose landscape names are crossed, as the panel shows it.
    let shown = scene.device.orientation.interface?.transform(on: scene.device.panel)
    return shown.flatMap { PanelEdge(transform: $0) }
  }

  /// Returns whether the platform refuses an event outright (E-6).
  func refuses(_ event: Event) -> Bool {
    if case .device(.forced) = event { uikit?.allowsForcing == false } else { false }
  }

  /// Returns whether the status bar is hidden (format:bar-hidden).
  public func hidesStatusBar(in scene: Scene) -> Bool {
    uikit?.hidesBarInLandscape == true && scene.device.idiom == .phone
      && scene.statusBar.orientation.isLandscape
  }

  /// The table of the W3C draft.
  public var primaries: PrimaryOrientations { .w3c }

  /// No UIKit version.
  public var uikit: UIKitTraits? { nil }

  /// Returns the gate of a repeated orientation or lock; no other gate is known.
  public func firstGate(of event: Event, before: Scene, after scene: Scene) -> GateRecord? {
    switch event {
    case .device(.turned):
      GateRecord(window: nil, gate: .deviceOrientation, isPassed: false, rule: .formatDevice)
    case .device(.rotationLock(true)) where scope == .output:
      GateRecord(window: nil, gate: .rotationLock, isPassed: false, rule: .w1)
    default: nil
    }
  }

  /// Returns `everything`, since nothing is known.
  public func reads(in scene: Scene) -> ReadSet { ReadSet(.everything) }

  /// Returns `nil`, since nothing is known.
  public func consents(in scene: Scene) -> [WindowID: UInt32]? { nil }

  /// Changes windows through their controllers; the only setting is the user's lock.
  public func amend(_ scene: inout Scene, with intervention: Intervention) {
    switch intervention.subject {
    case .lock: scene.device.isRotationLocked = intervention.override == .refuses
    case .party(.window(let id)): scene.amendWindow(id, intervention.override)
    case .party: break
    }
  }

  /// Puts the event into the scene as it is.
  public func apply(_ event: DeviceEvent, to scene: inout Scene) { scene.apply(event) }

  /// Resolves nothing.
  public func resolveSettings(of scene: inout Scene) {}

  /// Prepares nothing.
  public func prepare(_ device: inout Device) {}

  /// Returns the event that sets the user's lock.
  public func events(lockingTo lock: OrientationLock, in scene: Scene) -> [Event] {
    [.device(.setting(.userLock(lock)))]
  }

  /// Returns a turn of the device, to the panel edge that the orientation needs.
  public func events(rotatingTo orientation: InterfaceOrientation, in scene: Scene) -> [Event] {
    let edge = orientation.transform(on: scene.device.panel).flatMap { PanelEdge(transform: $0) }
    return edge.map { [.device(.turned(DeviceOrientation(edgeUp: $0)))] } ?? []
  }

  /// Returns no notifications.
  public func notices(
    of event: Event, before: Scene, after: Scene, moves: [Move]
  ) -> [Notice] { [] }
}

/// The reason for a decision.
public enum DecisionTrigger: Sendable, Hashable {
  /// An orientation that the device requests, of all windows or of one.
  case turn(to: InterfaceOrientation, only: WindowID?)
  /// The first placement of a window (format:placing).
  case place(WindowID)
  /// A new topmost controller, after a full-screen presentation or its end.
  case present(WindowID)
  /// A window's announcement of a changed mask (E-2).
  case update(WindowID)
  /// The app's request for one of some orientations (E-4).
  case geometry(WindowID, OrientationMask)
  /// The app's own write of the status bar (B-11).
  case statusBar(InterfaceOrientation)
  /// A change of focus, windows or settings on a display with one orientation.
  case reconsider
}
