// SPDX-License-Identifier: Apache-2.0
import Orientation

extension DesktopDecision {
  /// Whether a window itself accepts an orientation; nil while a live policy is silent.
  mutating func accepts(
    _ window: Window, _ target: InterfaceOrientation, rule: RuleID
  ) -> Bool? {
    guard let turns = askAutorotate(window, proposed: target, rule: rule) else { return nil }
    guard pass(.autorotate, turns, rule, window) else { return false }
    guard let mask = askSupported(window, proposed: target, rule: rule) else { return nil }
    return pass(.effectiveMask, mask.allows(target), rule, window)
  }

  /// Whether a window wants to turn at all; nil while a live policy is silent.
  mutating func askAutorotate(
    _ window: Window, proposed: InterfaceOrientation, rule: RuleID
  ) -> Bool? {
    let standard = Answer.flag(true)
    let answer = ask(.shouldAutorotate, window, proposed, standard, rule) {
      $0.autorotate.map { .flag($0) }
    }
    guard let answer else { return nil }
    if case .flag(let turns) = answer { return turns }
    return true
  }

  /// The orientations that a window supports; nil while a live policy is silent.
  mutating func askSupported(
    _ window: Window, proposed: InterfaceOrientation, rule: RuleID
  ) -> OrientationMask? {
    let standard = Answer.mask(.all)
    let answer = ask(.supported, window, proposed, standard, rule) {
      $0.supported.map { .mask($0) }
    }
    guard let answer else { return nil }
    if case .mask(let mask) = answer { return mask }
    return .all
  }

  /// The orientation that a window prefers; nil while a live policy is silent.
  mutating func askPreferred(_ window: Window) -> InterfaceOrientation?? {
    let answer = ask(.preferred, window, .unknown, .orientation(nil), .w11) {
      $0.preferred.map { .orientation($0) }
    }
    guard let answer else { return .none }
    if case .orientation(let preferred) = answer { return .some(preferred) }
    return .some(nil)
  }

  private mutating func ask(
    _ kind: Question.Kind, _ window: Window, _ proposed: InterfaceOrientation,
    _ standard: Answer, _ rule: RuleID, _ written: (DeclaredPolicy) -> Answer?
  ) -> Answer? {
    let follows = (window.shell.cure ?? cure) == .followKey
    let answering = follows ? focused ?? window : window
    var answer = standard
    var origin = Origin.standard
    var by: Respondent?
    switch answering.root?.policy {
    case .declared(let policy)?:
      if let own = written(policy) {
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
