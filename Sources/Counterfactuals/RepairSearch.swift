// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The search for all minimal repairs of a decision: what was tried so far, and what came of it.
///
/// It goes by `CutsetSearch` where the rule set says how its decisions are made up, and by
/// `DualitySearch`, which is bounded, where it does not or where that would take too long.
struct RepairSearch {
  /// For each party, 0 for its own answer or the number of a stand of its menu, from 1.
  typealias Assignment = [UInt8]

  let retrial: Retrial
  let parties: [BlameParty]
  /// Whether every party is among those tried.
  let isWhole: Bool
  let combination: Combination
  private(set) var limit: Int
  /// How many decisions were taken again.
  private(set) var evaluations = 0
  /// How many parts of decisions were.
  private(set) var contributions = 0
  private(set) var goals: [BlameGoal] = []
  /// What adding up contributions has found; nil where only trying tells.
  private(set) var found: [CutsetSearch.Found]?

  private let target: InterfaceOrientation?
  private let seesReverse: Bool
  private var known: [Assignment: Reached] = [:]

  /// Which goals an assignment reaches.
  private struct Reached {
    var agreement = false
    var turn = false
    /// How it ends, where that reaches anything.
    var ending: Ending?

    subscript(goal: BlameGoal) -> Bool {
      switch goal {
      case .agreement: agreement
      case .turn: turn
      }
    }
  }

  init(_ retrial: Retrial, limit: Int) {
    self.retrial = retrial
    self.limit = max(1, limit)
    target = retrial.requested
    seesReverse = retrial.verdict.conflicts.contains { $0.kind == .reverseSplit }
    let isDecided = !Self.isExempt(retrial.verdict)
    let all = isDecided ? BlameParty.all(in: retrial) : ([], true)
    parties = all.0
    isWhole = all.1
    combination = retrial.searchable?.combination(in: retrial.start()) ?? .unknown
    guard isDecided, !parties.isEmpty, let reached = reached(unchanged) else { return }
    goals = BlameGoal.allCases.filter { goal in
      !reached[goal] && (goal != .turn || target != nil)
    }
  }

  /// Adds up contributions where the rule set says how.
  mutating func findExactly() {
    guard !goals.isEmpty else { return }
    let usual = limit
    limit = max(limit, CutsetSearch.mostEvaluations)
    defer { limit = evaluations + usual }
    guard let search = CutsetSearch(&self) else { return }
    found = search.found
    contributions = search.contributions
  }

  /// The assignment in which everybody answers what was answered.
  var unchanged: Assignment { Assignment(repeating: 0, count: parties.count) }

  var everybody: PartySet { PartySet(upTo: parties.count) }

  /// The parties that are not windows.
  var settings: PartySet {
    parties.indices.reduce(into: PartySet()) { settings, party in
      if parties[party].kind == .setting { settings = settings.inserting(party) }
    }
  }

  // A diagnostic window's events decide nothing.
  private static func isExempt(_ verdict: Verdict) -> Bool {
    switch verdict.event {
    case .addExempt: true
    case .window(let id, _): verdict.exempt.contains { $0.id == id }
    default: false
    }
  }

  /// The amendments that an assignment stands for.
  func amendments(_ assignment: Assignment) -> [Amendment] {
    parties.indices.compactMap { amendment($0, assignment[$0]) }
  }

  /// The amendment that a choice of one party stands for; nil for its own answer.
  func amendment(_ party: Int, _ choice: UInt8) -> Amendment? {
    choice == 0
      ? nil : Amendment(parties[party].subject, parties[party].stands[Int(choice) - 1])
  }

  /// Whether a window that differs is in the way of agreement.
  func sees(_ window: Window, in scene: Scene) -> Bool {
    seesReverse && !window.isHidden && retrial.rules.isVoter(window, in: scene)
  }

  /// Whether an assignment reaches a goal; nil when nothing more may be tried.
  mutating func reaches(_ goal: BlameGoal, _ assignment: Assignment) -> Bool? {
    reached(assignment)?[goal]
  }

  /// How an assignment ends that reaches a goal; nil if it does not, or nothing more may be tried.
  mutating func ending(_ goal: BlameGoal, _ assignment: Assignment) -> Ending? {
    guard let reached = reached(assignment), reached[goal] else { return nil }
    return reached.ending
  }

  /// Whether a goal is reached by how everything stands.
  func reaches(_ goal: BlameGoal, _ standing: Standing) -> Bool {
    switch goal {
    case .agreement: standing.agrees
    case .turn: target.map { $0 == standing.page ?? standing.bar } ?? false
    }
  }

  /// The goals that an assignment reaches; nil when nothing more may be tried.
  private mutating func reached(_ assignment: Assignment) -> Reached? {
    if let reached = known[assignment] { return reached }
    guard evaluations < limit else { return nil }
    evaluations += 1
    var reached = Reached()
    if let ending = retrial.ending(amendments(assignment)), ending.error == nil {
      reached = Reached(agreement: reaches(.agreement, ending), turn: reaches(.turn, ending))
      if reached.agreement || reached.turn { reached.ending = ending }
    }
    known[assignment] = reached
    return reached
  }

  /// Whether a goal is reached by how a decision ends that raised nothing.
  func reaches(_ goal: BlameGoal, _ ending: Ending) -> Bool {
    // One orientation for the display: there is nothing that could differ.
    let isDisplay = retrial.rules.scope != .window
    let standing =
      isDisplay
      ? Standing(bar: ending.scene.statusBar.orientation)
      : Standing(ending.scene, retrial.rules, seesOthers: seesReverse)
    return reaches(goal, standing)
  }
}
