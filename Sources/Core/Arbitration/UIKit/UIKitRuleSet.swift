// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A UIKit version's rules with the options of a run.
public struct UIKitRuleSet: RepairSearchable {
  /// The name, such as uikit-8, with a cure appended if one is chosen.
  public let id: String
  /// The version's traits, options already applied.
  public let traits: UIKitTraits
  /// Whether every window but the key one gives the key window's answers.
  public let followsKey: Bool

  /// Creates the rules of a version; the options of a run override the version's.
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

  /// The rules of iOS 8 to 12, under which hidden windows hijack the bar.
  public static let version8 = UIKitRuleSet(.uikit8)

  /// The family of UIKit.
  public var family: RuleSetFamily { .uikit }

  /// The version's traits, options already applied.
  public var uikit: UIKitTraits? { traits }

  /// Decides one trigger; see `UIKitDecision`.
  @specialized(where Sink == NullSink)
  @specialized(where Sink == MoveSink)
  @specialized(where Sink == TraceSink)
  public func decide<Sink: DecisionSink>(
    _ trigger: DecisionTrigger, in scene: Scene, answers: Answers, sink: inout Sink
  ) -> Decision {
    var decision = UIKitDecision(rules: self, scene: scene, answers: answers, sink: sink)
    decision.run(trigger)
    sink = decision.inquiry.sink
    if decision.inquiry.isMissingAnswers { return .needsAnswers }
    return decision.inquiry.raised.map { .raised($0) } ?? .decided
  }

  /// Returns whether this set asks a window (format:voter).
  public func isVoter(_ window: Window, in scene: Scene) -> Bool {
    window.root != nil && takesPart(window, in: scene)
  }

  /// Returns whether a window takes part, with a root or, as the main window, without (B-12, M-7).
  func takesPart(_ window: Window, in scene: Scene) -> Bool {
    if window.isFollower { return false }
    if window.isHidden && !countsHidden(window) { return false }
    return window.root != nil || window.id == scene.mainWindow
  }

  // A configured rule can exempt one window from counting while it is hidden.
  private func countsHidden(_ window: Window) -> Bool {
    traits.hiddenCounts && window.shell.cure != .ignoreHidden
  }

  /// Puts an event into the scene: the user's lock keeps the device's orientation (F-10), and apps
  /// can write it (F-1).
  public func take(_ event: DeviceEvent, into scene: inout Scene) {
    switch event {
    case .turned where scene.device.isRotationLocked: break
    case .forced(let value):
      guard traits.allowsForcing else { return }
      scene.notePendingTurn(value)
      scene.setDevice(value)
    case .rotationLock(true):
      scene.take(event)
      // A phone locks to portrait, a pad to whatever is current (F-10).
      let isUpright = scene.device.orientation.interface != nil
      if scene.device.idiom == .phone, isUpright { scene.setDevice(.portrait) }
    case .turned, .rotationLock, .generating, .setting: scene.take(event)
    }
  }

  /// Returns events that turn the device into the lock and lock it: UIKit has no lock to a class.
  public func events(lockingTo lock: OrientationLock, in scene: Scene) -> [Event] {
    [
      .device(.rotationLock(false)), .device(.turned(scene.orientation(within: lock).device)),
      .device(.rotationLock(true)),
    ]
  }

  /// Returns the turn of the device.
  public func events(rotatingTo orientation: InterfaceOrientation, in scene: Scene) -> [Event] {
    [.device(.turned(orientation.device))]
  }

  /// Returns the triggers of an event; `scene` already has the event in it.
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

  /// Returns whether the device's own orientation changed in the foreground (F-2, F-10).
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
      // A window that was asked while hidden needs no placement now.
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

  /// Returns the orientation that an event requests, if there is one (scenario format, blocked).
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

  /// Returns the gate at which an event stopped before any question.
  public func firstGate(of event: Event, before: Scene, after scene: Scene) -> GateRecord? {
    let (gate, rule): (GateRecord.Gate, RuleID)
    switch event {
    case .device(.turned) where scene.device.isRotationLocked: (gate, rule) = (.rotationLock, .f10)
    case .device(.forced) where !traits.allowsForcing: (gate, rule) = (.version, .e6)
    case .device where !scene.isForeground: (gate, rule) = (.background, .m16)
    // A repeated value is no change (F-2); flat and unknown ones request nothing (B-1).
    case .device(.turned(let value)), .device(.forced(let value)):
      (gate, rule) = (.deviceOrientation, value.interface == nil ? .b1 : .f2)
    case .app(.attemptRotation):
      (gate, rule) = traits.allowsAttempts ? (.deviceOrientation, .f4) : (.version, .e2)
    case .window(_, .push), .window(_, .pop), .window(_, .select): (gate, rule) = (.takesPart, .b6)
    default: return nil
    }
    return GateRecord(window: nil, gate: gate, isPassed: false, rule: rule)
  }

