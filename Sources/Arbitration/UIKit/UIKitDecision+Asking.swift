// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitDecision {
  /// Asks shouldAutorotate; nil while a live policy is silent.
  mutating func askAutorotate(
    _ window: Window, _ controller: Controller, proposed: InterfaceOrientation
  ) -> Bool? {
    guard case .flag(let answer)? = ask(.shouldAutorotate, window, controller, proposed) else {
      return nil
    }
    return answer
  }

  /// Asks for the mask, by the method that this version has; nil while a live policy is silent.
  mutating func askSupported(
    _ window: Window, _ controller: Controller, proposed: InterfaceOrientation
  ) -> OrientationMask? {
    let kind: Question.Kind = traits.hasMasks ? .supported : .legacy
    guard case .mask(let answer)? = ask(kind, window, controller, proposed) else { return nil }
    // Saying yes to nothing only earned a warning.
    if !traits.hasMasks, answer.legal.isEmpty { return .portrait }
    return answer
  }

  /// Asks for the preferred orientation; .some(nil) when none is implemented.
  mutating func askPreferred(
    _ window: Window, _ controller: Controller
  ) -> InterfaceOrientation?? {
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
    else { return nil }
    if case .orientation(nil) = found.answer { return found.answer }
    // The rule by which a hidden window is asked matters more than how it answered.
    let isHiddenQuestion = kind == .shouldAutorotate && window.isHidden && traits.version >= 8
    sink.asked(
      Asked(
        window: window.id, controller: controller.id, question: kind, answer: found.answer,
        origin: found.origin, via: found.via.reversed(), rule: isHiddenQuestion ? .c5 : found.rule,
        by: found.by))
    return found.answer
  }

  /// Finds out what a controller answers, by whatever route the version gives it.
  mutating func resolve(
    _ kind: Question.Kind, _ window: Window, _ controller: Controller,
    _ proposed: InterfaceOrientation, chain: inout ForwardingChain, isFirst: Bool = false
  ) -> Resolved? {
    if isFirst, let key = windowFollowed(by: window) {
      return forward(kind, to: key, from: controller, proposed, chain: &chain)
    }
    if let written = written(kind, controller) { return written }
    if case .live(let policy) = controller.policy {
      let question = Question(
        policy: policy.id, window: window.id, kind: kind, proposed: proposed)
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

  /// What the controller has written down for a question; nil if it overrides nothing there.
  private func written(_ kind: Question.Kind, _ controller: Controller) -> Resolved? {
    guard let policy = controller.declared else { return nil }
    switch kind {
    case .shouldAutorotate:
      return policy.autorotate.map {
        Resolved(answer: .flag($0), origin: .written, rule: .b2)
      }
    case .supported:
      if let mask = policy.supported {
        return Resolved(answer: .mask(mask), origin: .written, rule: .b3)
      }
      // Only the old method written: the mask is made from it (B-10).
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

  /// The class default for a question.
  func standard(_ kind: Question.Kind, _ controller: Controller?) -> Resolved {
    let isContainer = controller?.container.map { $0.kind != .custom } ?? false
    switch kind {
    case .shouldAutorotate:
      return Resolved(answer: .flag(true), origin: .standard, rule: isContainer ? .b9 : .v9)
    case .supported:
      return Resolved(
        answer: .mask(standardMask), origin: .standard, rule: isContainer ? .b7 : .v8)
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
}
