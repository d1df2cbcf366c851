// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The contributions of windows to the decisions of a UIKit rule set in one scene.
struct UIKitContributions {
  private let rules: UIKitRuleSet
  private let scene: Scene

  private var traits: UIKitTraits { rules.traits }

  init(_ rules: UIKitRuleSet, in scene: Scene) {
    self.rules = rules
    self.scene = scene
  }

  /// Returns the key window, the page and the decider, and the windows that an event asks more than a
  /// rotation does.
  func dependencies(of event: Event, _ triggers: [DecisionTrigger]) -> DecisionDependencies {
    let isAutonomous = traits.arbitration == .autonomous
    let page = scene.pageIndex.map { scene.windows[$0].id }
    let decider = isAutonomous ? nil : decision(Answers()).decider()?.id
    var dependencies = DecisionDependencies(
      present: [scene.keyWindow, page, decider].compactMap(\.self), heard: [],
      voters: voters(triggers, decider: decider),
      rest: isAutonomous ? .decides : .consents)
    switch event {
    case .window(let id, let change):
      dependencies.present.append(id)
      switch change {
      // The window's own answers determine whether there is anything to decide.
      case .enableAutorotation: dependencies.heard.append(id)
      // The event also asks for the window's preference (B-14).
      case .present where !isAutonomous, .dismiss where !isAutonomous: dependencies.heard.append(id)
      case .requestGeometry where !isAutonomous: dependencies.heard += [page].compactMap(\.self)
      default: break
      }
    case .add(let window, _): dependencies.present.append(window.id)
    case .app(.setStatusBar) where !isAutonomous: dependencies.heard += [page].compactMap(\.self)
    default: break
    }
    if isAutonomous { return dependencies }
    // A window without a root answers with the app's mask (B-12); with a root it can become the decider.
    for id in [scene.mainWindow, page].compactMap(\.self) {
      if let window = scene.window(id), window.root == nil { dependencies.heard.append(id) }
    }
    return dependencies
  }

  private func voters(_ triggers: [DecisionTrigger], decider: WindowID?) -> [WindowID] {
    if triggers.isEmpty { return [] }
    switch traits.arbitration {
    case .keyOnly, .sceneWide: return [decider].compactMap(\.self)
    case .intersection: return scene.windows.filter { rules.takesPart($0, in: scene) }.map(\.id)
    case .autonomous:
      return scene.windows.indices.map { scene.windows[$0].id }.filter { id in
        triggers.contains { part(of: $0, for: id) != nil }
      }
    }
  }

  private func decision(_ answers: Answers) -> UIKitDecision<NullSink> {
    UIKitDecision(rules: rules, scene: scene, answers: answers, sink: NullSink())
  }

  /// Returns the masks of app and device for each window, and whether multitasking voids all answers (P-1).
  func allowances(_ answers: Answers) -> [OrientationMask]? {
    var inquiry = decision(answers).inquiry
    var allowances: [OrientationMask] = []
    for index in scene.windows.indices {
      let mask = inquiry.appMask(scene.windows[index])
      allowances.append(mask.intersection(scene.device.mask))
      // Without a root the app's mask is an answer by itself (B-12).
      if scene.windows[index].root == nil { allowances.append(mask) }
    }
    if inquiry.isMissingAnswers { return nil }
    return allowances + [traits.isMultitasking(scene) ? .all : []]
  }

  /// Returns the page if the window follows it, and the windows to which these forward questions.
  func asked(by window: Window) -> [WindowID] {
    var asked: [WindowID] = []
    if rules.followsKey || window.shell.cure == .followKey, let page = scene.pageIndex,
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

  /// Returns the own decision of an autonomous window, or the consent of a window that is asked.
  func contribution(
    of id: WindowID, _ triggers: [DecisionTrigger], _ answers: Answers
  ) -> Contribution {
    guard let window = scene.window(id) else { return Contribution(own: .unknown) }
    if traits.arbitration == .autonomous {
      return ownDecision(of: window, triggers, answers)
    }
    var decision = decision(answers)
    return decision.consent(of: window, to: triggers, isAlone: traits.arbitration != .intersection)
  }

  private func ownDecision(
    of window: Window, _ triggers: [DecisionTrigger], _ answers: Answers
  ) -> Contribution {
    var contribution = Contribution(own: window.orientation)
    for trigger in triggers {
      guard let part = part(of: trigger, for: window.id) else { continue }
      var sink = MoveSink()
      let decision: Decision
      if case .turn(let target, _) = part, scene.statusBar.orientation == target {
        var scene = scene
        // Another orientation, so that writing the bar is visible as a move (M-4).
        scene.statusBar.orientation = .unknown
        decision = rules.decide(part, in: scene, answers: answers, sink: &sink)
      } else {
        decision = rules.decide(part, in: scene, answers: answers, sink: &sink)
      }
      // A rotation of a window does not depend on the bar.
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

  /// Returns the part of a trigger that one autonomous window decides, or `nil` if there is none.
  private func part(of trigger: DecisionTrigger, for id: WindowID) -> DecisionTrigger? {
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
