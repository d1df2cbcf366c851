// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The bounded search: minimal repairs by their duality with minimal conflicts.
///
/// A repair has to meet every conflict and a conflict every repair, so each next candidate is what is
/// left without a minimal hitting set of the repairs found so far (Liffiton and Sakallah, 2008; MARCO,
/// Liffiton and others, 2016). Whether a set of parties is enough is found by a few like assignments:
/// where consent and absence are all that can ever help, that is exact and nothing is missed; where
/// nothing is known, only every single change is tried in each way, and the finding says so.
extension RepairSearch {
  /// More sets than these are nobody's to read.
  static let mostSets = 256

  /// All minimal sets of parties that can reach a goal, as far as the bound allows, and the number of
  /// changes tried without a gap; nil when none is missing.
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
      return (found, combination == .unknown ? 1 : nil)
    }
  }

  private mutating func singles(_ goal: BlameGoal) -> [PartySet]? {
    var found: [PartySet] = []
    for (index, party) in parties.enumerated() {
      var isEnough = false
      for choice in party.stands.indices {
        var assignment = unchanged
        assignment[index] = UInt8(choice + 1)
        guard let reaches = reaches(goal, assignment) else { return nil }
        isEnough = isEnough || reaches
      }
      if isEnough { found.append(PartySet(index)) }
    }
    return found
  }

  /// Leaves out whoever can be left out.
  private mutating func shrunk(_ set: PartySet, _ goal: BlameGoal) -> PartySet? {
    var kept = set
    for member in set.members {
      let smaller = kept.removing(member)
      guard let isEnough = suffices(smaller, goal) else { return nil }
      if isEnough { kept = smaller }
    }
    return kept
  }

  /// Whether some parties together can reach a goal; nil when nothing more may be tried.
  private mutating func suffices(_ set: PartySet, _ goal: BlameGoal) -> Bool? {
    for assignment in alike(set, others: [.leaves, .agrees]) {
      guard let reaches = reaches(goal, assignment) else { return nil }
      if reaches { return true }
    }
    return false
  }

  /// The assignments in which parties of a kind take the same stand or, unless all must, none.
  func alike(
    _ set: PartySet, others: [Amendment.Stand], everybodyChanges: Bool = false
  ) -> [Assignment] {
    func choices(_ kind: BlameParty.Kind, _ stands: [Amendment.Stand]) -> [Amendment.Stand?] {
      let isThere = parties.indices.contains { set.contains($0) && parties[$0].kind == kind }
      guard isThere else { return [nil] }
      return everybodyChanges ? stands : stands + [nil]
    }
    var found: [Assignment] = []
    for page in choices(.page, [.agrees, .refuses]) {
      for other in choices(.window, others) {
        for setting in choices(.setting, [.agrees]) {
          var assignment = unchanged
          for index in parties.indices where set.contains(index) {
            let party = parties[index]
            let wanted =
              switch party.kind {
              case .page: page
              case .window: other
              case .setting: setting
              }
            guard let wanted else { continue }
            // A window without a root can only leave.
            let choice = party.stands.firstIndex(of: wanted) ?? party.stands.startIndex
            assignment[index] = UInt8(choice + 1)
          }
          found.append(assignment)
        }
      }
    }
    return found
  }

  /// Every assignment in which exactly these parties change.
  func assignments(_ set: PartySet) -> [Assignment] {
    var found = [unchanged]
    for member in set.members {
      found = found.flatMap { assignment in
        parties[member].stands.indices.map { choice in
          var longer = assignment
          longer[member] = UInt8(choice + 1)
          return longer
        }
      }
    }
    return found
  }
}
