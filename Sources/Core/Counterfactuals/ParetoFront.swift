// SPDX-License-Identifier: Apache-2.0

/// The ways of answering that lead to each sum, kept to those that change the least.
struct ParetoFront {
  /// A way: who changes, and a place in the record of how.
  struct Way {
    var set: PartySet
    var last: Int32
  }

  /// A sum with its ways; most have one, which needs no list.
  struct Entry {
    let sum: ContributionSum
    fileprivate(set) var first: Way
    fileprivate(set) var others: [Way] = []
  }

  private(set) var sums: [Entry] = []
  // Where each sum is, counted from 1, from the place that its bits say on; a power of two.
  private var places: [Int32] = []
  private static let many = 12

  /// Notes a way unless one with part of its changes is known to come to the same sum.
  mutating func insert(_ set: PartySet, _ sum: ContributionSum, last: () -> Int32) {
    guard let index = place(sum) else {
      sums.append(Entry(sum: sum, first: Way(set: set, last: last())))
      if 2 * sums.count > places.count, sums.count >= Self.many {
        grow()
      } else if !places.isEmpty {
        enter(sums.count - 1)
      }
      return
    }
    sums[index].insert(set, last)
  }

  private func place(_ sum: ContributionSum) -> Int? {
    if places.isEmpty { return sums.firstIndex { $0.sum == sum } }
    var place = sum.mixed & (places.count - 1)
    while places[place] != 0 {
      let index = Int(places[place]) - 1
      if sums[index].sum == sum { return index }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  private mutating func enter(_ index: Int) {
    var place = sums[index].sum.mixed & (places.count - 1)
    while places[place] != 0 { place = (place + 1) & (places.count - 1) }
    places[place] = Int32(index + 1)
  }

  private mutating func grow() {
    places = Array(repeating: 0, count: max(64, 2 * places.count))
    for index in sums.indices { enter(index) }
  }
}

extension ParetoFront.Entry {
  /// The places of its ways.
  var indices: Range<Int> { 0..<(others.count + 1) }

  /// One way, in no order that matters.
  subscript(index: Int) -> ParetoFront.Way { index == 0 ? first : others[index - 1] }

  fileprivate mutating func insert(_ set: PartySet, _ last: () -> Int32) {
    if set.contains(first.set) || others.contains(where: { set.contains($0.set) }) { return }
    let way = ParetoFront.Way(set: set, last: last())
    others.removeAll { $0.set.contains(set) }
    if first.set.contains(set) { first = way } else { others.append(way) }
  }
}
