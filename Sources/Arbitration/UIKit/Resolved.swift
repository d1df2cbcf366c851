// SPDX-License-Identifier: Apache-2.0

/// An answer with its origin, the way it came and the rule that produced it.
struct Resolved {
  var answer: Answer
  var origin: Origin
  var via: [String] = []
  var rule: RuleID
  var by: Respondent?

  /// The same answer, seen by a controller that handed the question on.
  func forwarded(through controller: String, rule: RuleID) -> Resolved {
    Resolved(
      answer: answer, origin: .forwarded, via: [controller] + via, rule: rule, by: by)
  }

  /// The answer that two children give together: any NO is NO, masks are intersected.
  func joined(with other: Resolved) -> Resolved {
    var joined = self
    switch (answer, other.answer) {
    case (.flag(let left), .flag(let right)): joined.answer = .flag(left && right)
    case (.mask(let left), .mask(let right)): joined.answer = .mask(left.intersection(right))
    default: break
    }
    joined.via += other.via
    return joined
  }
}
