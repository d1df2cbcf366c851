// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A pure function of the scene and the answers so far that decides about rotation.
///
/// Implementations have no state, read no clock and depend on no hash order. Most requirements have
/// a default; `RepairSearchable` adds the requirements of the exact search for repairs.
public protocol RuleSet: AnyObject, Sendable {
  /// The name used in files and on the command line, such as uikit-8.
  var id: String { get }

  /// The platform whose rules the rule set implements.
  var family: RuleSetFamily { get }

  /// The table that defines the primary and secondary orientations of a panel, for locks that name
  /// them.
  var primaries: PrimaryOrientations { get }

  /// The traits of the UIKit version, with the run's options applied; `nil` for other rule sets.
  var uikit: UIKitTraits? { get }

  /// The rule set with the requirements of the exact search for repairs; `nil` if it lacks them.
  var searchable: (any RepairSearchable)? { get }

  /// Returns the triggers of an event; the event is already applied to `scene`.
  func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger]

  /// Returns the gate that stopped an event without triggers, if one is known.
  func firstGate(of event: Event, before: Scene, after scene: Scene) -> GateRecord?

  /// Decides for one trigger, or requests missing answers.
  ///
  /// After `.needsAnswers` the questions in the sink are valid and its moves are void.
  func decide(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout TraceSink
  ) -> Decision

  /// Decides, and records only the moves.
  func decide(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout MoveSink
  ) -> Decision

  /// Decides, and records nothing.
  func decide(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout NullSink
  ) -> Decision

  /// Returns the orientation that an event requests, if any (scenario format, blocked).
  func request(of event: Event, before: Scene, after scene: Scene) -> InterfaceOrientation?

  /// Returns whether the rule set asks a window (format:voter).
  func isVoter(_ window: Window, in scene: Scene) -> Bool

  /// Returns whether the page's controller accepts an orientation; `nil` while a live policy has
  /// not answered.
  func pageAccepts(_ orientation: InterfaceOrientation, in scene: Scene, answers: Answers) -> Bool?

  /// Returns the values that decisions read in a scene with all windows that can ever exist.
  func reads(in scene: Scene) -> ReadSet

  /// Returns, for each window, bits for the effect of its answers on decisions in which all have to
  /// agree; the bits of a window that answers as the page's does are those with the scene's page.
  ///
  /// The rule set defines the meaning of the bits. Such a decision reads only the union of the
  /// bits, and whether the page's window participates. A window that becomes visible gets the
  /// status bar's orientation. Returns `nil` if decisions read more.
  func consents(in scene: Scene) -> [WindowID: UInt32]?

  /// Applies a changed answer to a scene; parties that the rule set does not know are unchanged.
  func amend(_ scene: inout Scene, with intervention: Intervention)

  /// Applies an event of the device to a scene.
  func apply(_ event: DeviceEvent, to scene: inout Scene)

  /// Sets the settings that depend on the shown orientation; called before the windows are placed.
  func resolveSettings(of scene: inout Scene)

  /// Prepares the device of a new session in which a sensor determines the orientation.
  func prepare(_ device: inout Device)

  /// Returns the events that correspond to a user's lock, which is neither `any` nor `current`.
  func events(lockingTo lock: OrientationLock, in scene: Scene) -> [Event]

  /// Returns the events that correspond to a user's rotation of the outputs to an orientation.
  func events(rotatingTo orientation: InterfaceOrientation, in scene: Scene) -> [Event]

  /// Returns the notifications and callbacks that an app receives for an event and its moves, in
  /// order.
  func notices(of event: Event, before: Scene, after: Scene, moves: [Move]) -> [Notice]
}

extension RuleSet {
  /// The kind of object that has its own orientation.
  public var scope: OrientationScope { family.scope }

  /// Returns the events that set a user's lock; `nil` and `any` unlock rotation.
  public func events(toLock lock: OrientationLock?, in scene: Scene) -> [Event] {
    switch lock {
    case nil, .any: [.device(.rotationLock(false))]
    case .current: [.device(.rotationLock(true))]
    case let lock?: events(lockingTo: lock, in: scene)
    }
  }

  /// Returns the name that this rule set's events use for a device orientation.
  ///
  /// UIKit names the orientation as the user sees the panel, the other rule sets by the edge of the
  /// panel that is up.
  public func deviceOrientation(
    _ orientation: DeviceOrientation, on panel: PanelNature
  ) -> DeviceOrientation {
    uikit == nil ? orientation : orientation.named(on: panel)
  }

