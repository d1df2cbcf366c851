// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The check of a stack with every combination of the windows' answers.
///
/// A projection that allows the decisions of all rows of a cover (`AnswerCover`) proves what no combination
/// violates. For the rest the given answers are checked near the start, then the rows, then all combinations,
/// those with fewer changed windows first, until every property is proved or violated; without `reduces`, to
/// the end.
struct AnswerSweep {
  /// The maximum number of rows; there are as many with about twenty windows.
  private static let mostRows = 400
  /// The maximum number of states of a row.
  private static let mostStates = 20_000

  let stack: CheckStack
  let bounds: CheckBounds
  let reduces: Bool
  private let cover: AnswerCover
  private var best: [CheckProperty: Counterexample] = [:]
  /// For each property, a result that is neither proof nor counterexample: missing, not checked or
  /// undecided.
  private var others: [CheckProperty: CheckFinding.Result] = [:]
  private var seen: OutcomeSet = []
  /// The findings that the cover leaves possible; `nil` if the cover proves nothing.
  private var possible: PossibleFindings?
  /// The properties that hold with any answers, proved without the cover's projection.
  private var proved: Set<CheckProperty> = [.exemptIsSilent]
  /// The combinations that are still to be checked since fewer changed answers violate a property, too.
  private var pending: [[CheckAnswer]] = []
  /// Whether all combinations were checked.
  private var isComplete = false
  private var report: CheckReport

  init(
    _ stack: CheckStack, bounds: CheckBounds, reduces: Bool, times: PartTimes
  ) throws(CheckLimit) {
    (self.stack, self.bounds, self.reduces) = (stack, bounds, reduces)
    cover = AnswerCover(stack)
    let model = try CheckModel(stack)
    var all = 1
    for window in cover.windows {
      let choices = cover.menu.answers.count { !$0.isOwn(of: window) } + 1
      let (product, overflow) = all.multipliedReportingOverflow(by: choices)
      all = overflow ? .max : product
    }
    report = CheckReport(
      rules: stack.rules.id, windows: stack.windows.count, states: 0, transitions: 0, depth: 0,
      decisions: 0, limit: nil,
      reductions: model.reductions.filter { $0 != .answersFixed } + [.answersCut], findings: [],
      outcomes: [], combinations: CheckReport.Combinations(done: 0, all: all, changed: nil),
      removes: model.hiddenMatters, times: times)
  }

  mutating func run(_ goesOn: (CheckProgress) -> Bool) throws(CheckLimit) -> CheckReport {
    if reduces {
      try check([], nil, isNear: true, goesOn)
      try checkCover(goesOn)
    }
    if !isOver {
      // All combinations are checked now, and counted anew.
      report.combinations?.done = 0
      try check([], nil, goesOn)
      report.combinations?.changed = 0
    }
    for count in 1...max(1, cover.windows.count) where !isOver {
      try choose(count, from: 0, [], goesOn)
      if !isOver { report.combinations?.changed = count }
    }
    isComplete = !isOver
    report.times.lap("judging")
    report.outcomes = seen.outcomes
    report.findings = CheckProperty.allCases.map {
      CheckFinding(property: $0, result: result($0))
    }
    return report
  }

  /// Proves properties by the cover, and checks the rows until everything is decided.
  private mutating func checkCover(_ goesOn: (CheckProgress) -> Bool) throws(CheckLimit) {
    var harmless: [CheckAnswer] = []
    for change in cover.changes where mayGoOn(goesOn) {
      let raises = cover.contexts(of: change).allSatisfy {
        Replayer(stack.answering($0)).raised
      }
      if !raises { harmless.append(change) }
      // One change after which the set-up alone violates P9 is enough.
      if raises, best[.neverTraps]?.events.isEmpty != true { try check([change], nil, goesOn) }
    }
    let order = cover.order(harmless)
    if order * order > Self.mostRows { return }
    let differing = cover.differingRows(of: harmless)
    let rows = cover.rows(of: harmless) + differing
    report.times.lap("model")
    var models: [CheckModel] = []
    for row in rows where mayGoOn(goesOn) {
      guard let model = try cover.model(of: row, like: models.first) else { return }
      models.append(model)
    }
    if report.limit != nil { return }
    possible = PossibleFindings.of(models)?.findings
    if possible != nil { report.reductions.append(.answersCovered) }
    report.times.lap("cover")
    // If one decision depends on the order of two windows, so does one in which the two answer differently.
    let isOrderFree =
      best[.orderIsFree] == nil && others[.orderIsFree] == nil
      && models.suffix(differing.count).allSatisfy { model in
        OrderCheck(states: Exploration(model, bounds: bounds)).isProved { mayGoOn(goesOn) }
      }
    if isOrderFree, report.limit == nil { proved.insert(.orderIsFree) }
    report.times.lap("P8")
    if others[.supportedIsReachable] == nil {
      if let answers = try cover.unreached() {
        if !answers.isEmpty { try check(answers, nil, atMost: Self.mostStates, goesOn) }
      } else {
        proved.insert(.supportedIsReachable)
      }
    }
    report.times.lap("P3")
    // P2 is more likely to be violated where decisions read hidden windows.
    let first = models.indices.filter { models[$0].hiddenMatters && models[$0].forwarding == 0 }
    for number in first + Set(models.indices).subtracting(first).sorted() where !isOver {
      try check(rows[number], models[number], atMost: Self.mostStates, goesOn)
    }
    while let answers = pending.popLast(), report.limit == nil {
      try check(answers, nil, atMost: Self.mostStates, goesOn)
    }
  }

