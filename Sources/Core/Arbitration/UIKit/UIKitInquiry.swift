// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The questions to the controllers in one decision of a UIKit rule set, and the resulting masks.
struct UIKitInquiry<Sink: DecisionSink> {
  let rules: UIKitRuleSet
  let scene: Scene
  let isMultitasking: Bool
  var sink: Sink
  private(set) var isMissingAnswers = false
  private(set) var raised: RotationError?
  private let answers: Answers
  /// The number of times that the current question may still be forwarded, before forwarding counts
  /// as a cycle.
  private var forwardingBudget = Self.maximumForwards

  /// The limit is above any app's number of controllers; without it, forwarding to several
  /// controllers could take exponential time.
  private static var maximumForwards: Int { 1000 }

  private var traits: UIKitTraits { rules.traits }

  init(rules: UIKitRuleSet, scene: Scene, answers: Answers, sink: Sink) {
    self.rules = rules
    self.scene = scene
    self.answers = answers
    self.sink = sink
    self.isMultitasking = rules.traits.isMultitasking(scene)
  }

  mutating func gate(_ window: WindowID?, _ gate: GateRecord.Gate, isPassed: Bool, _ rule: RuleID) {
    sink.gate(GateRecord(window: window, gate: gate, isPassed: isPassed, rule: rule))
  }

  var isVoid: Bool { isMissingAnswers || raised != nil }

  mutating func raise(_ rule: RuleID, _ window: Window, _ controller: Controller?) {
    raise(
      RotationError(
        name: .invalidInterfaceOrientation, rule: rule, window: window.id,
        controller: controller?.id))
  }

  mutating func raise(_ error: RotationError) {
    if !isVoid { raised = error }
  }

  private mutating func askAutorotate(
    _ window: Window, _ controller: Controller, proposed: InterfaceOrientation
  ) -> Bool? {
    guard case .flag(let answer)? = ask(.shouldAutorotate, window, controller, proposed) else {
      return nil
    }
    return answer
  }

  /// Asks for the mask by the method that this version uses; `nil` while a live policy has not
  /// answered.
  mutating func askSupported(
    _ window: Window, _ controller: Controller, proposed: InterfaceOrientation
  ) -> OrientationMask? {
    let kind: Question.Kind = traits.hasMasks ? .supported : .legacy
    guard case .mask(let answer)? = ask(kind, window, controller, proposed) else { return nil }
    // In iOS 5 a controller that accepts no orientation only causes a warning.
    if !traits.hasMasks, answer.legal.isEmpty { return .portrait }
    return answer
  }

  /// Asks for the preferred orientation; `.some(nil)` without a preference, `.none` while a live
  /// policy has not answered.
  mutating func askPreferred(_ window: Window, _ controller: Controller) -> InterfaceOrientation?? {
    guard traits.hasMasks else { return .some(nil) }
    guard case .orientation(let answer)? = ask(.preferred, window, controller, .unknown) else {
      return .none
    }
    return .some(answer)
  }

  private mutating func ask(
    _ kind: Question.Kind, _ window: Window, _ controller: Controller,
    _ proposed: InterfaceOrientation
  ) -> Answer? {
    var chain = ForwardingChain()
    forwardingBudget = Self.maximumForwards
    guard let found = resolve(kind, window, controller, proposed, chain: &chain, isFirst: true)
    else {
      isMissingAnswers = true
      return nil
    }
    if case .orientation(nil) = found.answer { return found.answer }
    // For a hidden window, the cited rule is the one by which hidden windows are asked, not the
    // rule of the answer.
    let isHiddenQuestion = kind == .shouldAutorotate && window.isHidden && traits.version >= 8
    sink.asked(
      Asked(
        window: window.id, controller: controller.id, question: kind, answer: found.answer,
        origin: found.origin, via: found.via.reversed(), rule: isHiddenQuestion ? .c5 : found.rule,
        by: found.by))
    return found.answer
  }

  /// Returns a controller's answer, forwarded as this version specifies; `nil` while a live policy
  /// has not answered.
  ///
  /// A window that answers as the page does, by a cure or by the rule set, does so only for the first
  /// controller that is asked (`isFirst`).
  private mutating func resolve(
    _ kind: Question.Kind, _ window: Window, _ controller: Controller,
    _ proposed: InterfaceOrientation, chain: inout ForwardingChain, isFirst: Bool = false
  ) -> Resolved? {
    if isFirst, let page = rules.pageFollowed(by: window, in: scene) {
      return forward(kind, to: scene.windows[page], from: controller, proposed, chain: &chain)
    }
    if let written = Resolved.written(kind, by: controller) { return written }
    if case .live(let policy) = controller.policy {
      let question = Question(policy: policy.id, window: window.id, kind: kind, proposed: proposed)
      return reply(to: question, of: policy)
    }
    if let target = controller.forwardsTo {
      guard let other = scene.window(target) else { return standard(kind, controller) }
      return forward(kind, to: other, from: controller, proposed, chain: &chain)
    }
    if let container = controller.container {
      return resolve(kind, window, controller, container, proposed, chain: &chain)
    }
    return standard(kind, controller)
  }

