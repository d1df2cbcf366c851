// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The rules of a UIKit version, with the options of a run.
public final class UIKitRuleSet: RepairSearchable {
  /// The name, such as uikit-8, with a cure appended if one is chosen.
  public let id: String
  /// The version's traits, with the options applied.
  public let traits: UIKitTraits
  /// Whether every window except the page's answers as the page's window does.
  public let followsKey: Bool

  /// Creates the rules of a version; the options of a run override the version's, and a cure
  /// overrides both.
  public init(
    _ traits: UIKitTraits, arbitration: WindowArbitration? = nil, hiddenCounts: Bool? = nil,
    cure: Mitigation? = nil
  ) {
    var traits = traits
    if let arbitration { traits.arbitration = arbitration }
    if let hiddenCounts { traits.hiddenCounts = hiddenCounts }
    switch cure {
    case .ignoreHidden: traits.hiddenCounts = false
    case .keyOnly: traits.arbitration = .keyOnly
    case .intersection: traits.arbitration = .intersection
    case .followKey, nil: break
    }
    self.traits = traits
    self.followsKey = cure == .followKey
    self.id = "uikit-\(traits.version)" + (cure.map { "+\($0.rawValue)" } ?? "")
  }

  /// The rules of iOS 8 to 12, in which hidden windows can hijack the status bar.
  public static let version8 = UIKitRuleSet(.uikit8)

  /// The rule set's family, which is UIKit's.
  public var family: RuleSetFamily { .uikit }

  /// The version's traits, with the options applied.
  public var uikit: UIKitTraits? { traits }

