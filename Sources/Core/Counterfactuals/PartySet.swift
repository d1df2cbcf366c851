// SPDX-License-Identifier: Apache-2.0

/// A set of parties by their numbers, 0 to 63.
struct PartySet: Sendable, Hashable {
  private(set) var bits: UInt64

  init(bits: UInt64 = 0) { self.bits = bits }

  /// The parties below a number.
  init(upTo count: Int) { bits = count >= 64 ? .max : (1 << UInt64(count)) - 1 }

  init(_ member: Int) { bits = 1 << UInt64(member) }

  var isEmpty: Bool { bits == 0 }
  var count: Int { bits.nonzeroBitCount }

  var members: [Int] {
    var left = bits
    var members: [Int] = []
    while left != 0 {
      members.append(left.trailingZeroBitCount)
      left &= left - 1
    }
    return members
  }

  /// All sets of its members, each after those that it contains; for a few members only.
  var subsets: [PartySet] {
    members.reduce([PartySet()]) { sets, member in sets + sets.map { $0.inserting(member) } }
  }

  func contains(_ member: Int) -> Bool { bits >> UInt64(member) & 1 == 1 }
  func contains(_ other: PartySet) -> Bool { other.bits & ~bits == 0 }
  func meets(_ other: PartySet) -> Bool { bits & other.bits != 0 }
  func inserting(_ member: Int) -> PartySet { PartySet(bits: bits | 1 << UInt64(member)) }
  func removing(_ member: Int) -> PartySet { PartySet(bits: bits & ~(1 << UInt64(member))) }
  func union(_ other: PartySet) -> PartySet { PartySet(bits: bits | other.bits) }
  func intersection(_ other: PartySet) -> PartySet { PartySet(bits: bits & other.bits) }
  func subtracting(_ other: PartySet) -> PartySet { PartySet(bits: bits & ~other.bits) }

  /// The sets of which no member can be left out without missing one of `sets`; nil beyond `most`.
  ///
  /// Minimal repairs and minimal conflicts are each other's (Liffiton and Sakallah).
  static func minimalHitting(_ sets: [PartySet], most: Int) -> [PartySet]? {
    var found = [PartySet()]
    for set in sets {
      let kept = found.filter { $0.meets(set) }
      var grown: [PartySet] = []
      for short in found where !short.meets(set) {
        for member in set.members {
          let candidate = short.inserting(member)
          if !kept.contains(where: { candidate.contains($0) }) { grown.append(candidate) }
        }
      }
      let all = kept + grown
      found = all.enumerated().filter { index, set in
        !all.enumerated().contains { other, smaller in
          other != index && set.contains(smaller) && (set != smaller || other < index)
        }
      }.map(\.element)
      if found.count > most { return nil }
    }
    return found
  }
}