  private func standard(_ kind: Question.Kind, _ controller: Controller?) -> Resolved {
    let isContainer = controller?.container.map { $0.kind != .custom } ?? false
    switch kind {
    case .shouldAutorotate:
      return Resolved(answer: .flag(true), origin: .standard, rule: isContainer ? .b9 : .v9)
    case .supported:
      return Resolved(
        answer: .mask(scene.device.defaultMask), origin: .standard, rule: isContainer ? .b7 : .v8)
    case .legacy: return Resolved(answer: .mask(.portrait), origin: .standard, rule: .a3)
    case .preferred: return Resolved(answer: .orientation(nil), origin: .standard, rule: .v11)
    case .appSupported, .orientationLocked:
      return Resolved(answer: .flag(false), origin: .standard, rule: .e8)
    }
  }

  private mutating func reply(to question: Question, of policy: LivePolicy) -> Resolved? {
    guard let reply = answers[question] else {
      sink.needs(question)
      return nil
    }
    let fits =
      switch (question.kind, reply.answer) {
      case (.shouldAutorotate, .flag), (.supported, .mask), (.legacy, .mask),
        (.preferred, .orientation):
        true
      default: false
      }
    guard fits else {
      var broken = standard(question.kind, nil)
      broken.origin = .failed
      broken.by = Respondent(policy, reply)
      return broken
    }
    let rule: RuleID = question.kind == .shouldAutorotate ? .b2 : .b3
    return Resolved(
      answer: reply.answer, origin: reply.origin, rule: rule, by: Respondent(policy, reply))
  }

  /// Returns whether shouldAutorotate allows the window to rotate (B-2); false while a live policy
  /// has not answered.
  ///
  /// Returns true without asking in versions without the method and under multitasking.
  mutating func autorotates(
    _ window: Window, _ controller: Controller, proposed: InterfaceOrientation
  ) -> Bool {
    guard traits.asksAutorotate, !isMultitasking else {
      let rule: RuleID = isMultitasking ? .p2 : traits.hasMasks ? .e1 : .a2
      gate(window.id, .version, isPassed: true, rule)
      return true
    }
    guard let reply = askAutorotate(window, controller, proposed: proposed) else { return false }
    gate(window.id, .autorotate, isPassed: reply, .b2)
    return reply
  }

  /// Returns the intersection of the app's, the controller's and the device's mask.
  ///
  /// Under multitasking, returns all orientations. If the intersection is empty and `raises`,
  /// raises and returns `nil`, except in iOS 5. Also returns `nil` while a live
  /// policy has not answered.
  mutating func effectiveMask(
    _ window: Window, _ controller: Controller, proposed: InterfaceOrientation,
    raises: Bool = true
  ) -> OrientationMask? {
    if isMultitasking { return .all }
    let app = appMask(window)
    guard let own = controllerMask(window, controller, proposed: proposed) else { return nil }
    let mask = app.intersection(own).intersection(scene.device.mask).legal
    if mask.isEmpty, raises, traits.hasMasks {
      raise(own.rawValue == 0 ? .x2 : .x1, window, controller)
      return nil
    }
    return mask
  }

  /// Returns the app's mask for a window: the delegate's answer, else the list, else the default
  /// mask (B-4, E-10); in iOS 5 all orientations.
  mutating func appMask(_ window: Window) -> OrientationMask {
    guard traits.appLimits else { return .all }
    if traits.asksSceneDelegate {
      if let mask = scene.app.sceneDelegate {
        recordAppMask(window, mask, by: "scene.delegate", rule: .e10)
        return mask
      }
    } else if let mask = scene.app.delegate?.mask(for: window.id) {
      recordAppMask(window, mask, by: "app.delegate", rule: .b4)
      return mask
    }
    guard let list = scene.app.list(on: scene.device.idiom) else { return scene.device.defaultMask }
    return list.reduce(into: OrientationMask()) { $0.formUnion($1.mask) }
  }

  private mutating func recordAppMask(
    _ window: Window, _ mask: OrientationMask, by controller: String, rule: RuleID
  ) {
    sink.asked(
      Asked(
        window: window.id, controller: controller, question: .appSupported,
        answer: .mask(mask), origin: .written, rule: rule))
  }