  /// Decides for one trigger; see `UIKitDecision`.
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    var decision = UIKitDecision(rules: self, scene: scene, answers: answers, sink: sink)
    decision.run(trigger)
    sink = decision.inquiry.sink
    if decision.inquiry.isMissingAnswers { return .needsAnswers }
    return decision.inquiry.raised.map { .raised($0) } ?? .decided
  }

  /// Returns whether the rule set asks a window (format:voter).
  public func isVoter(_ window: Window, in scene: Scene) -> Bool {
    window.root != nil && takesPart(window, in: scene)
  }

  /// Returns whether a window takes part: not a follower, shown unless hidden windows count, with a
  /// root or the main window (B-12, M-7).
  func takesPart(_ window: Window, in scene: Scene) -> Bool {
    if window.isFollower { return false }
    if window.isHidden && !countsHidden(window) { return false }
    return window.root != nil || window.id == scene.mainWindow
  }

  private func countsHidden(_ window: Window) -> Bool {
    traits.hiddenCounts && window.shell.cure != .ignoreHidden
  }

  /// Returns the index of the page's window if `window`, by a configured cure or by the rule set,
  /// answers as the page's window does; otherwise `nil`.
  func pageFollowed(by window: Window, in scene: Scene) -> Int? {
    guard followsKey || window.shell.cure == .followKey, let page = scene.pageIndex,
      scene.windows[page].id != window.id
    else { return nil }
    return page
  }

  private func windowsFollowingPage(in scene: Scene) -> [WindowID] {
    scene.windows.filter { followsKey || $0.shell.cure == .followKey }.map { $0.id }
  }

  /// Applies an event to the scene.
  ///
  /// Under the user's lock, turning the device has no effect (F-10), but in versions that allow it
  /// an app may write the device's orientation (F-1). Locking an upright phone turns it to
  /// portrait.
  public func apply(_ event: DeviceEvent, to scene: inout Scene) {
    switch event {
    case .turned where scene.device.isRotationLocked: break
    case .forced(let value):
      guard traits.allowsForcing else { return }
      scene.notePendingTurn(value)
      scene.setDevice(value)
    case .rotationLock(true):
      scene.apply(event)
      // The lock of a phone is to portrait, that of a pad to the current orientation (F-10).
      let isUpright = scene.device.orientation.interface != nil
      if scene.device.idiom == .phone, isUpright { scene.setDevice(.portrait) }
    case .turned, .rotationLock, .generating, .setting: scene.apply(event)
    }
  }

  /// Returns events that unlock the device, turn it to an orientation and lock it, since UIKit has
  /// no lock to a class.
  ///
  /// The orientation is the shown one if the lock allows it, otherwise the first that it allows. A
  /// pad keeps it; a phone ends in portrait, to which its lock turns it (F-10).
  public func events(lockingTo lock: OrientationLock, in scene: Scene) -> [Event] {
    [
      .device(.rotationLock(false)),
      .device(.turned(scene.orientation(within: lock, by: primaries).device)),
      .device(.rotationLock(true)),
    ]
  }

  /// Returns the event of a device that is turned to the orientation.
  public func events(rotatingTo orientation: InterfaceOrientation, in scene: Scene) -> [Event] {
    [.device(.turned(orientation.device))]
  }

  /// Returns the triggers of an event; the event is already applied to `scene`.
  public func triggers(for event: Event, before: Scene, after scene: Scene) -> [DecisionTrigger] {
    switch event {
    case .setUp: scene.windows.map { .place($0.id) }
    case .add(let window, _): [.place(window.id)]
    case .device: deviceTurned(before, scene) ? retry(scene) : []
    case .app(let event): triggers(for: event, before: before, after: scene)
    case .window(let id, let event): triggers(for: event, on: id, before: before, after: scene)
    case .observe, .addExempt, .output, .answer, .abstained, .policyFailed, .deadline, .applied: []
    }
  }

  private func deviceTurned(_ before: Scene, _ scene: Scene) -> Bool {
    scene.isForeground && before.device.orientation != scene.device.orientation
  }

  // Flat and unknown orientations request nothing (B-1).
  private func retry(_ scene: Scene, only: WindowID? = nil) -> [DecisionTrigger] {
    scene.device.orientation.interface.map { [.turn(to: $0, only: only)] } ?? []
  }

  private func triggers(
    for event: AppEvent, before: Scene, after scene: Scene
  ) -> [DecisionTrigger] {
    switch event {
    case .foreground: scene.hasPendingTurn ? retry(scene) : []
    case .attemptRotation: traits.allowsAttempts ? retry(scene) : []
    case .setStatusBar(let wanted): traits.allowsManualBar ? [.statusBar(wanted)] : []
    case .focusText: scene.windows.filter { $0.isFollower && !$0.isHidden }.map { .place($0.id) }
    case .background, .setDelegate, .resize, .setPolicy: []
    }
  }

  private func triggers(
    for event: WindowEvent, on id: WindowID, before: Scene, after scene: Scene
  ) -> [DecisionTrigger] {
    guard let window = scene.window(id), let old = before.window(id) else { return [] }
    switch event {
    case .show:
      // A window that was asked while it was hidden is not placed again when it is shown.
      return old.isHidden && !isVoter(old, in: before) ? [.place(id)] : []
    case .setRoot(let controller): return controller == nil ? [] : [.place(id)]
    case .present, .dismiss:
      // Only a new topmost controller is asked; push, pop and select ask no controller (B-6).
      return window.root?.topmost(traits).id == old.root?.topmost(traits).id
        ? [] : [.present(id)]
    case .setNeedsUpdate: return traits.hasGeometryRequests ? [.update(id)] : []
    case .requestGeometry(let wanted):
      return traits.hasGeometryRequests ? [.geometry(id, wanted)] : []
    case .enableAutorotation:
      return window.disableCount == 0 && window.needsTurn ? retry(scene, only: id) : []
    case .remove, .hide, .makeKey, .resignKey, .push, .pop, .select, .disableAutorotation,
      .shell, .setting:
      return []
    }
  }

  /// Returns the orientation that an event requests, if any (scenario format, blocked).
  public func request(of event: Event, before: Scene, after scene: Scene) -> InterfaceOrientation? {
    let device = scene.device.orientation.interface
    switch event {
    case .device: return before.device.orientation == scene.device.orientation ? nil : device
    case .app(.attemptRotation): return traits.allowsAttempts ? device : nil
    case .app(.setStatusBar(let wanted)):
      return traits.allowsManualBar && wanted != .unknown ? wanted : nil
    case .window(_, .setNeedsUpdate): return traits.hasGeometryRequests ? device : nil
    case .window(_, .requestGeometry(let wanted)):
      guard traits.hasGeometryRequests else { return nil }
      return wanted.allows(scene.statusBar.orientation) ? nil : wanted.first
    default: return nil
    }
  }

  /// Returns the gate that stopped an event before any question, if one is known.
  public func firstGate(of event: Event, before: Scene, after scene: Scene) -> GateRecord? {
    let (gate, rule): (GateRecord.Gate, RuleID)
    switch event {
    case .device(.turned) where scene.device.isRotationLocked: (gate, rule) = (.rotationLock, .f10)
    case .device(.forced) where !traits.allowsForcing: (gate, rule) = (.version, .e6)
    case .device where !scene.isForeground: (gate, rule) = (.background, .m16)
    // A repeated orientation is no change (F-2); flat and unknown ones request nothing (B-1).
    case .device(.turned(let value)), .device(.forced(let value)):
      (gate, rule) = (.deviceOrientation, value.interface == nil ? .b1 : .f2)
    case .app(.attemptRotation):
      (gate, rule) = traits.allowsAttempts ? (.deviceOrientation, .f4) : (.version, .e2)
    case .window(_, .push), .window(_, .pop), .window(_, .select): (gate, rule) = (.takesPart, .b6)
    default: return nil
    }
    return GateRecord(window: nil, gate: gate, isPassed: false, rule: rule)
  }

  /// Returns the notifications of an event in order, followed by each window's callbacks.
  public func notices(of event: Event, before: Scene, after: Scene, moves: [Move]) -> [Notice] {
    var notices = deviceNotifications(of: event, before: before, after: after)
    var bar = before.statusBar.orientation
    for case .statusBar(let orientation, _) in moves {
      notices.append(.notification(.willChangeStatusBarOrientation(orientation)))
      notices.append(.notification(.didChangeStatusBarOrientation(bar)))
      bar = orientation
    }
    // At launch no callback is sent (C-8).
    if case .setUp = event { return notices }
    var sequence = CallbackSequence(traits: traits, before: before, after: after)
    for case .window(let id, let orientation) in moves {
      sequence.append(turnOf: id, to: orientation)
    }
    switch event {
    case .app(.resize(let isFull)) where before.isFullSize != isFull:
      sequence.appendResize()
    case .window(let id, .dismiss): sequence.appendReturn(in: id)
    default: break
    }
    return notices + sequence.callbacks.map { .callback($0) }
  }

  private func deviceNotifications(of event: Event, before: Scene, after: Scene) -> [Notice] {
    let device = after.device
    guard device.generatingCount > 0, after.isForeground else { return [] }
    let values: [DeviceOrientation]
    switch event {
    case .app(.foreground):
      guard !before.isForeground else { return [] }
      values = [
        device.orientation, device.orientation.isFlat ? device.felt : device.orientation,
        device.orientation,
      ]
    case .device(.generating(true)) where before.device.generatingCount == 0:
      // When a flat device begins to generate notifications, it posts flat, the last upright
      // orientation, and flat (N-3).
      values =
        device.orientation.isFlat ? [device.orientation, device.felt, device.orientation] : []
    case .device: values = deviceTurned(before, after) ? [device.orientation] : []
    default: values = []
    }
    return values.map { .notification(.deviceOrientationDidChange($0)) }
  }

  /// Returns the read set: each window, the page, or all participants, depending on the
  /// arbitration; everything as long as a later window can become the main window.
  public func reads(in scene: Scene) -> ReadSet {
    let questions: [Question.Kind] =
      !traits.hasMasks
      ? [.legacy]
      : traits.asksAutorotate
        ? [.shouldAutorotate, .supported] : [.supported]
    var reads = ReadSet(
      windowsRead(in: scene), hidden: traits.hiddenCounts && traits.arbitration != .keyOnly,
      currentOnTurn: false, questions: questions, orientations: orientationsRead(in: scene),
      presences: handedTo(in: scene))
    // A locked device does not turn, so no decision depends on the lock (F-10).
    reads.lock = false
    return reads
  }

  /// Returns, if all windows have to agree, bits for each window's refusals and exceptions.
  ///
  /// Returns `nil` for other arbitrations, or while a live policy has not answered.
  public func consents(in scene: Scene) -> [WindowID: UInt32]? {
    guard traits.arbitration == .intersection else { return nil }
    var consents: [WindowID: UInt32] = [:]
    for window in scene.windows {
      guard let bits = consentBits(of: window, in: scene) else { return nil }
      consents[window.id] = bits
    }
    return consents
  }

  /// Returns the windows to which others forward their questions.
  private func handedTo(in scene: Scene) -> [WindowID] {
    var targets: Set<WindowID> = []
    for window in scene.windows { window.root?.targets { targets.insert($0) } }
    return targets.sorted()
  }

  private func windowsRead(in scene: Scene) -> ReadSet.Windows {
    // The first window at the normal level becomes the main window, which rotates even without a
    // root.
    let hasLateMain = scene.mainWindow == nil && scene.windows.contains { $0.level == 0 }
    if hasLateMain { return .everything }
    let following = windowsFollowingPage(in: scene)
    return switch traits.arbitration {
    case .autonomous: .own(following: following)
    case .keyOnly: .page
    case .intersection: .participants(oneDecides: false, following: following)
    case .sceneWide: .participants(oneDecides: true, following: following)
    }
  }

  // Orientations that the device or the app's list excludes have no effect in a window's answer.
  private func orientationsRead(in scene: Scene) -> OrientationMask {
    let hasDelegate = scene.app.delegate != nil || scene.app.sceneDelegate != nil
    guard traits.appLimits, !hasDelegate, let list = scene.app.list(on: scene.device.idiom) else {
      return scene.device.mask
    }
    return scene.device.mask.intersection(list.reduce(into: []) { $0.formUnion($1.mask) })
  }

  /// Returns whether the page's controller accepts an orientation, whatever app and device allow;
  /// false without a page or a root, `nil` while a live policy has not answered.
  public func pageAccepts(
    _ orientation: InterfaceOrientation, in scene: Scene, answers: Answers
  ) -> Bool? {
    guard let page = scene.pageIndex else { return false }
    let window = scene.windows[page]
    guard let controller = window.root?.topmost(traits) else { return false }
    if traits.hasOrientationLock, controller.prefersOrientationLocked == true, scene.isFullSize {
      return false
    }
    if traits.isMultitasking(scene) { return true }
    var inquiry = UIKitInquiry(rules: self, scene: scene, answers: answers, sink: NullSink())
    let turns = inquiry.autorotates(window, controller, proposed: orientation)
    let mask = inquiry.controllerMask(window, controller, proposed: orientation)
    guard !inquiry.isMissingAnswers, let mask else { return nil }
    return turns && mask.allows(orientation)
  }

  /// Applies a changed answer: a window's in its controllers, the app's in its list, the delegate's
  /// in its masks, or the user's lock.
  ///
  /// The app's consent or refusal also excludes multitasking; every change of the device's answer
  /// gives it a home button.
  public func amend(_ scene: inout Scene, with intervention: Intervention) {
    switch (intervention.subject, intervention.override) {
    case (.lock, let override): scene.device.isRotationLocked = override == .refuses
    case (.party(.window(let id)), let override): scene.amendWindow(id, override)
    case (.party(.app), .supports(let mask)):
      scene.app.supported = mask.orientations
      scene.app.supportedOnPad = nil
    case (.party(.app), .standard):
      scene.app.supported = nil
      scene.app.supportedOnPad = nil
    case (.party(.delegate), .supports(let mask)):
      if traits.asksSceneDelegate {
        scene.app.sceneDelegate = mask
      } else {
        scene.app.delegate = DelegateMasks(standard: mask)
      }
    case (.party(.delegate), .standard):
      scene.app.delegate = nil
      scene.app.sceneDelegate = nil
    case (.party(.app), let override):
      scene.app.supported = override == .refuses ? [] : InterfaceOrientation.fallbackOrder
      scene.app.supportedOnPad = nil
      scene.app.requiresFullScreen = true
    case (.party(.delegate), let override):
      // A method that the delegate does not implement has no answer to change.
      let answer: OrientationMask = override == .refuses ? [] : .all
      scene.app.delegate = scene.app.delegate.map { masks in
        DelegateMasks(
          standard: masks.standard.map { _ in answer },
          entries: masks.entries.map { DelegateMasks.Entry(window: $0.window, mask: answer) })
      }
      if scene.app.sceneDelegate != nil { scene.app.sceneDelegate = answer }
    case (.party(.device), _): scene.device.hasHomeButton = true
    }
  }

  /// Returns how the arbitration combines answers; `unknown` with forwarded answers or a delegate's
  /// mask per window.
  public func aggregation(in scene: Scene) -> Aggregation {
    let isEntangled = scene.windows.contains { window in
      window.shell.cure == .followKey || window.root?.asksOthers == true
    }
    if isEntangled || scene.app.delegate?.entries.isEmpty == false { return .unknown }
    return switch traits.arbitration {
    case .autonomous: .any
    case .intersection: .all
    case .keyOnly, .sceneWide: .one
    }
  }
}

