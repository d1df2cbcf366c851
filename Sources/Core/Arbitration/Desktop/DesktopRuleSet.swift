// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Rules with one transform per output, decided by user, device and windows (W-1 to W-14).
public final class DesktopRuleSet: OutputRuleSet, RepairSearchable {
  /// The cure that applies to windows without a cure of their own; `nil` for the rule set without a
  /// cure.
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

  /// Returns one trigger for the kinds of events that can change a decision, otherwise none (W-11).
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

  /// Returns the orientation that a turned device requests on the first managed output; `nil` if
  /// there is none, or if a lock forbids it or leaves the device no choice.
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

  /// Returns `all`, since every asked window has to accept; `unknown` if a window's own cure is
  /// `followKey`.
  public func aggregation(in scene: Scene) -> Aggregation {
    scene.windows.contains { $0.shell.cure == .followKey } ? .unknown : .all
  }
}

extension DesktopRuleSet {
  /// Returns the read set: the focused window, and the refusals of other windows that may veto (W-5
  /// to W-8).
  public func reads(in scene: Scene) -> ReadSet {
    var reads = ReadSet(.some([]), hidden: false, questions: [.shouldAutorotate, .supported])
    let outputs = scene.outputs.filter { $0.isManaged }
    if outputs.isEmpty {
      // Without a managed output no decision rotates anything.
      reads.objections = [:]
      return reads
    }
    // The focused window is read anyway, so objections are computed as if nothing had the focus.
    var unfocused = scene
    unfocused.keyHistory = []
    let voters = scene.windows.filter { window in
      window.isShownOnDesktop && window.mayVeto(cure)
        && outputs.contains { window.isOn($0.id) }
    }
    reads.windows = .some(voters.map { $0.id })
    var objections: [WindowID: UInt32] = [:]
    for voter in voters {
      for (number, output) in outputs.prefix(2).enumerated() where voter.isOn(output.id) {
        guard let refused = refusals(of: voter, in: unfocused, on: output) else { return reads }
        objections[voter.id, default: 0] |= UInt32(refused) << UInt32(9 * number)
      }
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

struct DesktopDecision<Sink: DecisionSink> {
  let cure: Mitigation?
  let scene: Scene
  let answers: Answers
  let output: Output
  var sink: Sink
  var isMissingAnswers = false

  init(cure: Mitigation?, scene: Scene, answers: Answers, output: Output, sink: Sink) {
    self.cure = cure
    self.scene = scene
    self.answers = answers
    self.output = output
    self.sink = sink
  }

  mutating func run(_ trigger: DecisionTrigger) {
    guard mayTurn() else { return }
    guard let target = target(trigger), !isMissingAnswers else { return }
    if target != output.orientation, !isDecidedByUser, !othersAllow(target) { return }
    guard !isMissingAnswers else { return }
    rotate(to: target)
  }

  mutating func mayTurn() -> Bool {
    pass(.output, output.isManaged && !output.isHeld, output.isManaged ? .w10 : .w3)
  }

  /// Returns the orientation that the user, the device or the focused window sets for the output;
  /// `nil` or invalid while an answer is missing.
  mutating func target(_ trigger: DecisionTrigger) -> InterfaceOrientation? {
    let device = scene.device.interface(on: output.panel)
    if let target = usersTarget(device) { return target }
    _ = pass(.deviceOrientation, device != nil, .w2)
    guard let focused else {
      _ = pass(.focus, true, .w4)
      return device ?? output.orientation
    }
    if case .turn = trigger {
      guard let device, let accepts = accepts(focused, device, rule: .w5) else {
        return output.orientation
      }
      return accepts ? device : output.orientation
    }
    return placement(focused, device)
  }

  // Returns the device's, the current, the preferred or else the first orientation that the
  // window's mask allows (W-11).
  private mutating func placement(
    _ window: Window, _ device: InterfaceOrientation?
  ) -> InterfaceOrientation? {
    let current = output.orientation
    guard let turns = askAutorotate(window, proposed: device ?? current, rule: .w5) else {
      return nil
    }
    guard pass(.autorotate, turns, .w5, window) else { return current }
    guard let mask = askSupported(window, proposed: device ?? current, rule: .w5) else {
      return nil
    }
    if let device, mask.allows(device) { return device }
    if mask.allows(current) { return current }
    guard let preferred = askPreferred(window) else { return nil }
    if let preferred, mask.allows(preferred) { return preferred }
    return mask.first ?? current
  }

  var focused: Window? {
    guard let key = scene.keyWindow, let window = scene.window(key), window.isShownOnDesktop,
      window.isOn(output.id)
    else { return nil }
    return window
  }

  /// Returns whether all shown windows that may veto, except the focused one, accept an
  /// orientation, or the focused window is full screen (W-6 to W-8).
  ///
  /// The result is valid only if no answer is missing.
  private mutating func othersAllow(_ target: InterfaceOrientation) -> Bool {
    let focused = focused
    if let focused, focused.shell.isFullscreen {
      _ = pass(.veto, true, .w6, focused)
      return true
    }
    var allowed = true
    for window in scene.windows where window.id != focused?.id && window.isOn(output.id) {
      guard pass(.takesPart, window.isShownOnDesktop, .w8, window) else { continue }
      guard window.mayVeto(cure) else { continue }
      guard let accepts = accepts(window, target, rule: .w7) else { continue }
      _ = pass(.veto, accepts, .w7, window)
      if !accepts { allowed = false }
    }
    return allowed
  }

  /// Rotates the output and all windows on it; on the first managed output, also writes the status
  /// bar.
  mutating func rotate(to target: InterfaceOrientation) {
    if target != output.orientation, let transform = target.transform(on: output.panel) {
      sink.move(.output(output.id, to: transform))
    }
    for index in scene.windows.indices
    where scene.windows[index].isOn(output.id) && scene.windows[index].orientation != target {
      sink.move(.window(scene.windows[index].id, to: target))
    }
    let isFirst = scene.firstManagedOutput?.id == output.id
    if isFirst, scene.statusBar.orientation != target {
      sink.move(.statusBar(to: target, by: focused.map { .window($0.id) }))
    }
  }

  mutating func pass(
    _ gate: GateRecord.Gate, _ isPassed: Bool, _ rule: RuleID, _ window: Window? = nil
  ) -> Bool {
    sink.gate(GateRecord(window: window?.id, gate: gate, isPassed: isPassed, rule: rule))
    return isPassed
  }
}

extension DesktopDecision {
  /// Returns whether a window's answers accept an orientation; `nil` while a live policy has not
  /// answered.
  mutating func accepts(_ window: Window, _ target: InterfaceOrientation, rule: RuleID) -> Bool? {
    guard let turns = askAutorotate(window, proposed: target, rule: rule) else { return nil }
    guard pass(.autorotate, turns, rule, window) else { return false }
    guard let mask = askSupported(window, proposed: target, rule: rule) else { return nil }
    return pass(.effectiveMask, mask.allows(target), rule, window)
  }

  mutating func askAutorotate(
    _ window: Window, proposed: InterfaceOrientation, rule: RuleID
  ) -> Bool? {
    let answer = ask(.shouldAutorotate, window, proposed, .flag(true), rule)
    guard let answer else { return nil }
    if case .flag(let turns) = answer { return turns }
    return true
  }

  mutating func askSupported(
    _ window: Window, proposed: InterfaceOrientation, rule: RuleID
  ) -> OrientationMask? {
    let answer = ask(.supported, window, proposed, .mask(.all), rule)
    guard let answer else { return nil }
    if case .mask(let mask) = answer { return mask }
    return .all
  }

  /// Returns the preferred orientation, or `.some(nil)` without a preference; `.none` while a live
  /// policy has not answered.
  mutating func askPreferred(_ window: Window) -> InterfaceOrientation?? {
    let answer = ask(.preferred, window, .unknown, .orientation(nil), .w11)
    guard let answer else { return .none }
    if case .orientation(let preferred) = answer { return .some(preferred) }
    return .some(nil)
  }

  private mutating func ask(
    _ kind: Question.Kind, _ window: Window, _ proposed: InterfaceOrientation,
    _ standard: Answer, _ rule: RuleID
  ) -> Answer? {
    let follows = (window.shell.cure ?? cure) == .followKey
    let answering = follows ? focused ?? window : window
    var answer = standard
    var origin = Origin.standard
    var by: Respondent?
    switch answering.root?.policy {
    case .declared(let policy)?:
      if let own = policy.answer(kind) {
        answer = own
        origin = .written
      }
    case .live(let policy)?:
      let question = Question(
        policy: policy.id, window: answering.id, kind: kind, proposed: proposed)
      guard let reply = answers[question] else {
        sink.needs(question)
        isMissingAnswers = true
        return nil
      }
      answer = reply.answer
      origin = reply.origin
      by = Respondent(policy, reply)
    case nil: break
    }
    let isForwarded = answering.id != window.id
    sink.asked(
      Asked(
        window: window.id, controller: nil, question: kind, answer: answer,
        origin: isForwarded ? .forwarded : origin, via: isForwarded ? [answering.name] : [],
        rule: origin == .standard && !answering.shell.hasRule ? .w9 : rule, by: by))
    return answer
  }
}

extension DesktopDecision {
  /// Whether the user's lock or rotation decides, so no window is asked (W-1, W-13, W-14).
  private var isDecidedByUser: Bool {
    scene.device.isRotationLocked || userRotation != nil
  }

  private var userRotation: InterfaceOrientation? {
    output.userRotation ?? scene.device.userRotation
  }

  /// Returns the orientation that the user's lock or request imposes; `nil` if windows and device
  /// decide.
  mutating func usersTarget(_ device: InterfaceOrientation?) -> InterfaceOrientation? {
    if scene.device.isRotationLocked { return locked(device) }
    _ = pass(.rotationLock, true, .w1)
    return userRotation.map { asked($0) }
  }

  private mutating func asked(_ rotation: InterfaceOrientation) -> InterfaceOrientation {
    _ = pass(.deviceSetting, false, .w14)
    return rotation
  }

  private mutating func locked(_ device: InterfaceOrientation?) -> InterfaceOrientation {
    let current = output.orientation
    let rotation = userRotation
    guard let lock = scene.device.userLock else {
      _ = pass(.rotationLock, false, .w1)
      return rotation.map { asked($0) } ?? current
    }
    let mask = lock.mask(on: output.panel)
    if let rotation, mask.allows(rotation) {
      _ = pass(.rotationLock, true, .w13)
      return asked(rotation)
    }
    let allowed = device.flatMap { mask.allows($0) ? $0 : nil }
    _ = pass(.rotationLock, allowed != nil, .w13)
    return allowed ?? (mask.allows(current) ? current : mask.first ?? current)
  }
}
