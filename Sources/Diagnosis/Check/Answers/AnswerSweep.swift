// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Checks a stack with every combination of answers, one after the other.
struct AnswerSweep {
  let stack: CheckStack
  let bounds: CheckBounds
  private let menu: AnswerMenu
  /// The windows that answer at all.
  private let windows: [Int]
  private var best: [CheckProperty: Counterexample] = [:]
  private var seen: OutcomeSet = []
  private var report: CheckReport

  init(_ stack: CheckStack, bounds: CheckBounds) throws(CheckLimit) {
    self.stack = stack
    self.bounds = bounds
    menu = try AnswerMenu(stack)
    windows = stack.windows.indices.filter {
      stack.windows[$0].window.root != nil && !stack.windows[$0].window.isFollower
    }
    let model = try CheckModel(stack)
    let reductions = model.reductions.filter { $0 != .answersFixed } + [.answersCut]
    report = CheckReport(
      rules: stack.rules.id, windows: stack.windows.count, states: 0, transitions: 0, depth: 0,
      decisions: 0, limit: nil, reductions: reductions, findings: [], outcomes: [],
      removes: model.hiddenMatters, searchTime: .zero)
  }

  /// Goes through all combinations, or as many as the bounds allow.
  mutating func run(_ goesOn: (CheckProgress) -> Bool) throws(CheckLimit) -> CheckReport {
    var choice = Array(repeating: 0, count: windows.count)
    let clock = ContinuousClock()
    let start = clock.now
    sweep: while true {
      try check(choice, goesOn)
      if report.limit != nil { break }
      var position = 0
      while position < choice.count {
        choice[position] += 1
        if choice[position] < menu.policies.count { continue sweep }
        choice[position] = 0
        position += 1
      }
      break
    }
    report.searchTime = clock.now - start
    report.outcomes = seen.outcomes
    report.findings = CheckProperty.allCases.map {
      CheckFinding(property: $0, result: result($0))
    }
    return report
  }

  private mutating func check(
    _ choice: [Int], _ goesOn: (CheckProgress) -> Bool
  ) throws(CheckLimit) {
    var changed = stack
    var answers: [CheckAnswer] = []
    for (window, number) in zip(windows, choice) {
      let id = stack.windows[window].window.id
      let name = stack.windows[window].window.root?.id ?? ""
      let policy = menu.policies[number]
      let root = Controller(id: name, policy: .declared(policy))
      changed.windows[window].window.root = root
      if let index = changed.scene.index(of: id) { changed.scene.windows[index].root = root }
      answers.append(CheckAnswer(window: id, policy: policy))
    }
    let exploration = Exploration(try CheckModel(changed), bounds: bounds)
    let before = report
    exploration.run(CheckBounds(states: bounds.states - before.states, memory: bounds.memory)) {
      var progress = $0
      progress.states += before.states
      progress.expanded += before.states
      return goesOn(progress)
    }
    report.states += exploration.space.count
    report.transitions += exploration.transitions
    report.depth = max(report.depth, exploration.depth)
    report.decisions += exploration.model.decisions
    if case .states? = exploration.limit {
      report.limit = .states(bounds.states)
    } else {
      report.limit = exploration.limit
    }
    seen.formUnion(exploration.seen)
    for (number, sighting) in exploration.sightings {
      guard let property = CheckProperty(rawValue: number) else { continue }
      // A longer way than the one known is not worth playing.
      if let known = best[property],
        known.events.count <= exploration.path(to: sighting).count
      {
        continue
      }
      guard var found = exploration.counterexample(property, sighting) else { continue }
      if let known = best[property], known.events.count <= found.events.count { continue }
      found.answers = answers
      best[property] = found
    }
  }

  private func result(_ property: CheckProperty) -> CheckFinding.Result {
    switch property {
    case .exemptIsSilent:
      return .proved("they are not in the value that a rule set receives")
    case .supportedIsReachable, .orderIsFree:
      return .notChecked("looked at only with answers as given")
    case .isNotVacuous where seen.contains(.turned):
      return .proved(
        "outcomes met: \(seen.outcomes.map(\.rawValue).sorted().joined(separator: ", "))")
    default: break
    }
    if let found = best[property] { return .violated(found) }
    if let limit = report.limit { return .undecided(limit) }
    if property == .isNotVacuous { return .missing("no answers ever let the page turn") }
    return .proved("in all states with all answers")
  }
}