// MARK: The contributions of windows to a decision

extension UIKitRuleSet {
  /// Returns the windows on which the decision after an event depends, and how it depends on them;
  /// never `nil`.
  public func dependencies(
    of event: Event, _ triggers: [DecisionTrigger], in scene: Scene
  ) -> DecisionDependencies? {
    let isAutonomous = traits.arbitration == .autonomous
    let page = scene.pageIndex.map { scene.windows[$0].id }
    let decider = isAutonomous ? nil : decision(in: scene).decider()?.id
    var dependencies = DecisionDependencies(
      present: [scene.keyWindow, page, decider].compactMap { $0 }, directlyRead: [],
      voters: voters(triggers, decider: decider, in: scene),
      rest: isAutonomous ? .decides : .consents)
    switch event {
    case .window(let id, let change):
      dependencies.present.append(id)
      switch change {
      // The window's own answers determine whether there is anything to decide.
      case .enableAutorotation: dependencies.directlyRead.append(id)
      // The event also asks the window for its preferred orientation (B-14).
      case .present where !isAutonomous, .dismiss where !isAutonomous:
        dependencies.directlyRead.append(id)
      case .requestGeometry where !isAutonomous:
        dependencies.directlyRead += [page].compactMap { $0 }
      default: break
      }
    case .add(let window, _): dependencies.present.append(window.id)
    case .app(.setStatusBar) where !isAutonomous:
      dependencies.directlyRead += [page].compactMap { $0 }
    default: break
    }
    if isAutonomous { return dependencies }
    // A window without a root answers with the app's mask (B-12); with a root it can become the
    // deciding window.
    for id in [scene.mainWindow, page].compactMap({ $0 }) {
      if let window = scene.window(id), window.root == nil { dependencies.directlyRead.append(id) }
    }
    return dependencies
  }

