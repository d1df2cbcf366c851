// SPDX-License-Identifier: Apache-2.0

/// An answer with its origin, the way it came and the rule that produced it.
struct Resolved {
  var answer: Answer
  var origin: Origin
  /// The controllers through which it came, the last one first: so whoever hands on adds at the end.
  var via: [String] = []
  var rule: RuleID
  var by: Respondent?

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