  /// Returns the controller's own mask, limited by those of controllers presented in the style
  /// `overFullScreen`; `nil` while an answer is missing.
  mutating func controllerMask(
    _ window: Window, _ controller: Controller, proposed: InterfaceOrientation
  ) -> OrientationMask? {
    guard var mask = askSupported(window, controller, proposed: proposed) else { return nil }
    var below = controller
    while traits.hasMasks, let over = below.narrowing() {
      guard let narrower = askSupported(window, over, proposed: proposed) else { return nil }
      mask.formIntersection(narrower)
      below = over
    }
    return mask
  }

  private mutating func forward(
    _ kind: Question.Kind, to target: Window, from controller: Controller,
    _ proposed: InterfaceOrientation, chain: inout ForwardingChain
  ) -> Resolved? {
    guard let next = target.root?.topmost(traits) else { return standard(kind, controller) }
    return forward(kind, target, from: controller, to: next, proposed, chain: &chain, rule: .m8)
  }

  /// Returns the answer of a container that does not answer itself (B-7 to B-9); `nil` while a live
  /// policy has not answered.
  private mutating func resolve(
    _ kind: Question.Kind, _ window: Window, _ controller: Controller, _ container: Container,
    _ proposed: InterfaceOrientation, chain: inout ForwardingChain
  ) -> Resolved? {
    let isAlertUp = traits.alertsAreControllers && controller.showsAlert()
    switch container.forwards {
    case .none: break
    case .visible where isAlertUp, .top where isAlertUp:
      // While an alert is shown, the container itself answers yes (C-4).
      if kind == .shouldAutorotate {
        return Resolved(answer: .flag(true), origin: .written, rule: .c4)
      }
      if container.forwards == .visible { return askAlert(kind, window, controller) }
      return forwardDown(kind, window, controller, container, proposed, chain: &chain)
    default: return forwardDown(kind, window, controller, container, proposed, chain: &chain)
    }
    if kind == .supported, traits.asksContainerDelegates, container.kind != .custom,
      let mask = container.delegateMask
    {
      return Resolved(answer: .mask(mask), origin: .containerDelegate, rule: .b8)
    }
    if kind == .legacy { return askChildren(window, controller, container, proposed, &chain) }
    return standard(kind, controller)
  }

  private mutating func forwardDown(
    _ kind: Question.Kind, _ window: Window, _ controller: Controller, _ container: Container,
    _ proposed: InterfaceOrientation, chain: inout ForwardingChain
  ) -> Resolved? {
    var targets: [Controller]
    switch container.forwards {
    case .all: targets = container.children
    case .first: targets = Array(container.children.prefix(1))
    case .visible:
      // A controller presented on the container counts as visible with any style; an alert only in
      // versions whose alerts are controllers (C-4).
      if let presented = controller.effectivePresented,
        traits.alertsAreControllers || presented.style != .alert
      {
        targets = [presented.controller]
      } else {
        targets = container.shownIndex.map { [container.children[$0]] } ?? []
      }
    case .top, .selected, .none:
      targets = container.shownIndex.map { [container.children[$0]] } ?? []
    }
    guard !targets.isEmpty else { return standard(kind, controller) }
    return askAll(kind, window, controller, targets, proposed, &chain, rule: .b7)
  }

  // In iOS 5 a tab bar asks all its tabs, and a navigation controller asks its top.
  private mutating func askChildren(
    _ window: Window, _ controller: Controller, _ container: Container,
    _ proposed: InterfaceOrientation, _ chain: inout ForwardingChain
  ) -> Resolved? {
    let targets: [Controller]
    switch container.kind {
    case .tab: targets = container.children
    case .navigation: targets = container.children.suffix(1)
    case .split, .page, .custom: targets = []
    }
    guard !targets.isEmpty else { return standard(.legacy, controller) }
    return askAll(.legacy, window, controller, targets, proposed, &chain, rule: .a5)
  }

  private mutating func askAll(
    _ kind: Question.Kind, _ window: Window, _ controller: Controller, _ targets: [Controller],
    _ proposed: InterfaceOrientation, _ chain: inout ForwardingChain, rule: RuleID
  ) -> Resolved? {
    var joined: Resolved?
    var isSilent = false
    for target in targets {
      let found = forward(
        kind, window, from: controller, to: target, proposed, chain: &chain, rule: rule)
      guard let found else {
        isSilent = true
        continue
      }
      if joined == nil { joined = found } else { joined?.join(found) }
    }
    return isSilent ? nil : joined
  }

