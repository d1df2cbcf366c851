// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension ContributionSearch {
  /// Adds up what all windows add, and tries what comes of it.
  mutating func add(_ table: ContributionTable, _ trial: inout BlameTrial) -> Bool {
    steps.removeAll(keepingCapacity: true)
    var ways = ContributionWays()
    ways.insert(Self.changed(table.assignment), table.start) { -1 }
    for place in table.places {
      var next = ContributionWays()
      for known in ways.sums {
        let kept = place.slot.flatMap { known.sum.memory[$0] }
        for index in place.options.indices {
          let choice = place.options[index].choice
          if let kept, kept != choice { continue }
          // In place: copying cases costs more than adding them.
          place.options[index].cases.withUnsafeBufferPointer { cases in
            for adding in cases.indices {
              add(cases[adding], choice, place, known, to: &next, table.rest)
            }
          }
        }
      }
      ways = next
    }
    return conclude(ways, table, &trial)
  }

  private mutating func add(
    _ adding: ContributionTable.Case, _ choice: UInt8, _ place: ContributionTable.Place,
    _ known: ContributionWays.Entry, to next: inout ContributionWays, _ rest: Hearing.Rest
  ) {
    let sum = known.sum
    var after = sum
    var changed = PartySet()
    for answer in adding.asked {
      if let kept = sum.memory[answer.slot] {
        if kept != answer.choice { return }
      } else {
        after.memory[answer.slot] = answer.choice
        if answer.choice > 0 { changed = changed.inserting(answer.party) }
      }
    }
    guard let effect = adding.effects[sum.standing.bar] else { return }
    after.add(effect)
    if rest == .decides, after.hindrance.contains(.stops) { return }
    var own: Int?
    if let party = place.party, choice > 0 {
      if place.slot.map({ sum.memory[$0] == nil }) ?? true {
        own = party
        changed = changed.inserting(party)
      }
    }
    if let slot = place.slot { after.memory[slot] = choice }
    after.memory.forget(place.forgets)
    for index in known.indices {
      let way = known[index]
      let set = way.set.union(changed)
      if changed != PartySet(), isSpared(set) { continue }
      next.insert(set, after) {
        var last = way.last
        for answer in adding.asked where changed.contains(answer.party) {
          steps.append((last, answer.party, answer.choice))
          last = Int32(steps.count - 1)
        }
        if let own {
          steps.append((last, own, choice))
          last = Int32(steps.count - 1)
        }
        return last
      }
    }
  }

  private mutating func conclude(
    _ ways: ContributionWays, _ table: ContributionTable, _ trial: inout BlameTrial
  ) -> Bool {
    for known in ways.sums {
      let sum = known.sum
      // Where nobody is left, a display may follow the device.
      let isDecided = table.rest == .decides && sum.hasWindow
      for index in found.indices {
        let goal = found[index].goal
        if isDecided, !trial.reaches(goal, sum.standing) { continue }
        var isTried = false
        for place in known.indices where !found[index].spares(known[place].set) {
          let way = known[place]
          let witness = witness(way, table)
          // What was added up is only believed once it has been tried.
          if !isTried || isDecided {
            guard let isEnough = trial.reaches(goal, witness) else { return false }
            if !isEnough { break }
            isTried = true
          }
          found[index].sets.removeAll { $0.contains(way.set) }
          found[index].sets.append(way.set)
          found[index].witnesses[way.set] = witness
        }
      }
    }
    return true
  }

  private func witness(
    _ way: ContributionWays.Way, _ table: ContributionTable
  ) -> BlameTrial.Assignment {
    var full = Self.closed(table.assignment)
    var step = way.last
    while step >= 0 {
      let (before, party, choice) = steps[Int(step)]
      full[party] = choice
      step = before
    }
    return full
  }
}
