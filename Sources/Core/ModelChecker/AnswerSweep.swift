// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The check of a stack with every combination of the windows' answers.
///
/// Combinations with fewer changed windows are checked first.
struct AnswerSweep {
  let stack: CheckStack
  let bounds: CheckBounds
  /// The windows that answer questions, each with the possible answers other than its own.
  private let windows: [(id: WindowID, answers: [CheckAnswer.Given])]
  /// For each window in `windows`, the index of the previous window that is interchangeable with
  /// it; `nil` if there is none, or if decisions depend on the order of such windows.
  private let alike: [Int?]
  private var best: [CheckProperty: Counterexample] = [:]
  /// For each property, a result that is neither proof nor counterexample: missing, not checked or
  /// undecided.
  private var others: [CheckProperty: CheckFinding.Result] = [:]
  private var seen: OutcomeSet = []
  private var report: CheckReport

  init(_ stack: CheckStack, bounds: CheckBounds, times: PartTimes) throws(CheckLimit) {
    self.stack = stack
    self.bounds = bounds
    let menu = try AnswerMenu(stack)
    windows = stack.windows.map { $0.window }.filter { $0.root != nil && !$0.isFollower }.map {
      window in (window.id, menu.answers.filter { !$0.isOwn(of: window) })
    }
    let model = try CheckModel(stack)
    alike = Self.alike(windows.map { $0.id }, in: model)
    let reductions = model.reductions.filter { $0 != .answersFixed } + [.answersCut]
    let all = Self.combinations(windows.map { $0.answers.count + 1 }, alike)
    report = CheckReport(
      rules: stack.rules.id, windows: stack.windows.count, states: 0, transitions: 0, depth: 0,
      decisions: 0, limit: nil, reductions: reductions, findings: [], outcomes: [],
      combinations: CheckReport.Combinations(done: 0, all: all, changed: nil),
      removes: model.hiddenMatters, times: times)
  }

  mutating func run(_ goesOn: (CheckProgress) -> Bool) throws(CheckLimit) -> CheckReport {
    for count in 0...windows.count {
      try choose(count, from: 0, [], goesOn)
      if report.limit != nil { break }
      report.combinations?.changed = count
    }
    report.times.lap("judging")
    report.outcomes = seen.outcomes
    report.findings = CheckProperty.allCases.map {
      CheckFinding(property: $0, result: result($0))
    }
    return report
  }

  /// Checks every combination of `answers` with changed answers of `count` more windows, from index
  /// `first` of `windows` on.
  private mutating func choose(
    _ count: Int, from first: Int, _ answers: [CheckAnswer], _ goesOn: (CheckProgress) -> Bool
  ) throws(CheckLimit) {
    guard count > 0 else { return try check(answers, goesOn) }
    guard first + count <= windows.count else { return }
    for position in first...(windows.count - count) {
      for (number, given) in windows[position].answers.enumerated() {
        let answer = CheckAnswer(window: windows[position].id, given: given)
        // Symmetry reduction: among interchangeable windows, the indices of the changed answers
        // never increase.
        if let before = alike[position], self.number(before, in: answers) < number { break }
        try choose(count - 1, from: position + 1, answers + [answer], goesOn)
        if report.limit != nil { return }
      }
    }
  }

  /// Returns the index of a window's changed answer among its possible answers; -1 for its own
  /// answer.
  private func number(_ position: Int, in answers: [CheckAnswer]) -> Int {
    guard let given = answers.first(where: { $0.window == windows[position].id }) else { return -1 }
    return windows[position].answers.firstIndex(of: given.given) ?? -1
  }

  private static func alike(_ windows: [WindowID], in model: CheckModel) -> [Int?] {
    let isOrderFree =
      unsafe model.isKeyFree || model.tables.pointee.observations?.isOrderFree == true
    let classes = isOrderFree ? CanonicalForm.classes(of: model) : []
    return windows.indices.map { position in
      let own = classes.first { $0.contains { model.ids[$0] == windows[position] } } ?? []
      return (0..<position).last { before in own.contains { model.ids[$0] == windows[before] } }
    }
  }

  /// Returns the number of combinations of answers after symmetry reduction, or `Int.max` on
  /// overflow.
  private static func combinations(_ choices: [Int], _ alike: [Int?]) -> Int {
    var all = 1
    var places = Array(repeating: 1, count: choices.count)
    for position in choices.indices {
      if let before = alike[position] { places[position] = places[before] + 1 }
      // The k-th of interchangeable windows with n answers each: C(n + k - 1, k), the number of
      // combinations with repetition, is the previous number times (n + k - 1) / k.
      let (product, overflow) = all.multipliedReportingOverflow(
        by: choices[position] + places[position] - 1)
      if overflow { return .max }
      all = product / places[position]
    }
    return all
  }

