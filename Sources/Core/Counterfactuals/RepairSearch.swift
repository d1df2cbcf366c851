// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The search for all minimal repairs of a decision, with a memo table of assignments.
///
/// A rule set that is `RepairSearchable` is searched by `CutsetSearch`. For other rule sets, or if
/// `CutsetSearch` exceeds its budget, the search uses the duality of repairs and conflicts, up to a
/// bound.
struct RepairSearch {
  let counterfactual: Counterfactual
  let parties: [BlameParty]
  /// Whether every window whose answer can matter is a party; false if `BlameParty.mostWindows` is
  /// exceeded.
  let isWhole: Bool
  /// Whether the consent or the removal of a window never prevents a goal.
  ///
  /// If so, a few uniform assignments show whether changes of some parties can reach a goal.
  private let isMonotone: Bool
  /// Of the parties that are not windows (app, delegate, device, lock), those whose change can
  /// affect the decision.
  let settings: PartySet
  private(set) var limit: Int
  private(set) var evaluations = 0
  /// The number of contributions of single windows that `CutsetSearch` computed.
  private(set) var contributions = 0
  private(set) var goals: [BlameGoal] = []
  /// The result of `CutsetSearch`; `nil` if that search was impossible or reached a bound.
  private(set) var found: [CutsetSearch.Found]?

  private let target: InterfaceOrientation?
  private let seesReverse: Bool
  private var known: [Assignment: Reached] = [:]

  private struct Reached {
    var agreement = false
    var turn = false
    /// The result of the decision; `nil` if the assignment reaches no goal.
    var ending: CounterfactualResult?

    subscript(goal: BlameGoal) -> Bool {
      switch goal {
      case .agreement: agreement
      case .turn: turn
      }
    }
  }

  init(_ counterfactual: Counterfactual, limit: Int) {
    self.counterfactual = counterfactual
    self.limit = max(1, limit)
    target = counterfactual.requested
    seesReverse = counterfactual.verdict.conflicts.contains { $0.kind == .reverseSplit }
    let isDecided = !Self.isExempt(counterfactual.verdict)
    let all = isDecided ? BlameParty.all(in: counterfactual) : ([], true)
    parties = all.0
    isWhole = all.1
    settings = all.0.indices.reduce(into: PartySet()) { settings, party in
      if all.0[party].kind == .setting { settings = settings.inserting(party) }
    }
    let start = counterfactual.start()
    isMonotone =
      counterfactual.rules.searchable.map { rules in
        // With an unknown aggregation, or if windows ask others, the consent of one window can
        // change another's answer.
        rules.aggregation(in: start) != .unknown
          && start.windows.allSatisfy { rules.asked(by: $0, in: start).isEmpty }
      } ?? false
    guard isDecided, !parties.isEmpty, let reached = reached(Assignment()) else { return }
    goals = BlameGoal.allCases.filter { goal in
      !reached[goal] && (goal != .turn || target != nil)
    }
  }

  /// Runs the exact search with a budget of its own, if any goal was not reached; `found` stays
  /// `nil` if the rule set does not allow the search or a bound is reached.
  mutating func findExactly() {
    guard !goals.isEmpty else { return }
    let usual = limit
    limit = max(limit, CutsetSearch.mostEvaluations)
    defer { limit = evaluations + usual }
    guard let search = CutsetSearch(&self) else { return }
    found = search.found
    contributions = search.contributions
  }

  var everybody: PartySet { PartySet(upTo: parties.count) }

  /// Returns whether the event is one of a diagnostic window, which causes no decision.
  private static func isExempt(_ verdict: Verdict) -> Bool {
    switch verdict.event {
    case .addExempt: true
    case .window(let id, _): verdict.exempt.contains { $0.id == id }
    default: false
    }
  }

  func interventions(_ assignment: Assignment) -> [Intervention] {
    assignment.parties.members.compactMap { intervention($0, assignment[$0]) }
  }

  func intervention(_ party: Int, _ choice: UInt8) -> Intervention? {
    choice == 0
      ? nil : Intervention(parties[party].subject, parties[party].overrides[Int(choice) - 1])
  }

  /// Returns whether the goal `agreement` requires a window that is not the page to have the status
  /// bar's orientation: a shown voter, if the verdict has the conflict `reverseSplit`.
  func sees(_ window: Window, in scene: Scene) -> Bool {
    seesReverse && !window.isHidden && counterfactual.rules.isVoter(window, in: scene)
  }

  mutating func reaches(_ goal: BlameGoal, _ assignment: Assignment) -> Bool? {
    reached(assignment)?[goal]
  }

  /// Returns the result of an assignment that reaches a goal; nil if it does not, or if the search
  /// budget is exhausted.
  mutating func ending(_ goal: BlameGoal, _ assignment: Assignment) -> CounterfactualResult? {
    guard let reached = reached(assignment), reached[goal] else { return nil }
    return reached.ending
  }

