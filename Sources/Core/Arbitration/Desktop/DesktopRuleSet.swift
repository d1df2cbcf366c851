// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Rules with one transform per output, decided by the focused window's root policy (W-1 to W-14).
public final class DesktopRuleSet: OutputRuleSet, RepairSearchable {
  /// The cure that applies to all windows; `nil` for the rule set without a cure.
  public let cure: Mitigation?

  /// Creates the rule set, or its variant with a cure.
  public init(cure: Mitigation? = nil) { self.cure = cure }

  /// The name `desktop`, with the cure appended if one is chosen.
  public var id: String { "desktop" + (cure.map { "+\($0.rawValue)" } ?? "") }

  /// Decides the orientation of every output that rotates with the device.
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    if scene.outputs.isEmpty {
      sink.gate(GateRecord(window: nil, gate: .output, isPassed: false, rule: .w3))
    }
    var isMissing = false
    for output in scene.outputs {
      var decision = DesktopDecision(
        cure: cure, scene: scene, answers: answers, output: output, sink: sink)
      decision.run(trigger)
      sink = decision.sink
      isMissing = isMissing || decision.isMissingAnswers
    }
    return isMissing ? .needsAnswers : .decided
  }

  /// Returns one trigger if the event can change a decision, otherwise no trigger (W-11).
  public func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger] {
    switch event {
    case .device(.turned):
      guard before.device.orientation != scene.device.orientation else { return [] }
      return [.turn(to: scene.device.orientation.interface ?? .unknown, only: nil)]
    case .device(.rotationLock(let isLocked)): return isLocked ? [] : [.reconsider]
    case .device(.setting(.userLock)), .device(.setting(.userRotation)), .output(.rotated):
      return [.reconsider]
    case .setUp, .add, .window, .app(.setPolicy), .output(.add), .output(.remove),
      .output(.configure(_, .isManaged)):
      return [.reconsider]
    case .observe, .addExempt, .device, .app, .output, .answer, .abstained, .policyFailed,
      .deadline, .applied:
      return []
    }
  }

  /// Returns the orientation that a turned device requests on the first managed output; `nil` for
  /// other events, or if the user's lock does not allow the orientation.
  public func request(of event: Event, before: Scene, after scene: Scene) -> InterfaceOrientation? {
    guard case .device(.turned) = event,
      before.device.orientation != scene.device.orientation,
      let output = scene.firstManagedOutput,
      let wanted = scene.device.interface(on: output.panel)
    else { return nil }
    guard scene.device.isRotationLocked else { return wanted }
    // A lock to portrait or landscape leaves the device a choice (W-13).
    guard let lock = scene.device.userLock, lock.isClass else { return nil }
    return lock.mask(on: output.panel).allows(wanted) ? wanted : nil
  }

  /// Returns whether a window is shown on the first managed output, and is focused or may veto.
  public func isVoter(_ window: Window, in scene: Scene) -> Bool {
    guard let output = scene.firstManagedOutput, window.isOn(output.id),
      window.isShownOnDesktop
    else { return false }
    return window.id == scene.keyWindow || window.mayVeto(cure)
  }

  /// Returns whether the page's window accepts an orientation, whatever other windows answer; false
  /// without a page or a managed output, `nil` while a live policy has not answered.
  public func pageAccepts(
    _ orientation: InterfaceOrientation, in scene: Scene, answers: Answers
  ) -> Bool? {
    guard let page = scene.pageIndex, let output = scene.firstManagedOutput
    else { return false }
    let window = scene.windows[page]
    var decision = DesktopDecision(
      cure: cure, scene: scene, answers: answers, output: output, sink: NullSink())
    guard let accepts = decision.accepts(window, orientation, rule: .w5) else { return nil }
    return accepts
  }

  /// Returns `all`, since every asked window has to accept, or `unknown`, if the configuration
  /// makes a window follow the key window.
  public func aggregation(in scene: Scene) -> Aggregation {
    scene.windows.contains { $0.shell.cure == .followKey } ? .unknown : .all
  }
}