  private mutating func check(
    _ answers: [CheckAnswer], _ goesOn: (CheckProgress) -> Bool
  ) throws(CheckLimit) {
    // `Exploration` checks no bound if the set-up raises an exception.
    guard report.states < bounds.states else { return report.limit = .states(bounds.states) }
    guard
      goesOn(
        CheckProgress(
          states: report.states, expanded: report.states, depth: report.depth, bytes: 0))
    else { return report.limit = .interrupted }
    let model = try CheckModel(stack.answering(answers))
    let before = report
    func tell(_ progress: CheckProgress) -> Bool {
      var progress = progress
      progress.states += before.states
      progress.expanded += before.states
      return goesOn(progress)
    }
    report.times.lap("model")
    let outcome = Check.search(
      model, CheckBounds(states: bounds.states - before.states, memory: bounds.memory),
      reduces: true, &report.times, tell)
    for reduction in outcome.reductions
    where reduction != .answersFixed && !report.reductions.contains(reduction) {
      report.reductions.append(reduction)
    }
    report.states += outcome.progress.states
    report.transitions += outcome.transitions
    report.depth = max(report.depth, outcome.progress.depth)
    report.decisions += model.decisions
    if case .states? = outcome.limit {
      report.limit = .states(bounds.states)
    } else {
      report.limit = outcome.limit
    }
    if report.limit == nil { report.combinations?.done += 1 }
    seen.formUnion(outcome.outcomes)
    for property in CheckProperty.allCases {
      guard let violation = outcome.violations[property] else { continue }
      if let known = best[property], known.events.count <= violation.path.count { continue }
      if let found = outcome.counterexample(
        property, violation, { tell(outcome.progress) })
      {
        keep(found, for: property, answers)
      } else {
        // The arbiter cannot replay the violating path, so the search is repeated with exact
        // histories of key windows.
        switch outcome.lookedAtExactly(property, { tell(outcome.progress) }) {
        case .violated(let found): keep(found, for: property, answers)
        case .proved: break
        case let open: others[property] = open
        }
      }
    }
    let findings = Findings(outcome)
    if others[.supportedIsReachable] == nil, case .missing(let text) = findings.reachable() {
      others[.supportedIsReachable] = .missing(
        answers.isEmpty ? text : "\(text); the answers are: \(words(answers))")
    }
    report.times.lap("judging")
    defer { report.times.lap("P8") }
    guard best[.orderIsFree] == nil, report.limit == nil else { return }
    switch findings.order({ tell(outcome.progress) }) {
    case .violated(let found): keep(found, for: .orderIsFree, answers)
    case .notChecked(let reason): others[.orderIsFree] = .notChecked(reason)
    case .undecided(let limit): report.limit = limit
    case .proved, .missing: break
    }
  }

  private mutating func keep(
    _ found: Counterexample, for property: CheckProperty, _ answers: [CheckAnswer]
  ) {
    if let known = best[property], known.events.count <= found.events.count { return }
    best[property] = found
    best[property]?.answers = answers
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
    if let found = best[property] { return .violated(found) }
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

/// The possible answers of windows under a stack's rule set, one list for all windows; of equivalent
/// answers one is listed.
private struct AnswerMenu {
  let answers: [CheckAnswer.Given]

  /// Lists the answers; masks leave out the orientations about which the rule set does not ask.
  init(_ stack: CheckStack) throws(CheckLimit) {
    let reads = stack.rules.reads(in: stack.scene)
    guard reads.requests.isEmpty else {
      answers = reads.requests.map { .request($0) }
      return
    }
    guard !reads.questions.isEmpty else {
      throw .vocabulary("asks windows for other answers than turning and masks")
    }
    let parts = reads.orientations.orientations
    let masks = (0..<(1 << parts.count)).map { number in
      parts.indices.reduce(into: OrientationMask()) { mask, index in
        if number >> index & 1 == 1 { mask.formUnion(parts[index].mask) }
      }
    }
    if reads.questions == [.legacy] {
      answers = masks.map { .policy(DeclaredPolicy(legacy: $0)) }
    } else if reads.questions == [.supported] {
      answers = masks.map { .policy(DeclaredPolicy(supported: $0)) }
    } else {
      answers = [false, true].flatMap { turns in
        masks.map { .policy(DeclaredPolicy(autorotate: turns, supported: $0)) }
      }
    }
  }
}
