// SPDX-License-Identifier: Apache-2.0
public import Orientation

extension UIKitRuleSet {
  /// Who is key or page or decides for all; and who is asked more than for a turn.
  public func dependencies(
    of event: Event, _ triggers: [DecisionTrigger], in scene: Scene
  ) -> DecisionDependencies? {
    let isAutonomous = traits.arbitration == .autonomous
    let page = scene.pageIndex.map { scene.windows[$0].id }
    let decider = isAutonomous ? nil : decider(in: scene)
    var dependencies = DecisionDependencies(
      present: [scene.keyWindow, page, decider].compactMap(\.self), heard: [],
      voters: voters(triggers, in: scene, decider: decider),
      rest: isAutonomous ? .decides : .consents)
    switch event {
    case .window(let id, let change):
      dependencies.present.append(id)
      switch change {
      // Its own answers say whether there is anything to decide.
      case .enableAutorotation: dependencies.heard.append(id)
      // Its preference is asked for as well (B-14).
      case .present where !isAutonomous, .dismiss where !isAutonomous: dependencies.heard.append(id)
      case .requestGeometry where !isAutonomous: dependencies.heard += [page].compactMap(\.self)
      default: break
      }
    case .add(let window, _): dependencies.present.append(window.id)
    case .app(.setStatusBar) where !isAutonomous: dependencies.heard += [page].compactMap(\.self)
    default: break
    }
    if isAutonomous { return dependencies }
    // Without a root the app's mask is its answer (B-12), and one that it is given can make it
    // decide.
    for id in [scene.mainWindow, page].compactMap(\.self) {
      if let window = scene.window(id), window.root == nil { dependencies.heard.append(id) }
    }
    return dependencies
  }

  private func voters(
    _ triggers: [DecisionTrigger], in scene: Scene, decider: WindowID?
  ) -> [WindowID] {
    if triggers.isEmpty { return [] }
    switch traits.arbitration {
    case .keyOnly, .sceneWide: return [decider].compactMap(\.self)
    case .intersection: return scene.windows.filter { takesPart($0, in: scene) }.map(\.id)
    case .autonomous:
      return scene.windows.indices.map { scene.windows[$0].id }.filter { id in
        triggers.contains { part(of: $0, for: id, in: scene) != nil }
      }
    }
  }

  private func decider(in scene: Scene) -> WindowID? {
    UIKitDecision(rules: self, scene: scene, answers: Answers(), sink: NullSink()).decider()?.id
  }

  /// What the app's mask and the device's leave each window, and whether all answers are void (P-1).
  public func allowances(in scene: Scene, answers: Answers) -> [OrientationMask]? {
    var decision = UIKitDecision(rules: self, scene: scene, answers: answers, sink: NullSink())
    var allowances: [OrientationMask] = []
    for index in scene.windows.indices {
      let mask = decision.appMask(scene.windows[index])
      allowances.append(mask.intersection(scene.device.mask))
      // Without a root the app's mask is an answer by itself (B-12).
      if scene.windows[index].root == nil { allowances.append(mask) }
    }
    if decision.isMissingAnswers { return nil }
    return allowances + [traits.isMultitasking(scene) ? .all : []]
  }

  /// The page if it follows that, and whomever it and those hand questions to.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] {
    var asked: [WindowID] = []
    if followsKey || window.shell.cure == .followKey, let page = scene.pageIndex,
      scene.windows[page].id != window.id
    {
      asked.append(scene.windows[page].id)
    }
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

  /// An autonomous window's own decision; of others, what they allow who have a say.
  public func contribution(
    of id: WindowID, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution {
    guard let window = scene.window(id) else { return Contribution(own: .unknown) }
    if traits.arbitration == .autonomous {
      return ownDecision(of: window, triggers, in: scene, answers: answers)
    }
    var decision = UIKitDecision(rules: self, scene: scene, answers: answers, sink: NullSink())
    return decision.consent(
      of: window, to: triggers, isAlone: traits.arbitration != .intersection)
  }

  private func ownDecision(
    of window: Window, _ triggers: [DecisionTrigger], in scene: Scene, answers: Answers
  ) -> Contribution {
    var contribution = Contribution(own: window.orientation)
    for trigger in triggers {
      guard let part = part(of: trigger, for: window.id, in: scene) else { continue }
      var sink = MoveSink()
      let decision: Decision
      if case .turn(let target, _) = part, scene.statusBar.orientation == target {
        var scene = scene
        // Somewhere else, so that it is seen to write the bar (M-4).
        scene.statusBar.orientation = .unknown
        decision = decide(part, in: scene, answers: answers, sink: &sink)
      } else {
        decision = decide(part, in: scene, answers: answers, sink: &sink)
      }
      // Whether a window turns does not hang on the bar.
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

  /// An trigger as far as one autonomous window decides it; nil where it has nothing to say.
  private func part(of trigger: DecisionTrigger, for id: WindowID, in scene: Scene)
    -> DecisionTrigger?
  {
    switch trigger {
    case .turn(let target, let only):
      return only == nil || only == id ? .turn(to: target, only: id) : nil
    case .place(id), .present(id), .update(id), .geometry(id, _): return trigger
    case .statusBar:
      // Only the page is asked.
      return scene.pageIndex.map { scene.windows[$0].id } == id ? trigger : nil
    case .place, .present, .update, .geometry, .reconsider: return nil
    }
  }
}

extension UIKitDecision {
  /// What a window says that decides for all, or has to agree with all.
  fileprivate mutating func consent(
    of window: Window, to triggers: [DecisionTrigger], isAlone: Bool
  ) -> Contribution {
    var contribution = Contribution(own: window.orientation)
    if case .turn(let target, _)? = triggers.first, triggers.count == 1 {
      let accepts = !isDisabled(window) && accepts(window, target)
      if raised != nil || isMissingAnswers { contribution.blockers = .stops }
      if !accepts { contribution.allowed = [] }
      return contribution
    }
    if isDisabled(window) { contribution.blockers.insert(.isDisabled) }
    guard let root = window.root else {
      contribution.allowed = appMask(window)
      return contribution
    }
    let controller = root.topmost(traits)
    if isLocked(window, controller) { contribution.blockers.insert(.isLocked) }
    let isHeld = !contribution.blockers.isEmpty
    let turns = autorotates(window, controller, proposed: bar)
    let mask = effectiveMask(window, controller, proposed: bar, raises: turns)
    // Who does not want to turn is asked for a mask only where nobody else is.
    if turns || isAlone { contribution.allowed = mask ?? [] }
    if !turns { contribution.blockers.insert(.refuses) }
    if raised != nil || isMissingAnswers {
      contribution.blockers.insert(turns && !isHeld ? .stops : .mayStop)
    }
    return contribution
  }
}

extension Controller {
  /// Calls for every window to which it, or anything below it, hands questions.
  fileprivate func targets(_ body: (WindowID) -> Void) {
    if let forwardsTo { body(forwardsTo) }
    presented?.controller.targets(body)
    // In place: a copy of the container would cost more than a look at it.
    for index in 0..<(container?.children.count ?? 0) {
      container?.children[index].targets(body)
    }
  }
}