  private mutating func forward(
    _ kind: Question.Kind, _ window: Window, from controller: Controller, to next: Controller,
    _ proposed: InterfaceOrientation, chain: inout ForwardingChain, rule: RuleID
  ) -> Resolved? {
    chain.append(controller.id)
    defer { chain.removeLast() }
    forwardingBudget -= 1
    // Nested cycles can take exponential time, so an exhausted budget ends the question like a
    // cycle.
    if forwardingBudget < 0 { return cycle(kind, window, chain.ids) }
    if chain.contains(next.id) { return cycle(kind, window, chain.ids + [next.id]) }
    guard var found = resolve(kind, window, next, proposed, chain: &chain) else { return nil }
    // A default that ends a cycle keeps the rule about cycles (format:cycle).
    if found.rule == .m13 { return found }
    found.forward(through: next.id, rule: rule)
    return found
  }

  /// Ends a forwarding cycle, which the sink records, with the default answer; a mask is limited to
  /// the app's (format:cycle).
  private mutating func cycle(_ kind: Question.Kind, _ window: Window, _ via: [String]) -> Resolved
  {
    var found = standard(kind, nil)
    // A controller that only forwards into the cycle is not part of the cycle.
    let via = Array(via.suffix(from: via.firstIndex { $0 == via.last } ?? via.startIndex))
    if case .mask(let mask) = found.answer {
      found.answer = .mask(mask.intersection(appMask(window)))
    }
    found.via = via.reversed()
    found.rule = .m13
    let windows = scene.windows
    sink.cycle(Self.windows(windows, in: Set(via)))
    return found
  }

  private static func windows(_ windows: [Window], in cycle: Set<String>) -> [WindowID] {
    windows.filter { $0.root?.contains { cycle.contains($0.id) } == true }.map { $0.id }
  }

  private mutating func askAlert(
    _ kind: Question.Kind, _ window: Window, _ controller: Controller
  ) -> Resolved? {
    guard kind == .supported else { return standard(kind, controller) }
    let alert = controller.effectivePresented?.controller.id ?? controller.id
    if traits.alertMaskRecurses {
      return cycle(kind, window, [controller.id, alert, controller.id])
    }
    var found = standard(kind, nil)
    found.forward(through: alert, rule: .c4)
    return found
  }
}

private struct Resolved {
  var answer: Answer
  var origin: Origin
  /// The controllers to which the question was forwarded, last first.
  var via: [String] = []
  var rule: RuleID
  var by: Respondent?

  static func written(_ kind: Question.Kind, by controller: Controller) -> Resolved? {
    guard let policy = controller.declared else { return nil }
    switch kind {
    case .shouldAutorotate:
      return policy.autorotate.map { Resolved(answer: .flag($0), origin: .written, rule: .b2) }
    case .supported:
      if let mask = policy.supported {
        return Resolved(answer: .mask(mask), origin: .written, rule: .b3)
      }
      // If only the method of iOS 5 is overridden, it determines the mask (B-10).
      guard policy.autorotate == nil, let mask = policy.legacy else { return nil }
      return Resolved(answer: .mask(mask), origin: .written, rule: .b10)
    case .legacy:
      return policy.legacy.map { Resolved(answer: .mask($0), origin: .written, rule: .a2) }
    case .preferred:
      return policy.preferred.map {
        Resolved(answer: .orientation($0), origin: .written, rule: .b14)
      }
    case .appSupported, .orientationLocked: return nil
    }
  }

  mutating func forward(through controller: String, rule: RuleID) {
    origin = .forwarded
    via.append(controller)
    self.rule = rule
  }

  mutating func join(_ other: Resolved) {
    switch (answer, other.answer) {
    case (.flag(let left), .flag(let right)): answer = .flag(left && right)
    case (.mask(let left), .mask(let right)): answer = .mask(left.intersection(right))
    default: break
    }
    via.insert(contentsOf: other.via, at: 0)
  }
}

/// The controllers that have forwarded a question, in order, each once.
private struct ForwardingChain {
  private(set) var ids: [String] = []
  /// A set with the elements of `ids`, used only for long chains, which hardly any app has.
  private var table: Set<String> = []

  /// The length up to which a linear search is faster than a set.
  private static let few = 16

  func contains(_ id: String) -> Bool {
    ids.count <= Self.few ? ids.contains(id) : table.contains(id)
  }

  mutating func append(_ id: String) {
    ids.append(id)
    guard ids.count > Self.few else { return }
    if table.isEmpty { table = Set(ids) } else { table.insert(id) }
  }

  mutating func removeLast() {
    let id = ids.removeLast()
    if ids.count > Self.few { table.remove(id) } else if !table.isEmpty { table = [] }
  }
}