  /// Returns whether no limit was reached, and records the limit otherwise.
  private mutating func mayGoOn(_ goesOn: (CheckProgress) -> Bool) -> Bool {
    // `Exploration` checks no bound if the set-up raises an exception.
    if report.states >= bounds.states { report.limit = .states(bounds.states) }
    let progress = CheckProgress(
      states: report.states, expanded: report.states, depth: report.depth, bytes: 0)
    if report.limit == nil, !goesOn(progress) { report.limit = .interrupted }
    return report.limit == nil
  }

  /// Returns whether a property is proved for all combinations, whatever was searched.
  private func isProved(_ property: CheckProperty) -> Bool {
    if proved.contains(property) { return true }
    let asked = PropertySet.searched.intersection(PropertySet(property))
    return possible.map { !asked.subtracting($0.violated).isEmpty } ?? false
  }

  /// Whether a limit was reached, or each property is decided.
  private var isOver: Bool {
    report.limit != nil || possible != nil && !CheckProperty.allCases.contains { isOpen($0) }
  }

  private func isOpen(_ property: CheckProperty) -> Bool {
    if property == .isNotVacuous { return !seen.contains(.turned) && possible?.turns != false }
    return best[property] == nil && others[property] == nil && !isProved(property)
  }

  /// Returns the properties that a check of a combination may decide, or violate with these answers again.
  private func sought(_ answers: [CheckAnswer]) -> PropertySet {
    guard possible != nil else { return .all }
    return CheckProperty.allCases.reduce(into: []) { sought, property in
      if isOpen(property) || best[property]?.answers == answers {
        sought.formUnion(PropertySet(property))
      }
    }
  }

  /// Checks every combination of `answers` with changed answers of `count` more windows, from index
  /// `first` of the cover's windows on.
  private mutating func choose(
    _ count: Int, from first: Int, _ answers: [CheckAnswer], _ goesOn: (CheckProgress) -> Bool
  ) throws(CheckLimit) {
    guard count > 0 else { return try check(answers, nil, goesOn) }
    guard first + count <= cover.windows.count else { return }
    for position in first...(cover.windows.count - count) {
      let window = cover.windows[position]
      for given in cover.menu.answers where !given.isOwn(of: window) {
        let answer = CheckAnswer(window: window.id, given: given)
        try choose(count - 1, from: position + 1, answers + [answer], goesOn)
        if isOver { return }
      }
    }
  }