  func reaches(_ goal: BlameGoal, _ standing: OrientationSummary) -> Bool {
    switch goal {
    case .agreement: standing.agrees
    case .turn: target.map { $0 == standing.page ?? standing.bar } ?? false
    }
  }

  /// Returns the goals that an assignment reaches, or `nil` if the search budget is exhausted.
  private mutating func reached(_ assignment: Assignment) -> Reached? {
    if let reached = known[assignment] { return reached }
    guard evaluations < limit else { return nil }
    evaluations += 1
    var reached = Reached()
    if let ending = counterfactual.ending(interventions(assignment)), ending.error == nil {
      reached = Reached(agreement: reaches(.agreement, ending), turn: reaches(.turn, ending))
      if reached.agreement || reached.turn { reached.ending = ending }
    }
    known[assignment] = reached
    return reached
  }

  /// Returns whether the result of a decision, which must be without error, reaches a goal.
  func reaches(_ goal: BlameGoal, _ ending: CounterfactualResult) -> Bool {
    // Outside the scope `window`, the status bar alone shows the result.
    let isDisplay = counterfactual.rules.scope != .window
    let standing =
      isDisplay
      ? OrientationSummary(bar: ending.scene.statusBar.orientation)
      : OrientationSummary(ending.scene, counterfactual.rules, seesOthers: seesReverse)
    return reaches(goal, standing)
  }
}

extension RepairSearch {
  /// The largest number of parties for which every combination of changed answers is listed as a
  /// repair of its own.
  static let mostInEveryWay = 2

  mutating func finding(_ goal: BlameGoal) -> BlameFinding {
    var sets: [PartySet]
    var searchedTo: Int?
    let found = found?.first { $0.goal == goal }
    if let found {
      sets = found.sets
    } else {
      (sets, searchedTo) = byDuality(goal)
    }
    if !isWhole, searchedTo == nil { searchedTo = 0 }
    sets.sort {
      ($0.count, $0.bits.trailingZeroBitCount, $0.bits)
        < ($1.count, $1.bits.trailingZeroBitCount, $1.bits)
    }
    let repairs = sets.flatMap { self.repairs($0, goal, found?.witnesses[$0]) }
    let conflicts =
      sets.isEmpty ? [] : PartySet.minimalHitting(sets, most: Self.mostSets) ?? []
    return BlameFinding(
      goal: goal, repairable: sets.map { subjects($0) },
      repairs: repairs.enumerated().sorted { left, right in
        (rank(left.element), left.offset) < (rank(right.element), right.offset)
      }.map { $0.element },
      conflicts: conflicts.map { subjects($0) }, searchedTo: searchedTo)
  }

  private func subjects(_ set: PartySet) -> [Intervention.Subject] {
    set.members.map { parties[$0].subject }.sorted()
  }

  private mutating func repairs(
    _ set: PartySet, _ goal: BlameGoal, _ witness: Assignment?
  ) -> [Repair] {
    let ways =
      set.count <= Self.mostInEveryWay
      ? assignments(set)
      : alike(set, others: [.follows, .refuses, .leaves, .agrees], everybodyChanges: true)
    let enough = ways.filter { reaches(goal, $0) == true }
    // If none of these assignments is a repair, the one that the exact search found is listed.
    let shown = enough.isEmpty ? witness.map { [$0] } ?? [] : enough
    return shown.compactMap { assignment in
      ending(goal, assignment).map { repair(interventions(assignment), $0) }
    }
  }

  private func repair(_ changes: [Intervention], _ ending: CounterfactualResult) -> Repair {
    let applicability = changes.map { self.applicability($0) }
      .max { rank($0) < rank($1) }
    return Repair(
      changes: changes.sorted { $0.subject < $1.subject }, outcome: ending.outcome,
      page: ending.page?.orientation, statusBar: ending.scene.statusBar.orientation,
      applicability: applicability ?? .safe)
  }

  private func applicability(_ change: Intervention) -> Repair.Applicability {
    guard case .party(.window(let id)) = change.subject else {
      return change.subject == .party(.device) ? .needsAuthor : .changesIntent
    }
    switch change.override {
    case .leaves: return .needsAuthor
    case .follows, .refuses: return hasWritten(id) ? .changesIntent : .safe
    case .agrees, .supports, .standard, .shows: return .changesIntent
    }
  }

  private func hasWritten(_ id: WindowID) -> Bool {
    counterfactual.verdict.asked.contains { $0.window == id && $0.origin != .standard }
  }

  // Repairs with fewer changes rank first; of equally many changes, those rank first that fewer
  // people must agree to: safe, changes intent, needs author.
  private func rank(_ repair: Repair) -> Int {
    repair.changes.count * 4 + rank(repair.applicability)
  }