  private func voters(
    _ triggers: [DecisionTrigger], decider: WindowID?, in scene: Scene
  ) -> [WindowID] {
    if triggers.isEmpty { return [] }
    switch traits.arbitration {
    case .keyOnly, .sceneWide: return [decider].compactMap { $0 }
    case .intersection: return scene.windows.filter { takesPart($0, in: scene) }.map { $0.id }
    case .autonomous:
      return scene.windows.indices.map { scene.windows[$0].id }.filter { id in
        triggers.contains { part(of: $0, for: id, in: scene) != nil }
      }
    }
  }

  private func decision(
    in scene: Scene, _ answers: Answers = Answers()
  ) -> UIKitDecision<NullSink> {
    UIKitDecision(rules: self, scene: scene, answers: answers, sink: NullSink())
  }

  /// Returns, for each window, the mask that app, delegate and device leave to it; `nil` while a
  /// live policy has not answered.
  ///
  /// A window without a root adds the mask of app and delegate alone, which is its answer. The last
  /// mask has all orientations if multitasking voids all answers, otherwise none (P-1).
  public func allowances(in scene: Scene, answers: Answers) -> [OrientationMask]? {
    var inquiry = decision(in: scene, answers).inquiry
    var allowances: [OrientationMask] = []
    for index in scene.windows.indices {
      let mask = inquiry.appMask(scene.windows[index])
      allowances.append(mask.intersection(scene.device.mask))
      if scene.windows[index].root == nil { allowances.append(mask) }
    }
    if inquiry.isMissingAnswers { return nil }
    return allowances + [traits.isMultitasking(scene) ? .all : []]
  }

