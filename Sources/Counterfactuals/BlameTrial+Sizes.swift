// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The search where nothing is known of how answers are combined: all of them, few changes first.
extension BlameTrial {
  /// The minimal sets found, and the number of changes tried without a gap; nil when all were.
  mutating func bySize(_ goal: BlameGoal) -> (sets: [PartySet], searchedTo: Int?) {
    var found: [PartySet] = []
    for size in 1...max(1, parties.count) {
      let smaller = found
      let candidates = subsets(of: size, without: smaller)
      // Whoever contains a repair at this size does so at every larger one.
      if candidates.isEmpty { return (found, nil) }
      for candidate in candidates {
        guard let isEnough = anyReaches(goal, candidate) else { return (found, size - 1) }
        if isEnough { found.append(candidate) }
      }
    }
    return (found, nil)
  }

  private mutating func anyReaches(_ goal: BlameGoal, _ set: PartySet) -> Bool? {
    for assignment in assignments(set) {
      guard let reaches = reaches(goal, assignment) else { return nil }
      if reaches { return true }
    }
    return false
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

  // In the order of the parties; no more than may be tried, since each takes a try.
  private func subsets(of size: Int, without smaller: [PartySet]) -> [PartySet] {
    var found: [PartySet] = []
    func grow(_ set: PartySet, from first: Int) {
      if found.count > limit { return }
      if smaller.contains(where: { set.contains($0) }) { return }
      if set.count == size { return found.append(set) }
      for member in first..<max(first, parties.count) {
        grow(set.inserting(member), from: member + 1)
      }
    }
    grow(PartySet(), from: 0)
    return found
  }
}