  /// Checks a combination, with its model if there is one; a search that reaches `states` keeps its
  /// violations.
  ///
  /// With `isNear`, only violations near the start are searched for.
  private mutating func check(
    _ answers: [CheckAnswer], _ known: CheckModel?, atMost states: Int = .max, isNear: Bool = false,
    _ goesOn: (CheckProgress) -> Bool
  ) throws(CheckLimit) {
    guard mayGoOn(goesOn) else { return }
    let model: CheckModel
    if let known { model = known } else { model = try CheckModel(stack.answering(answers)) }
    let before = report
    func tell(_ progress: CheckProgress) -> Bool {
      var progress = progress
      progress.states += before.states
      progress.expanded += before.states
      return goesOn(progress)
    }
    report.times.lap("model")
    let seeks = sought(answers)
    // The results about P3, P8 and P10 use this combination's own projections.
    let known = seeks.isSubset(of: .searched) ? possible : nil
    let search = Check.search(
      model,
      CheckBounds(states: min(states, bounds.states - before.states), memory: bounds.memory),
      reduces: true, seeks: seeks, known: known, isNear: isNear, &report.times, tell)
    for reduction in search.reductions
    where reduction != .answersFixed && !report.reductions.contains(reduction) {
      report.reductions.append(reduction)
    }
    report.states += search.progress.states
    report.transitions += search.transitions
    report.depth = max(report.depth, search.progress.depth)
    report.decisions += model.decisions
    let isPart = search.limit == .states(states)
    if case .states? = search.limit {
      if !isPart { report.limit = .states(bounds.states) }
    } else {
      report.limit = search.limit
    }
    if search.limit == nil, !isNear || search.meetsPossible { report.combinations?.done += 1 }
    seen.formUnion(search.outcomes)
    for property in CheckProperty.allCases {
      guard let violation = search.violation(property) else { continue }
      if let known = best[property], known.events.count <= violation.path.count {
        if known.answers == answers { best[property]?.isShortest = true }
        continue
      }
      switch search.replayed(property, violation, { tell(search.progress) }) {
      case .violated(let found): keep(found, for: property, answers)
      case .proved: break
      case let open: others[property] = open
      }
    }
    let findings = Findings(search)
    if isOpen(.supportedIsReachable), case .missing(let text) = findings.reachable() {
      others[.supportedIsReachable] = .missing(
        answers.isEmpty ? text : "\(text); the answers are: \(words(answers))")
    }
    report.times.lap("judging")
    defer { report.times.lap("P8") }
    // After an exception in the set-up nothing turns.
    guard best[.orderIsFree] == nil, !proved.contains(.orderIsFree), search.limit == nil,
      !model.raisesAtOnce
    else { return }
    switch findings.order({ tell(search.progress) }) {
    case .violated(let found): keep(found, for: .orderIsFree, answers)
    case .notChecked(let reason): others[.orderIsFree] = .notChecked(reason)
    case .undecided(.interrupted): report.limit = .interrupted
    case .undecided(let limit): others[.orderIsFree] = .undecided(limit)
    case .proved, .missing: break
    }
  }

  /// Keeps a counterexample that is shorter than the one so far, without changed answers that the violation
  /// does not require.
  private mutating func keep(
    _ found: Counterexample, for property: CheckProperty, _ answers: [CheckAnswer]
  ) {
    if let known = best[property], known.events.count <= found.events.count {
      if known.answers == answers, found.isShortest { best[property]?.isShortest = true }
      return
    }
    var (needed, list) = (answers, found)
    for answer in answers where answers.count > 1 {
      let fewer = needed.filter { $0 != answer }
      let stack = stack.answering(fewer)
      let events = found.events.map { $0.adding(from: stack) }
      var replayer = Replayer(stack)
      for event in events { replayer.play(event) }
      // An exception before the last event ends the app.
      let isPlayed = !replayer.verdicts.dropLast().contains { $0.error?.isException == true }
      if isPlayed, property.isBroken(by: replayer.verdicts, rules: stack.rules) == true {
        (needed, list.events) = (fewer, events)
      }
    }
    best[property] = list
    best[property]?.answers = needed
    guard needed != answers else { return }
    best[property]?.isShortest = false
    pending.append(needed)
  }

  private func words(_ answers: [CheckAnswer]) -> String {
    let parts = answers.map { answer in
      let name = stack.windows.first { $0.window.id == answer.window }?.window.name ?? "?"
      return "\(name) \(answer.given.words)"
    }
    return parts.joined(separator: ", ")
  }

  private func result(_ property: CheckProperty) -> CheckFinding.Result {
    switch property {
    case .exemptIsSilent:
      return .proved("diagnostic windows are not in the value that a rule set receives")
    case .isNotVacuous where seen.contains(.turned):
      return .proved(
        "outcomes met: \(seen.outcomes.map { $0.rawValue }.sorted().joined(separator: ", "))")
    default: break
    }
    if var found = best[property] {
      // Other combinations may have a shorter list, unless this one is empty; P8 is searched once.
      let isCompared = isComplete && property != .orderIsFree
      if found.isShortest, !isCompared, !found.events.isEmpty {
        (found.isShortest, found.isShortestForAnswers) = (false, true)
      }
      return .violated(found)
    }
    if isProved(property) { return .proved("in all states with all answers, by projections") }
    if let other = others[property] { return other }
    if property == .isNotVacuous, stack.windows.isEmpty { return .noPage(under: stack.rules) }
    if let limit = report.limit { return .undecided(limit) }
    if property == .isNotVacuous {
      return .missing(
        stack.rules.family == .desktop
          ? "no answers ever let the output turn" : "no answers ever let the page turn")
    }
    return .proved("in all states with all answers")
  }
}
