// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A rule set in which one window decides one orientation for the whole display.
public protocol DisplayRuleSet: RepairSearchable {
  /// Returns whether the user's settings let the device rotate the display to an orientation.
  func userAllows(_ orientation: InterfaceOrientation, in scene: Scene) -> Bool

  /// Changes a window's answer; never called with the override `leaves`.
  func amend(_ scene: inout Scene, windowAt index: Int, _ override: Intervention.Override)

  /// Changes the device's settings so that every rotation is allowed if `agrees`, otherwise none.
  func amendDevice(_ scene: inout Scene, agrees: Bool)
}

extension DisplayRuleSet {
  /// Returns one trigger for a new device orientation and for every event of set-up, a window, the
  /// lock or a setting; otherwise none.
  public func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger] {
    switch event {
    case .device(.turned):
      guard before.device.orientation != scene.device.orientation else { return [] }
      return [.turn(to: scene.device.orientation.interface ?? .unknown, only: nil)]
    case .setUp, .add, .window, .device(.rotationLock), .device(.setting): return [.reconsider]
    default: return []
    }
  }

  /// Returns the orientation that a turned device requests on its panel; `nil` for other events,
  /// and if the orientation is the former one, not upright or not allowed by the user's settings.
  public func request(of event: Event, before: Scene, after scene: Scene) -> InterfaceOrientation? {
    guard case .device(.turned) = event, before.device.orientation != scene.device.orientation,
      let wanted = scene.device.interface(on: scene.device.panel)
    else { return nil }
    return userAllows(wanted, in: scene) ? wanted : nil
  }

  /// Changes a window's answer, removes a window or changes the device's settings; ignores other
  /// subjects.
  public func amend(_ scene: inout Scene, with intervention: Intervention) {
    switch (intervention.subject, intervention.override) {
    case (.party(.window(let id)), .leaves): scene.amendWindow(id, .leaves)
    case (.party(.window(let id)), let override):
      if let index = scene.index(of: id) { amend(&scene, windowAt: index, override) }
    case (.party(.device), let override): amendDevice(&scene, agrees: override != .refuses)
    case (.party(.app), _), (.party(.delegate), _), (.lock, _): break
    }
  }

  /// Returns `one`, since one window decides for the display.
  public func aggregation(in scene: Scene) -> Aggregation { .one }
}

protocol DisplayDecision {
  associatedtype Sink: DecisionSink

  var scene: Scene { get }
  var sink: Sink { get set }

  mutating func target() -> (orientation: InterfaceOrientation, source: WindowID?)
}

extension DisplayDecision {
  func run(_ sink: inout Sink) -> Decision {
    var decision = self
    let (target, source) = decision.target()
    sink = decision.sink
    for index in scene.windows.indices where scene.windows[index].orientation != target {
      sink.move(.window(scene.windows[index].id, to: target))
    }
    if scene.statusBar.orientation != target {
      sink.move(.statusBar(to: target, by: source.map { .window($0) }))
    }
    return .decided
  }

  mutating func pass(
    _ gate: GateRecord.Gate, _ isPassed: Bool, _ rule: RuleID, _ window: WindowID? = nil
  ) -> Bool {
    sink.gate(GateRecord(window: window, gate: gate, isPassed: isPassed, rule: rule))
    return isPassed
  }
}