extension DesktopRuleSet {
  /// Returns the read set: the focused window, and the refusals of other windows that may veto (W-5
  /// to W-8).
  public func reads(in scene: Scene) -> ReadSet {
    var reads = ReadSet(.some([]), hidden: false, questions: [.shouldAutorotate, .supported])
    guard let output = scene.firstManagedOutput else {
      // Without a managed output no decision rotates anything.
      reads.objections = [:]
      return reads
    }
    // The focused window is read anyway, so objections are computed as if nothing had the focus.
    var unfocused = scene
    unfocused.keyHistory = []
    let voters = scene.windows.filter { isVoter($0, in: unfocused) }
    reads.windows = .some(voters.map { $0.id })
    var objections: [WindowID: UInt16] = [:]
    for voter in voters {
      guard let refused = refusals(of: voter, in: unfocused, on: output) else { return reads }
      objections[voter.id] = refused
    }
    reads.objections = objections
    return reads
  }

  /// Returns one bit for each orientation that a window refuses, in the order of `fallbackOrder`
  /// from bit 0; `nil` while a live policy has not answered.
  ///
  /// For a window that follows the key window, sets bit 4; the bits for when no window has the
  /// focus are then 5 to 8.
  private func refusals(of window: Window, in scene: Scene, on output: Output) -> UInt16? {
    var decision = DesktopDecision(
      cure: cure, scene: scene, answers: Answers(), output: output, sink: NullSink())
    var refused: UInt16 = 0
    for (bit, orientation) in InterfaceOrientation.fallbackOrder.enumerated() {
      guard let accepts = decision.accepts(window, orientation, rule: .w7) else { return nil }
      if !accepts { refused |= 1 << UInt16(bit) }
    }
    return (window.shell.cure ?? cure) == .followKey ? 1 << 4 | refused << 5 : refused
  }

  /// Returns the focused window as read directly and, if there is a trigger, all shown windows as
  /// voters.
  ///
  /// Returns `nil` unless the scene has exactly one output.
  public func dependencies(
    of event: Event, _ triggers: [DecisionTrigger], in scene: Scene
  ) -> DecisionDependencies? {
    guard scene.outputs.count == 1, let output = scene.outputs.first else { return nil }
    var dependencies = DecisionDependencies(
      present: [scene.keyWindow].compactMap { $0 }, directlyRead: [], voters: [], rest: .consents)
    switch event {
    case .window(let id, _): dependencies.present.append(id)
    case .add(let window, _): dependencies.present.append(window.id)
    default: break
    }
    let decision = DesktopDecision(
      cure: cure, scene: scene, answers: Answers(), output: output, sink: NullSink())
    if let focused = decision.focused { dependencies.directlyRead.append(focused.id) }
    if triggers.isEmpty { return dependencies }
    // An intervention can give any window the right of veto, so all shown windows count as voters.
    dependencies.voters = scene.windows.filter { $0.isOn(output.id) && $0.isShownOnDesktop }
      .map { $0.id }
    return dependencies
  }

  /// Returns the key window if the window follows it, otherwise no window.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] {
    guard (window.shell.cure ?? cure) == .followKey, let key = scene.keyWindow, key != window.id
    else { return [] }
    return [key]
  }

  /// Returns a contribution with the orientations that a window allows: all, unless it may veto.
  public func contribution(
    of id: WindowID, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution {
    guard let window = scene.window(id), let output = scene.outputs.first else {
      return Contribution(own: .unknown)
    }
    var contribution = Contribution(own: window.orientation)
    contribution.isBarIndependent = true
    guard window.mayVeto(cure) else { return contribution }
    var decision = DesktopDecision(
      cure: cure, scene: scene, answers: answers, output: output, sink: NullSink())
    let turns = decision.askAutorotate(window, proposed: output.orientation, rule: .w7) ?? false
    // A window that does not allow rotation is asked no further question (W-7).
    let mask = turns ? decision.askSupported(window, proposed: output.orientation, rule: .w7) : []
    contribution.allowed = mask ?? []
    if decision.isMissingAnswers { contribution.blockers = .stops }
    return contribution
  }
}