  /// Returns the notifications of an event in order, then each window's callbacks.
  public func notices(of event: Event, before: Scene, after: Scene, moves: [Move]) -> [Notice] {
    var notices = deviceNotifications(of: event, before: before, after: after)
    var bar = before.statusBar.orientation
    for case .statusBar(let orientation, _) in moves {
      notices.append(.notification(.willChangeStatusBarOrientation(orientation)))
      notices.append(.notification(.didChangeStatusBarOrientation(bar)))
      bar = orientation
    }
    // Nothing is called at launch (C-8).
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
      // A flat device that starts delivering posts flat, felt, flat (N-3).
      values =
        device.orientation.isFlat ? [device.orientation, device.felt, device.orientation] : []
    case .device: values = deviceTurned(before, after) ? [device.orientation] : []
    default: values = []
    }
    return values.map { .notification(.deviceOrientationDidChange($0)) }
  }

  /// Returns the reads: each window, the page, or all participants, depending on the arbitration.
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
    // A locked device does not turn, so that nothing is decided (F-10).
    reads.lock = false
    return reads
  }

  /// Returns what each window refuses, and its exceptions, where all windows have to agree.
  public func consents(in scene: Scene) -> [WindowID: UInt32]? {
    let follows = followsKey || scene.windows.contains { $0.shell.cure == .followKey }
    guard traits.arbitration == .intersection, !follows else { return nil }
    var consents: [WindowID: UInt32] = [:]
    for window in scene.windows {
      guard let bits = UIKitConsents(rules: self, scene: scene).bits(of: window) else { return nil }
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
    // The first normal-level window becomes the main one, which rotates even without a root.
    let hasLateMain = scene.mainWindow == nil && scene.windows.contains { $0.level == 0 }
    if hasLateMain { return .everything }
    let follows = followsKey || scene.windows.contains { $0.shell.cure == .followKey }
    return switch traits.arbitration {
    case .autonomous: .own(andPage: follows)
    case .keyOnly: .page
    case .intersection: .participants(oneDecides: false, andPage: follows)
    case .sceneWide: .participants(oneDecides: true, andPage: follows)
    }
  }

  // Orientations that the device or the app's list rules out are never asked about.
  private func orientationsRead(in scene: Scene) -> OrientationMask {
    let hasDelegate = scene.app.delegate != nil || scene.app.sceneDelegate != nil
    guard traits.appLimits, !hasDelegate, let list = scene.app.list(on: scene.device.idiom) else {
      return scene.device.mask
    }
    return scene.device.mask.intersection(list.reduce(into: []) { $0.formUnion($1.mask) })
  }

  /// Returns whether the page's controller accepts an orientation, regardless of the other gates.
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

  /// Changes windows through their controllers; app and delegate can get any mask or none.
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
      // A method that no delegate implements has no answer that could change.
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

  /// Returns the arbitration's combination of answers, as long as every window answers for itself.
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

  /// Returns the key window, page and decider, and the windows that are asked for more than a turn.
  public func dependencies(
    of event: Event, _ triggers: [DecisionTrigger], in scene: Scene
  ) -> DecisionDependencies? {
    UIKitContributions(self, in: scene).dependencies(of: event, triggers)
  }

  /// Returns what app and device leave each window, and whether all answers are void (P-1).
  public func allowances(in scene: Scene, answers: Answers) -> [OrientationMask]? {
    UIKitContributions(self, in: scene).allowances(answers)
  }

  /// Returns the page if the window follows it, and the windows to which both forward questions.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] {
    UIKitContributions(self, in: scene).asked(by: window)
  }

  /// Returns an autonomous window's own decision, or what another window allows.
  public func contribution(
    of id: WindowID, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution {
    UIKitContributions(self, in: scene).contribution(of: id, triggers, answers)
  }
}

/// A window's part in a decision to which all windows have to agree.
private struct UIKitConsents {
  let rules: UIKitRuleSet
  let scene: Scene

  /// Returns bits: refused orientations (0 to 3), deferred rotation (4), an exception (5); and for
  /// placements an exception (6), no rotation (7), refused orientations (8 to 11).
  ///
  /// Nil while a live policy is silent.
  func bits(of window: Window) -> UInt32? {
    let isDisabled = window.disableCount > 0
    var bits: UInt32 = isDisabled ? 1 << 4 : 0
    for (bit, target) in InterfaceOrientation.fallbackOrder.enumerated() {
      var decision = decision
      if isDisabled || !decision.accepts(window, target) { bits |= 1 << UInt32(bit) }
      if decision.inquiry.raised != nil { bits |= 1 << 5 }
      if decision.inquiry.isMissingAnswers { return nil }
    }
    guard let root = window.root else { return bits }
    let controller = root.topmost(rules.traits)
    let bar = scene.statusBar.orientation
    var inquiry = decision.inquiry
    let turns = inquiry.autorotates(window, controller, proposed: bar)
    let mask = inquiry.effectiveMask(window, controller, proposed: bar, raises: turns)
    if inquiry.isMissingAnswers { return nil }
    if inquiry.raised != nil { bits |= 1 << 6 }
    // A window that does not rotate accepts the current orientation, whatever it is.
    guard turns else { return bits | 1 << 7 }
    for (bit, target) in InterfaceOrientation.fallbackOrder.enumerated()
    where mask?.allows(target) != true {
      bits |= 1 << UInt32(8 + bit)
    }
    return bits
  }

  private var decision: UIKitDecision<NullSink> {
    UIKitDecision(rules: rules, scene: scene, answers: Answers(), sink: NullSink())
  }
}
