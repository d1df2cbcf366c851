// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitRuleSet {
  /// Who is key or page or decides for all; and who is asked more than for a turn.
  public func hearing(
    of event: Event, _ occasions: [Occasion], in scene: Scene
  ) -> Hearing? {
    let isAutonomous = traits.arbitration == .autonomous
    let page = scene.pageIndex.map { scene.windows[$0].id }
    let decider = isAutonomous ? nil : decider(in: scene)
    var hearing = Hearing(
      present: [scene.keyWindow, page, decider].compactMap(\.self), heard: [],
      voices: voices(occasions, in: scene, decider: decider),
      rest: isAutonomous ? .decides : .consents)
    switch event {
    case .window(let id, let change):
      hearing.present.append(id)
      switch change {
      // Its own answers say whether there is anything to decide.
      case .enableAutorotation: hearing.heard.append(id)
      // Its preference is asked for as well (B-14).
      case .present where !isAutonomous, .dismiss where !isAutonomous: hearing.heard.append(id)
      case .requestGeometry where !isAutonomous: hearing.heard += [page].compactMap(\.self)
      default: break
      }
    case .add(let window, _): hearing.present.append(window.id)
    case .app(.setStatusBar) where !isAutonomous: hearing.heard += [page].compactMap(\.self)
    default: break
    }
    if isAutonomous { return hearing }
    // Without a root the app's mask is its answer (B-12), and one that it is given can make it
    // decide.
    for id in [scene.mainWindow, page].compactMap(\.self) {
      if let window = scene.window(id), window.root == nil { hearing.heard.append(id) }
    }
    return hearing
  }

  private func voices(
    _ occasions: [Occasion], in scene: Scene, decider: WindowID?
  ) -> [WindowID] {
    if occasions.isEmpty { return [] }
    switch traits.arbitration {
    case .keyOnly, .sceneWide: return [decider].compactMap(\.self)
    case .intersection: return scene.windows.filter { takesPart($0, in: scene) }.map(\.id)
    case .autonomous:
      return scene.windows.indices.map { scene.windows[$0].id }.filter { id in
        occasions.contains { part(of: $0, for: id, in: scene) != nil }
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
    of id: WindowID, _ occasions: [Occasion], in scene: Scene, answers: Answers
  ) -> Contribution {
    guard let window = scene.window(id) else { return Contribution(own: .unknown) }
    if traits.arbitration == .autonomous {
      return ownDecision(of: window, occasions, in: scene, answers: answers)
    }
    var decision = UIKitDecision(rules: self, scene: scene, answers: answers, sink: NullSink())
    return decision.consent(
      of: window, to: occasions, isAlone: traits.arbitration != .intersection)
  }

  private func ownDecision(
    of window: Window, _ occasions: [Occasion], in scene: Scene, answers: Answers
  ) -> Contribution {
    var contribution = Contribution(own: window.orientation)
    for occasion in occasions {
      guard let part = part(of: occasion, for: window.id, in: scene) else { continue }
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
      if case .turn = part { contribution.isBlind = true }
      guard decision == .decided else {
        contribution.hindrance = .stops
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

  /// An occasion as far as one autonomous window decides it; nil where it has nothing to say.
  private func part(of occasion: Occasion, for id: WindowID, in scene: Scene) -> Occasion? {
    switch occasion {
    case .turn(let target, let only):
      return only == nil || only == id ? .turn(to: target, only: id) : nil
    case .place(id), .present(id), .update(id), .geometry(id, _): return occasion
    case .statusBar:
      // Only the page is asked.
      return scene.pageIndex.map { scene.windows[$0].id } == id ? occasion : nil
    case .place, .present, .update, .geometry, .reconsider: return nil
    }
  }
}

extension UIKitDecision {
  /// What a window says that decides for all, or has to agree with all.
  fileprivate mutating func consent(
    of window: Window, to occasions: [Occasion], isAlone: Bool
  ) -> Contribution {
    var contribution = Contribution(own: window.orientation)
    if case .turn(let target, _)? = occasions.first, occasions.count == 1 {
      let accepts = !isDisabled(window) && accepts(window, target)
      if raised != nil || isMissingAnswers { contribution.hindrance = .stops }
      if !accepts { contribution.allowed = [] }
      return contribution
    }
    if isDisabled(window) { contribution.hindrance.insert(.isDisabled) }
    guard let root = window.root else {
      contribution.allowed = appMask(window)
      return contribution
    }
    let controller = root.topmost(traits)
    if isLocked(window, controller) { contribution.hindrance.insert(.isLocked) }
    let isHeld = !contribution.hindrance.isEmpty
    let turns = autorotates(window, controller, proposed: bar)
    let mask = effectiveMask(window, controller, proposed: bar, raises: turns)
    // Who does not want to turn is asked for a mask only where nobody else is.
    if turns || isAlone { contribution.allowed = mask ?? [] }
    if !turns { contribution.hindrance.insert(.refuses) }
    if raised != nil || isMissingAnswers {
      contribution.hindrance.insert(turns && !isHeld ? .stops : .mayStop)
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
