// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The search where answers are combined in a known way.
///
/// To reach a goal, a party can only help by agreeing or by being out of the way, whatever others
/// answer. So a few like assignments tell whether a set of parties is enough, and being enough
/// grows with the set: minimal repairs follow from the sets that miss every repair found so far.
extension BlameTrial {
  /// More sets than these are nobody's to read.
  static let mostSets = 256

  /// All minimal sets of parties that can reach a goal; whether none is missing.
  mutating func minimalSets(_ goal: BlameGoal) -> (sets: [PartySet], isComplete: Bool) {
    guard var found = singles(goal) else { return ([], false) }
    var refuted: [PartySet] = []
    search: while true {
      guard let hitting = PartySet.minimalHitting(found, most: Self.mostSets) else {
        return (found, false)
      }
      for conflict in hitting {
        let rest = everybody.subtracting(conflict)
        if refuted.contains(where: { $0.contains(rest) }) { continue }
        guard let isEnough = suffices(rest, goal) else { return (found, false) }
        guard isEnough else {
          refuted.append(rest)
          continue
        }
        guard let minimal = shrunk(rest, goal) else { return (found, false) }
        found.append(minimal)
        continue search
      }
      return (found, true)
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
}
