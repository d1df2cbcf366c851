// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

@testable import Counterfactuals

/// Every combination of answers decided anew, as the reference for the search.
struct BruteForce {
  private let trial: RepairSearch
  /// The maximum number of repeated decisions.
  private let most: Int
  private(set) var evaluations = 0
  /// For each goal the parties of all minimal repairs of up to `size` changes.
  private(set) var found: [BlameGoal: [PartySet]]
  /// The number of changes up to which all combinations were tried.
  private(set) var size = 0

  /// Tries few changes first; what contains a repair of every goal is skipped.
  init(_ verdict: Verdict, _ rules: any RuleSet, most: Int) {
    trial = RepairSearch(Counterfactual(of: verdict, rules: rules), limit: .max)
    self.most = most
    found = Dictionary(uniqueKeysWithValues: trial.goals.map { ($0, []) })
    while size < trial.parties.count {
      let before = found
      guard grow(PartySet(), [], to: size + 1) else {
        found = before
        return
      }
      size += 1
    }
  }

  /// Whether every combination was tried.
  var isComplete: Bool { size == trial.parties.count }

  private func isSpared(_ set: PartySet) -> Bool {
    found.values.allSatisfy { $0.contains { set.contains($0) } }
  }

  /// Tries all sets of a size and all answers of each; returns false beyond the limit.
  private mutating func grow(_ set: PartySet, _ changes: [Intervention], to size: Int) -> Bool {
    if isSpared(set) { return true }
    guard set.count < size else {
      evaluations += 1
      decide(set, changes)
      return evaluations < most
    }
    let first = set.members.last.map { $0 + 1 } ?? 0
    let left = size - set.count
    guard first + left <= trial.parties.count else { return true }
    for member in first...(trial.parties.count - left) {
      for stand in trial.parties[member].overrides {
        let change = Intervention(trial.parties[member].subject, stand)
        guard grow(set.inserting(member), changes + [change], to: size) else { return false }
      }
    }
    return true
  }

  private mutating func decide(_ set: PartySet, _ changes: [Intervention]) {
    guard let ending = trial.counterfactual.ending(changes), ending.error == nil else { return }
    for (goal, sets) in found
    where trial.reaches(goal, ending) && !sets.contains(where: { set.contains($0) }) {
      found[goal]?.append(set)
    }
  }

  /// Returns the parties of all minimal repairs found.
  func minimalSets(_ goal: BlameGoal) -> Set<[Intervention.Subject]> {
    Set((found[goal] ?? []).map { $0.members.map { trial.parties[$0].subject }.sorted() })
  }

  /// Returns the minimal sets of parties with a member in every repair, by trying all sets.
  static func conflicts(_ repairs: Set<[Intervention.Subject]>) -> Set<[Intervention.Subject]> {
    guard !repairs.isEmpty else { return [] }
    let parties = Set(repairs.flatMap(\.self)).sorted()
    let sets = repairs.map { repair in
      PartySet(bits: repair.reduce(0) { $0 | 1 << UInt64(parties.firstIndex(of: $1) ?? 0) })
    }
    var minimal: [PartySet] = []
    for size in 1...parties.count {
      for bits in 1..<(UInt64(1) << UInt64(parties.count)) where bits.nonzeroBitCount == size {
        let set = PartySet(bits: bits)
        if sets.allSatisfy({ $0.meets(set) }), !minimal.contains(where: { set.contains($0) }) {
          minimal.append(set)
        }
      }
    }
    return Set(minimal.map { $0.members.map { parties[$0] } })
  }
}
