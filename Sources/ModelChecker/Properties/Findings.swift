// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Makes one finding of each property out of what an exploration met.
struct Findings {
  let exploration: Exploration
  private var model: CheckModel { exploration.model }

  init(_ exploration: Exploration) { self.exploration = exploration }

  /// All ten; `goesOn` says whether there is still time.
  func all(_ goesOn: () -> Bool) -> [CheckFinding] {
    CheckProperty.allCases.map { CheckFinding(property: $0, result: result($0, goesOn)) }
  }

  private func result(_ property: CheckProperty, _ goesOn: () -> Bool) -> CheckFinding.Result {
    switch property {
    case .exemptIsSilent:
      return .proved("they are not in the value that a rule set receives")
    case .supportedIsReachable: return reachable()
    case .orderIsFree: return order(goesOn)
    case .isNotVacuous:
      if exploration.seen.contains(.turned) { return .proved(outcomeList) }
      if model.raisesAtOnce { return .notChecked("set-up raises an exception") }
      if model.ids.isEmpty { return .noPage }
      if let limit = exploration.limit { return .undecided(limit) }
      return .missing("no turn and no placing ever turns the page")
    default: break
    }
    if let sighting = exploration.sightings[property.rawValue] {
      if let found = exploration.counterexample(property, sighting, goesOn) {
        return .violated(found)
      }
      return .undecided(.unplayable)
    }
    if model.raisesAtOnce { return .notChecked("set-up raises an exception") }
    if let limit = exploration.limit { return .undecided(limit) }
    return .proved("in all states")
  }

  private var outcomeList: String {
    let words = exploration.seen.outcomes.map(\.rawValue).sorted()
    return "outcomes met: \(words.joined(separator: ", "))"
  }

  /// Whether the order of creation matters (P8).
  func order(_ goesOn: () -> Bool) -> CheckFinding.Result {
    if model.raisesAtOnce { return .notChecked("set-up raises an exception") }
    switch OrderCheck(exploration: exploration).run(goesOn) {
    case .differs(let found): return .violated(found)
    case .notChecked(let reason): return .notChecked(reason)
    case .interrupted: return .undecided(.interrupted)
    case .same(let how):
      if let limit = exploration.limit { return .undecided(limit) }
      return .proved(how)
    }
  }

  /// The rule set says what each page accepts; the exploration, where it stood.
  func reachable() -> CheckFinding.Result {
    if model.raisesAtOnce { return .notChecked("set-up raises an exception") }
    var missing: [String] = []
    for (window, index) in exploration.pageStates.sorted(by: { $0.key < $1.key }) {
      var state = exploration.space[index]
      state.key = window
      let scene = model.scene(state)
      for orientation in 0..<4 where !exploration.wasPage(window, in: orientation) {
        let value = CheckModel.orientation(orientation)
        guard model.rules.pageAccepts(value, in: scene, answers: Answers()) == true else {
          continue
        }
        missing.append("\(model.stack.windows[window].window.name) in \(value.name)")
      }
    }
    if missing.isEmpty {
      return exploration.limit.map { .undecided($0) }
        ?? .proved("for every window that is ever the page")
    }
    // What was not found may still come.
    if let limit = exploration.limit { return .undecided(limit) }
    return .missing("never: \(missing.joined(separator: ", "))")
  }
}
