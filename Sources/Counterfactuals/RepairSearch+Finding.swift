// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension RepairSearch {
  /// Up to so many parties, every way in which they can change is a repair of its own.
  static let mostInEveryWay = 2

  /// Everything that reaches a goal, and who stands in its way.
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
      ($0.count, $0.members.first ?? 0, $0.bits) < ($1.count, $1.members.first ?? 0, $1.bits)
    }
    let repairs = sets.flatMap { self.repairs($0, goal, found?.witnesses[$0]) }
    let conflicts =
      sets.isEmpty ? [] : PartySet.minimalHitting(sets, most: Self.mostSets) ?? []
    return BlameFinding(
      goal: goal, repairable: sets.map { subjects($0) },
      repairs: repairs.enumerated().sorted { left, right in
        (rank(left.element), left.offset) < (rank(right.element), right.offset)
      }.map(\.element),
      conflicts: conflicts.map { subjects($0) }, searchedTo: searchedTo)
  }

  private func subjects(_ set: PartySet) -> [Amendment.Subject] {
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
    // Where no like way is one, at least the way by which it was found.
    let shown = enough.isEmpty ? witness.map { [$0] } ?? [] : enough
    return shown.compactMap { assignment in
      ending(goal, assignment).map { repair(amendments(assignment), $0) }
    }
  }

  private func repair(_ changes: [Amendment], _ ending: Ending) -> Repair {
    let applicability = changes.map { self.applicability($0) }
      .max { rank($0) < rank($1) }
    return Repair(
      changes: changes.sorted { $0.subject < $1.subject }, outcome: ending.outcome,
      page: ending.page?.orientation, statusBar: ending.scene.statusBar.orientation,
      applicability: applicability ?? .safe)
  }

  private func applicability(_ change: Amendment) -> Repair.Applicability {
    guard case .party(.window(let id)) = change.subject else {
      return change.subject == .party(.device) ? .needsAuthor : .changesIntent
    }
    switch change.stand {
    case .leaves: return .needsAuthor
    case .follows, .refuses: return hasWritten(id) ? .changesIntent : .safe
    case .agrees, .supports, .standard, .shows: return .changesIntent
    }
  }

  private func hasWritten(_ id: WindowID) -> Bool {
    retrial.verdict.asked.contains { $0.window == id && $0.origin != .standard }
  }

  // Fewer changes first, then whoever can be helped without asking anybody.
  private func rank(_ repair: Repair) -> Int {
    repair.changes.count * 4 + rank(repair.applicability)
  }

  private func rank(_ applicability: Repair.Applicability) -> Int {
    Repair.Applicability.allCases.firstIndex(of: applicability) ?? 0
  }
}
