// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

@testable import Diagnosis

/// Every combination of answers tried, without a thought: what the search has to agree with.
struct BruteForce {
  private var trial: BlameTrial
  /// Beyond this many changes nothing is tried.
  let most: Int

  init(_ verdict: Verdict, _ rules: any RuleSet, most: Int) {
    trial = BlameTrial(Retrial(of: verdict, rules: rules), limit: .max)
    self.most = most
  }

  var parties: Int { trial.parties.count }

  /// The parties of all minimal repairs of up to `most` changes.
  mutating func minimalSets(_ goal: BlameGoal) -> Set<[Amendment.Subject]> {
    var found: [PartySet] = []
    let all = (0..<(UInt64(1) << UInt64(parties))).map { PartySet(bits: $0) }
    for size in 0...most {
      for set in all where set.count == size {
        if found.contains(where: { set.contains($0) }) { continue }
        if trial.assignments(set).contains(where: { trial.reaches(goal, $0) == true }) {
          found.append(set)
        }
      }
    }
    return Set(found.map { $0.members.map { trial.parties[$0].subject }.sorted() })
  }

  /// The minimal sets of parties that every repair has a member of, by trying all sets.
  static func conflicts(_ repairs: Set<[Amendment.Subject]>) -> Set<[Amendment.Subject]> {
    guard !repairs.isEmpty else { return [] }
    let parties = Set(repairs.flatMap(\.self)).sorted()
    let hitting = (0..<(1 << parties.count)).map { bits in
      parties.indices.filter { bits >> $0 & 1 == 1 }.map { parties[$0] }
    }.filter { set in repairs.allSatisfy { !Set($0).isDisjoint(with: set) } }
    return Set(
      hitting.filter { set in
        !hitting.contains { $0.count < set.count && Set($0).isSubset(of: set) }
      })
  }
}
