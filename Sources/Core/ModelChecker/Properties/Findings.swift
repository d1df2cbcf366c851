// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

struct Findings {
  let search: Exploration
  private var model: CheckModel { search.model }

  init(_ search: Exploration) { self.search = search }

  /// Returns the results of all ten properties, and measures the time of each.
  ///
  /// `goesOn` is called in the searches for counterexamples and P8, and returns whether to
  /// continue.
  func all(_ times: inout PartTimes, _ goesOn: () -> Bool) -> [CheckFinding] {
    var findings: [CheckFinding] = []
    for property in CheckProperty.allCases {
      findings.append(CheckFinding(property: property, result: result(property, goesOn)))
      times.lap(property.code)
    }
    return findings
  }

  private func result(_ property: CheckProperty, _ goesOn: () -> Bool) -> CheckFinding.Result {
    switch property {
    case .exemptIsSilent:
      return .proved("diagnostic windows are not in the value that a rule set receives")
    case .supportedIsReachable: return reachable()
    case .orderIsFree: return order(goesOn)
    case .isNotVacuous:
      if search.outcomes.contains(.turned) { return .proved(outcomeList) }
      if model.raisesAtOnce { return .notChecked("set-up raises an exception") }
      if model.ids.isEmpty { return .noPage(under: model.stack.rules) }
      if let limit = search.limit, search.possible?.turns != false {
        return .undecided(limit)
      }
      return .missing("no turn and no placing ever turns the page")
    default: break
    }
    if let violation = search.violation(property) {
      return search.replayed(property, violation, goesOn)
    }
    if model.raisesAtOnce { return .notChecked("set-up raises an exception") }
    // A proof by projections is valid even if the search stopped at a bound.
    let asked = PropertySet(property)
    let isExcluded = search.possible.map { $0.violated.isDisjoint(with: asked) } ?? false
    if let limit = search.limit, !isExcluded { return .undecided(limit) }
    let isPart = search.endsEarly || search.limit != nil
    return .proved(isPart ? "in all states, by projections" : "in all states")
  }

  private var outcomeList: String {
    let words = search.outcomes.outcomes.map { $0.rawValue }.sorted()
    // If the search ended early, only the projections determine which further outcomes are
    // possible.
    let when = search.endsEarly ? "outcomes met before the rest was proved" : "outcomes met"
    return "\(when): \(words.joined(separator: ", "))"
  }

  func order(_ goesOn: () -> Bool) -> CheckFinding.Result {
    if model.raisesAtOnce { return .notChecked("set-up raises an exception") }
    return OrderCheck(states: search).run(goesOn)
  }

  /// Returns the result of P3, by comparing the orientations that each page accepts with those in
  /// which the search met it.
  func reachable() -> CheckFinding.Result {
    if model.raisesAtOnce { return .notChecked("set-up raises an exception") }
    var (missing, pages): ([String], MetPages) = ([], search.pages)
    var isOpen = search.limit != nil && search.possible == nil
    for window in model.ids.indices {
      let (possible, accepted) = (search.possible?.pages[window] ?? 0, pages.accepts(window))
      guard pages.contains(window) else {
        if possible != 0, accepted != 0, search.limit != nil { isOpen = true }
        continue
      }
      for orientation in 0..<4 {
        let isNever = PropertyFormula.isNeverReached(
          accepts: accepted >> UInt8(orientation) & 1 == 1,
          isMet: pages.contains(window, in: orientation))
        guard isNever else { continue }
        if possible >> UInt8(orientation) & 1 == 1, search.limit != nil {
          isOpen = true
          continue
        }
        let value = CheckModel.orientation(orientation)
        missing.append("\(model.stack.windows[window].window.name) in \(value.name)")
      }
    }
    // An orientation that was not met may still occur beyond the bound, unless the projections
    // exclude it.
    if let limit = search.limit, isOpen { return .undecided(limit) }
    if missing.isEmpty {
      return .proved(
        model.stack.rules.family == .desktop
          ? "for every window that is ever focused" : "for every window that is ever the page")
    }
    return .missing("never: \(missing.joined(separator: ", "))")
  }
}

/// The result of one property.
public struct CheckFinding: Sendable, Hashable {
  /// The possible results of checking one property.
  public enum Result: Sendable, Hashable {
    /// The property holds; the text is the reason.
    case proved(String)
    /// The property does not hold.
    case violated(Counterexample)
    /// A state or step that the property requires never occurs; the text says which. There is no
    /// counterexample.
    case missing(String)
    /// The property was not checked; the text is the reason.
    case notChecked(String)
    /// A bound was reached before the property was decided.
    case undecided(CheckLimit)

    /// Returns the result of P10 for a stack without windows.
    static func noPage(under rules: any RuleSet) -> Result {
      .notChecked(
        rules.family == .desktop ? "no window is asked" : "there is no page: no window is asked")
    }
  }

  /// The property.
  public var property: CheckProperty
  /// The result of checking the property.
  public var result: Result

  /// Whether the property is violated.
  public var isViolated: Bool {
    switch result {
    case .violated, .missing: true
    case .proved, .notChecked, .undecided: false
    }
  }
}
