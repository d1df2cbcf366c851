// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The search for blame: what was tried so far, and what came of it.
struct BlameTrial {
  /// For each party, 0 for its own answer or the number of a stand of its menu, from 1.
  typealias Assignment = [UInt8]

  let retrial: Retrial
  let parties: [BlameParty]
  /// Whether every party is among those tried.
  let isWhole: Bool
  let combination: Combination
  let limit: Int
  private(set) var evaluations = 0
  private(set) var goals: [BlameGoal] = []

  private let target: InterfaceOrientation?
  private let seesReverse: Bool
  private var known: [Assignment: Reached] = [:]

  /// Which goals an assignment reaches.
  private struct Reached {
    var agreement = false
    var turn = false

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
    combination = retrial.rules.combination(in: retrial.start())
    guard isDecided, !parties.isEmpty, let reached = reached(unchanged) else { return }
    goals = BlameGoal.allCases.filter { goal in
      !reached[goal] && (goal != .turn || target != nil)
    }
  }

  /// The assignment in which everybody answers what was answered.
  var unchanged: Assignment { Assignment(repeating: 0, count: parties.count) }

  var everybody: PartySet { PartySet(upTo: parties.count) }

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
    parties.indices.compactMap { index in
      let choice = Int(assignment[index])
      return choice == 0
        ? nil : Amendment(parties[index].subject, parties[index].stands[choice - 1])
    }
  }

  /// Whether an assignment reaches a goal; nil when nothing more may be tried.
  mutating func reaches(_ goal: BlameGoal, _ assignment: Assignment) -> Bool? {
    reached(assignment)?[goal]
  }

  /// The goals that an assignment reaches; nil when nothing more may be tried.
  private mutating func reached(_ assignment: Assignment) -> Reached? {
    if let reached = known[assignment] { return reached }
    guard evaluations < limit else { return nil }
    evaluations += 1
    var reached = Reached()
    if let ending = retrial.ending(amendments(assignment)), ending.error == nil {
      reached = Reached(agreement: agrees(ending), turn: turns(ending))
    }
    known[assignment] = reached
    return reached
  }

  private func turns(_ ending: Ending) -> Bool {
    guard let target else { return false }
    let bar = ending.scene.statusBar.orientation
    guard retrial.rules.family == .uikit, let page = ending.scene.pageIndex else {
      return bar == target
    }
    return ending.scene.windows[page].orientation == target
  }

  private func agrees(_ ending: Ending) -> Bool {
    let scene = ending.scene
    // One orientation for the display: there is nothing that could differ.
    guard retrial.rules.family == .uikit, let page = scene.pageIndex else { return true }
    let orientation = scene.windows[page].orientation
    guard orientation == scene.statusBar.orientation else { return false }
    guard seesReverse else { return true }
    return !scene.windows.contains {
      !$0.isHidden && $0.orientation != orientation && retrial.rules.isVoter($0, in: scene)
    }
  }
}