  private func rank(_ applicability: Repair.Applicability) -> Int {
    Repair.Applicability.allCases.firstIndex(of: applicability) ?? 0
  }
}

/// The bounded search: minimal repairs by their duality with minimal conflicts.
///
/// A repair has to intersect every conflict, and a conflict every repair. So the next candidate is
/// the complement of a minimal hitting set of the repairs found so far (Liffiton and Sakallah,
/// 2008; MARCO, Liffiton and others, 2016). A few uniform assignments show whether changes of a set
/// of parties suffice. The result is complete if the consent or removal of a window never prevents
/// a goal. Otherwise, only repairs with a single change are certain to be found, and the finding
/// states that limit.
extension RepairSearch {
  /// The maximum number of conflicts that are computed from the repairs.
  static let mostSets = 256

  /// Returns the minimal sets of parties that can reach a goal, as far as the bounded search finds
  /// them.
  ///
  /// `searchedTo` is the number of changes up to which no set is missing; `nil` if none of any size
  /// is.
  mutating func byDuality(_ goal: BlameGoal) -> (sets: [PartySet], searchedTo: Int?) {
    guard var found = singles(goal) else { return ([], 0) }
    var refuted: [PartySet] = []
    search: while true {
      guard let hitting = PartySet.minimalHitting(found, most: Self.mostSets) else {
        return (found, 1)
      }
      for conflict in hitting {
        let rest = everybody.subtracting(conflict)
        if refuted.contains(where: { $0.contains(rest) }) { continue }
        guard let isEnough = suffices(rest, goal) else { return (found, 1) }
        guard isEnough else {
          refuted.append(rest)
          continue
        }
        guard let minimal = shrunk(rest, goal) else { return (found, 1) }
        found.append(minimal)
        continue search
      }
      return (found, isMonotone ? nil : 1)
    }
  }

  private mutating func singles(_ goal: BlameGoal) -> [PartySet]? {
    var found: [PartySet] = []
    for (index, party) in parties.enumerated() {
      var isEnough = false
      for choice in party.overrides.indices {
        var assignment = Assignment()
        assignment[index] = UInt8(choice + 1)
        guard let reaches = reaches(goal, assignment) else { return nil }
        isEnough = isEnough || reaches
      }
      if isEnough { found.append(PartySet(index)) }
    }
    return found
  }

  /// Returns a minimal subset whose changes still reach the goal; nil if the budget is exhausted.
  private mutating func shrunk(_ set: PartySet, _ goal: BlameGoal) -> PartySet? {
    var kept = set
    for member in set.members {
      let smaller = kept.removing(member)
      guard let isEnough = suffices(smaller, goal) else { return nil }
      if isEnough { kept = smaller }
    }
    return kept
  }

  /// Returns whether an assignment that changes only these parties, all of a kind alike, reaches a
  /// goal; nil if the budget is exhausted.
  private mutating func suffices(_ set: PartySet, _ goal: BlameGoal) -> Bool? {
    for assignment in alike(set, others: [.leaves, .agrees]) {
      guard let reaches = reaches(goal, assignment) else { return nil }
      if reaches { return true }
    }
    return false
  }

  /// Returns the uniform assignments, in which all parties of a kind get the same changed answer.
  ///
  /// The page's window, other windows and settings are the kinds; `others` are the answers for
  /// other windows. Unless `everybodyChanges`, a kind may also keep the recorded answers.
  func alike(
    _ set: PartySet, others: [Intervention.Override], everybodyChanges: Bool = false
  ) -> [Assignment] {
    func choices(_ kind: BlameParty.Kind, _ overrides: [Intervention.Override]) -> [Intervention
      .Override?]
    {
      let isThere = parties.indices.contains { set.contains($0) && parties[$0].kind == kind }
      guard isThere else { return [nil] }
      return overrides.map { $0 } + (everybodyChanges ? [] : [nil])
    }
    var found: [Assignment] = []
    for page in choices(.page, [.agrees, .refuses]) {
      for other in choices(.window, others) {
        for setting in choices(.setting, [.agrees]) {
          var assignment = Assignment()
          for index in parties.indices where set.contains(index) {
            let party = parties[index]
            let wanted =
              switch party.kind {
              case .page: page
              case .window: other
              case .setting: setting
              }
            guard let wanted else { continue }
            // The only alternative of a window without a root is its removal.
            let choice = party.overrides.firstIndex(of: wanted) ?? party.overrides.startIndex
            assignment[index] = UInt8(choice + 1)
          }
          found.append(assignment)
        }
      }
    }
    return found
  }

  func assignments(_ set: PartySet) -> [Assignment] {
    var found = [Assignment()]
    for member in set.members {
      found = found.flatMap { assignment in
        parties[member].overrides.indices.map { choice in
          var longer = assignment
          longer[member] = UInt8(choice + 1)
          return longer
        }
      }
    }
    return found
  }
}