  /// Returns the edge of the panel that is up; `nil` if the device is flat or its orientation
  /// unknown.
  public func edgeUp(in scene: Scene) -> PanelEdge? {
    guard uikit != nil else { return scene.device.orientation.edgeUp }
    // The landscape names of a UIKit device are crossed, so its interface orientation gives the
    // edge.
    let shown = scene.device.orientation.interface?.transform(on: scene.device.panel)
    return shown.flatMap { PanelEdge(transform: $0) }
  }

  /// Returns whether the platform rejects an event (E-6).
  func refuses(_ event: Event) -> Bool {
    if case .device(.forced) = event { uikit?.allowsForcing == false } else { false }
  }

  /// Returns whether the status bar is hidden (format:bar-hidden).
  public func hidesStatusBar(in scene: Scene) -> Bool {
    uikit?.hidesBarInLandscape == true && scene.device.idiom == .phone
      && scene.statusBar.orientation.isLandscape
  }

  /// Returns the table of the W3C draft.
  public var primaries: PrimaryOrientations { .w3c }

  /// Returns `nil`, since the rule set belongs to no UIKit version.
  public var uikit: UIKitTraits? { nil }

  /// Returns `nil`, since what a decision depends on is unknown.
  public var searchable: (any RepairSearchable)? { nil }

  /// Returns a stop at the gate of the device orientation for a turn and, on a desktop, at that of
  /// the rotation lock for a new lock; otherwise `nil`.
  public func firstGate(of event: Event, before: Scene, after scene: Scene) -> GateRecord? {
    switch event {
    case .device(.turned):
      GateRecord(window: nil, gate: .deviceOrientation, isPassed: false, rule: .formatDevice)
    case .device(.rotationLock(true)) where scope == .output:
      GateRecord(window: nil, gate: .rotationLock, isPassed: false, rule: .w1)
    default: nil
    }
  }

  /// Returns `everything`, since what a decision reads is unknown.
  public func reads(in scene: Scene) -> ReadSet { ReadSet(.everything) }

  /// Returns `nil`, since what a decision reads is unknown.
  public func consents(in scene: Scene) -> [WindowID: UInt32]? { nil }

  /// Changes a window's answers, removes the window, or changes the user's lock; ignores other
  /// parties.
  public func amend(_ scene: inout Scene, with intervention: Intervention) {
    switch intervention.subject {
    case .lock: scene.device.isRotationLocked = intervention.override == .refuses
    case .party(.window(let id)): scene.amendWindow(id, intervention.override)
    case .party: break
    }
  }

  /// Applies the event to the scene.
  public func apply(_ event: DeviceEvent, to scene: inout Scene) { scene.apply(event) }

  /// Does nothing.
  public func resolveSettings(of scene: inout Scene) {}

  /// Does nothing.
  public func prepare(_ device: inout Device) {}

  /// Returns the event that sets the user's lock.
  public func events(lockingTo lock: OrientationLock, in scene: Scene) -> [Event] {
    [.device(.setting(.userLock(lock)))]
  }

  /// Returns the event of a device turned to the panel edge that the orientation needs; no event
  /// for an unknown orientation.
  public func events(rotatingTo orientation: InterfaceOrientation, in scene: Scene) -> [Event] {
    let edge = orientation.transform(on: scene.device.panel).flatMap { PanelEdge(transform: $0) }
    return edge.map { [.device(.turned(DeviceOrientation(edgeUp: $0)))] } ?? []
  }

  /// Returns no notifications and no callbacks.
  public func notices(
    of event: Event, before: Scene, after: Scene, moves: [Move]
  ) -> [Notice] { [] }
}

/// The reason for a decision.
public enum DecisionTrigger: Sendable, Hashable {
  /// The device requests an orientation, of all windows or of one.
  case turn(to: InterfaceOrientation, only: WindowID?)
  /// A window is set up, added, shown or given a root, or it is a shown follower and the focus for
  /// text changes (format:placing).
  case place(WindowID)
  /// A window has a new topmost controller, after a full-screen presentation or its dismissal.
  case present(WindowID)
  /// A window announces a changed mask (E-2).
  case update(WindowID)
  /// The app requests one of several orientations (E-4).
  case geometry(WindowID, OrientationMask)
  /// The app itself writes the status bar (B-11).
  case statusBar(InterfaceOrientation)
  /// A rule set with one orientation per display or output decides again, without a turn of the
  /// device.
  case reconsider
}
