// SPDX-License-Identifier: Apache-2.0

/// An answer with its origin, the way it came and the rule that produced it.
struct Resolved {
  var answer: Answer
  var origin: Origin
  /// The controllers through which it came, the last one first: so whoever hands on adds at the end.
  var via: [String] = []
  var rule: RuleID
  var by: Respondent?

  init(answer: Answer, origin: Origin, rule: RuleID, by: Respondent? = nil) {
    self.answer = answer
    self.origin = origin
    self.rule = rule
    self.by = by
  }

  /// What a controller has written down for a question; nil if it overrides nothing there.
  init?(_ kind: Question.Kind, writtenBy controller: Controller) {
    guard let policy = controller.declared else { return nil }
    let answer: Answer?
    switch kind {
    case .shouldAutorotate: (answer, rule) = (policy.autorotate.map { .flag($0) }, .b2)
    case .supported:
      // Only the old method written: the mask is made from it (B-10).
      let isOld = policy.supported == nil && policy.autorotate == nil
      let mask = policy.supported ?? (isOld ? policy.legacy : nil)
      (answer, rule) = (mask.map { .mask($0) }, isOld ? .b10 : .b3)
    case .legacy: (answer, rule) = (policy.legacy.map { .mask($0) }, .a2)
    case .preferred: (answer, rule) = (policy.preferred.map { .orientation($0) }, .b14)
    case .appSupported, .orientationLocked: return nil
    }
    guard let answer else { return nil }
    self.answer = answer
    origin = .written
  }

  /// Makes it the answer as a controller sees it that handed the question on.
  mutating func forward(through controller: String, rule: RuleID) {
    origin = .forwarded
    via.append(controller)
    self.rule = rule
  }

  /// Makes it the answer that two children give together: any NO is NO, masks are intersected.
  mutating func join(_ other: Resolved) {
    switch (answer, other.answer) {
    case (.flag(let left), .flag(let right)): answer = .flag(left && right)
    case (.mask(let left), .mask(let right)): answer = .mask(left.intersection(right))
    default: break
    }
    via.insert(contentsOf: other.via, at: 0)
  }
}