  /// Returns the page's window, if this window follows it, and the windows to which questions are
  /// forwarded, directly or not.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] {
    var asked: [WindowID] = []
    if let page = pageFollowed(by: window, in: scene) { asked.append(scene.windows[page].id) }
    func add(_ target: WindowID) {
      if target != window.id, !asked.contains(target) { asked.append(target) }
    }
    window.root?.targets(add)
    var next = 0
    while next < asked.count {
      if let index = scene.index(of: asked[next]) { scene.windows[index].root?.targets(add) }
      next += 1
    }
    return asked
  }

  /// Returns the effect of a window on a decision: what it decides itself, or whether it consents
  /// to a common decision.
  public func contribution(
    of id: WindowID, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution {
    guard let window = scene.window(id) else { return Contribution(own: .unknown) }
    if traits.arbitration == .autonomous {
      return ownDecision(of: window, triggers, in: scene, answers)
    }
    var decision = decision(in: scene, answers)
    return decision.consent(of: window, to: triggers, isAlone: traits.arbitration != .intersection)
  }

  private func ownDecision(
    of window: Window, _ triggers: [DecisionTrigger], in scene: Scene, _ answers: Answers
  ) -> Contribution {
    var contribution = Contribution(own: window.orientation)
    for trigger in triggers {
      guard let part = part(of: trigger, for: window.id, in: scene) else { continue }
      var sink = MoveSink()
      let decision: Decision
      if case .turn(let target, _) = part, scene.statusBar.orientation == target {
        var scene = scene
        // The status bar gets another orientation, so that writing it is visible as a move (M-4).
        scene.statusBar.orientation = .unknown
        decision = decide(part, in: scene, answers: answers, sink: &sink)
      } else {
        decision = decide(part, in: scene, answers: answers, sink: &sink)
      }
      // The rotation of a window does not depend on the status bar.
      if case .turn = part { contribution.isBarIndependent = true }
      guard decision == .decided else {
        contribution.blockers = .stops
        return contribution
      }
      for move in sink.moves {
        switch move {
        case .window(_, let orientation): contribution.own = orientation
        case .statusBar(let orientation, _): contribution.writes = orientation
        case .output, .putOff: break
        }
      }
    }
    return contribution
  }

  /// Returns the part of a trigger that one autonomous window decides; `nil` if there is none.
  private func part(
    of trigger: DecisionTrigger, for id: WindowID, in scene: Scene
  ) -> DecisionTrigger? {
    switch trigger {
    case .turn(let target, let only):
      return only == nil || only == id ? .turn(to: target, only: id) : nil
    case .place(id), .present(id), .update(id), .geometry(id, _): return trigger
    case .statusBar:
      // Only the page's window is asked.
      return scene.pageIndex.map { scene.windows[$0].id } == id ? trigger : nil
    case .place, .present, .update, .geometry, .reconsider: return nil
    }
  }

  /// Returns the bits of `consents`.
  ///
  /// Bits 0 to 3: refused orientations, in `fallbackOrder`; 4: deferred rotation; 5: an exception.
  /// For placements, 6: an exception; 7: refused autorotation, otherwise 8 to 11: refused
  /// orientations. Returns `nil` while a live policy has not answered.
  private func consentBits(of window: Window, in scene: Scene) -> UInt32? {
    let isDisabled = window.disableCount > 0
    var bits: UInt32 = isDisabled ? 1 << 4 : 0
    for (bit, target) in InterfaceOrientation.fallbackOrder.enumerated() {
      var decision = decision(in: scene)
      if isDisabled || !decision.accepts(window, target) { bits |= 1 << UInt32(bit) }
      if decision.inquiry.raised != nil { bits |= 1 << 5 }
      if decision.inquiry.isMissingAnswers { return nil }
    }
    guard let root = window.root else { return bits }
    let controller = root.topmost(traits)
    let bar = scene.statusBar.orientation
    var inquiry = decision(in: scene).inquiry
    let turns = inquiry.autorotates(window, controller, proposed: bar)
    let mask = inquiry.effectiveMask(window, controller, proposed: bar, raises: turns)
    if inquiry.isMissingAnswers { return nil }
    if inquiry.raised != nil { bits |= 1 << 6 }
    // A window that refuses autorotation accepts only the status bar's orientation.
    guard turns else { return bits | 1 << 7 }
    for (bit, target) in InterfaceOrientation.fallbackOrder.enumerated()
    where mask?.allows(target) != true {
      bits |= 1 << UInt32(8 + bit)
    }
    return bits
  }
}
