// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A rule set with one orientation for the display, for which one window decides.
public protocol DisplayRuleSet: RepairSearchable {
  /// Returns whether the user lets the device rotate the display to an orientation.
  func userAllows(_ orientation: InterfaceOrientation, in scene: Scene) -> Bool

  /// Changes the answer of a window that remains in the scene.
  func amend(_ scene: inout Scene, windowAt index: Int, _ override: Intervention.Override)

  /// Makes the device's settings allow every rotation, or keep what is shown.
  func amendDevice(_ scene: inout Scene, agrees: Bool)
}

extension DisplayRuleSet {
  /// Returns a trigger for every change of windows, locks, sensor or settings.
  public func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger] {
    switch event {
    case .device(.turned):
      guard before.device.orientation != scene.device.orientation else { return [] }
      return [.turn(to: scene.device.orientation.interface ?? .unknown, only: nil)]
    case .setUp, .add, .window, .device(.rotationLock), .device(.setting): return [.reconsider]
    default: return []
    }
  }

  /// Returns the orientation that the device requests on this panel, if the user allows it.
  public func request(of event: Event, before: Scene, after scene: Scene) -> InterfaceOrientation? {
    guard case .device(.turned) = event, before.device.orientation != scene.device.orientation,
      let wanted = scene.device.interface(on: scene.device.panel)
    else { return nil }
    return userAllows(wanted, in: scene) ? wanted : nil
  }

  /// Changes answers in the platform's terms; a mask becomes the request or lock that means it, if
  /// there is one.
  public func amend(_ scene: inout Scene, with intervention: Intervention) {
    switch (intervention.subject, intervention.override) {
    case (.party(.window(let id)), .leaves): scene.amendWindow(id, .leaves)
    case (.party(.window(let id)), let override):
      if let index = scene.index(of: id) { amend(&scene, windowAt: index, override) }
    case (.party(.device), let override): amendDevice(&scene, agrees: override != .refuses)
    case (.party(.app), _), (.party(.delegate), _), (.lock, _): break
    }
  }

  /// Returns `one`, since one window decides.
  public func aggregation(in scene: Scene) -> Aggregation { .one }
}

/// One decision about a whole display while it is being made.
protocol DisplayDecision {
  associatedtype Sink: DecisionSink

  var scene: Scene { get }
  var sink: Sink { get set }

  /// Returns the orientation for the display, and the window that decided.
  mutating func target() -> (orientation: InterfaceOrientation, source: WindowID?)
}

extension DisplayDecision {
  /// Decides, and rotates the display and everything on it; the records go into `sink`.
  func run(_ sink: inout Sink) -> Decision {
    var decision = self
    let (target, source) = decision.target()
    sink = decision.sink
    for window in scene.windows where window.orientation != target {
      sink.move(.window(window.id, to: target))
    }
    if scene.statusBar.orientation != target {
      sink.move(.statusBar(to: target, by: source.map { .window($0) }))
    }
    return .decided
  }

  /// Records a gate and returns whether it was passed.
  mutating func pass(
    _ gate: GateRecord.Gate, _ isPassed: Bool, _ rule: RuleID, _ window: WindowID? = nil
  ) -> Bool {
    sink.gate(GateRecord(window: window, gate: gate, isPassed: isPassed, rule: rule))
    return isPassed
  }
}
