// SPDX-License-Identifier: Apache-2.0

/// An answer with its origin, the controllers that forwarded it and the rule that produced it.
struct Resolved {
  var answer: Answer
  var origin: Origin
  /// The controllers that forwarded the answer, the last one first, so each appends itself.
  var via: [String] = []
  var rule: RuleID
  var by: Respondent?

  /// Returns the written answer of a controller to a question; nil if it overrides nothing there.
  static func written(_ kind: Question.Kind, by controller: Controller) -> Resolved? {
    guard let policy = controller.declared else { return nil }
    switch kind {
    case .shouldAutorotate:
      return policy.autorotate.map { Resolved(answer: .flag($0), origin: .written, rule: .b2) }
    case .supported:
      if let mask = policy.supported {
        return Resolved(answer: .mask(mask), origin: .written, rule: .b3)
      }
      // If only the old method is written, the mask is made from it (B-10).
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

  /// Makes this the answer of a controller that forwarded the question.
  mutating func forward(through controller: String, rule: RuleID) {
    origin = .forwarded
    via.append(controller)
    self.rule = rule
  }

  /// Makes this the common answer of two children: any NO is NO, masks are intersected.
  mutating func join(_ other: Resolved) {
    switch (answer, other.answer) {
    case (.flag(let left), .flag(let right)): answer = .flag(left && right)
    case (.mask(let left), .mask(let right)): answer = .mask(left.intersection(right))
    default: break
    }
    via.insert(contentsOf: other.via, at: 0)
  }
}
