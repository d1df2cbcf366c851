// SPDX-License-Identifier: Apache-2.0

/// An answer with its origin, the way it came and the rule that produced it.
struct Resolved {
  var answer: Answer
  var origin: Origin
  var route = Route.end
  var rule: RuleID
  var by: Respondent?

  /// The same answer, seen by a controller that handed the question on.
  func forwarded(through controller: String, rule: RuleID) -> Resolved {
    Resolved(
      answer: answer, origin: .forwarded, route: .through(controller, route), rule: rule, by: by)
  }

  /// The answer that two children give together: any NO is NO, masks are intersected.
  func joined(with other: Resolved) -> Resolved {
    var joined = self
    switch (answer, other.answer) {
    case (.flag(let left), .flag(let right)): joined.answer = .flag(left && right)
    case (.mask(let left), .mask(let right)): joined.answer = .mask(left.intersection(right))
    default: break
    }
    joined.route = Route(route.controllers + other.route.controllers)
    return joined
  }
}

/// The controllers that handed a question on, the first one first.
///
/// What one controller adds is a link before those that were there, which all who hand on share.
indirect enum Route {
  case end
  case through(String, Route)

  init(_ controllers: [String]) {
    self = controllers.reversed().reduce(.end) { .through($1, $0) }
  }

  var controllers: [String] {
    var list: [String] = []
    var rest = self
    while case .through(let controller, let next) = rest {
      list.append(controller)
      rest = next
    }
    return list
  }
}
