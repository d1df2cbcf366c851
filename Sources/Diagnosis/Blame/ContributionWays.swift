// SPDX-License-Identifier: Apache-2.0

/// The ways of answering that lead to each sum, kept to those that change the least.
struct ContributionWays {
  /// A way: who changes, and a place in the record of how.
  struct Way {
    var set: PartySet
    var last: Int32
  }

  private(set) var sums: [(sum: ContributionSum, ways: [Way])] = []
  // Made once there are many.
  private var places: [ContributionSum: Int] = [:]
  private static let many = 12

  /// Notes a way unless one with part of its changes is known to come to the same sum.
  mutating func insert(_ set: PartySet, _ sum: ContributionSum, last: () -> Int32) {
    guard let index = place(sum) else {
      sums.append((sum, [Way(set: set, last: last())]))
      if sums.count == Self.many {
        for (index, known) in sums.enumerated() { places[known.sum] = index }
      } else if sums.count > Self.many {
        places[sum] = sums.count - 1
      }
      return
    }
    if sums[index].ways.contains(where: { set.contains($0.set) }) { return }
    sums[index].ways.removeAll { $0.set.contains(set) }
    sums[index].ways.append(Way(set: set, last: last()))
  }

  private func place(_ sum: ContributionSum) -> Int? {
    sums.count < Self.many ? sums.firstIndex { $0.sum == sum } : places[sum]
  }
}
