// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Every state that a stack can get into, and the first fault of every kind on the way.
final class Exploration {
  /// Where a fault was met first: in a state, or in a step out of one.
  struct Sighting {
    var state: Int
    var event: CheckEvent?
    /// The state that the event led to; nil without an event.
    var next: PackedState?
    /// The window that has to be the page; nil if the state says so or it does not matter.
    var page: Int?
    /// What has to follow to see it.
    var tail: [CheckEvent] = []
  }

  let model: CheckModel
  let space: StateSpace
  /// Whether windows that leave have to be tried.
  let removes: Bool
  private(set) var transitions = 0
  private(set) var depth = 0
  /// What ended it before every state was looked at.
  private(set) var limit: CheckLimit?
  private(set) var sightings: [Int: Sighting] = [:]
  /// What came of turns and placings somewhere.
  private(set) var seen: OutcomeSet = []
  /// The orientations in which each window has been the page.
  private(set) var pages: [UInt8] = Array(repeating: 0, count: 16)
  /// A state in which each window is the page.
  private(set) var pageStates: [Int: Int] = [:]

  init(_ model: CheckModel, bounds: CheckBounds) {
    self.model = model
    removes = model.hiddenMatters
    space = StateSpace(mostBytes: bounds.memory << 20)
  }

  /// Looks at everything, or as much as the bounds allow; `report` says whether to go on.
  func run(_ bounds: CheckBounds, report: (CheckProgress) -> Bool) {
    _ = space.insert(model.initial, parent: 0)
    if model.raisesAtOnce {
      sightings[CheckProperty.neverTraps.rawValue] = Sighting(state: 0)
      seen = .exception
      return
    }
    var index = 0
    var levelEnd = 1
    while index < space.count {
      if index == levelEnd {
        depth += 1
        levelEnd = space.count
      }
      let batchEnd = min(levelEnd, index + 4096)
      guard expand(index..<batchEnd) else {
        limit = .memory(bounds.memory)
        return
      }
      index = batchEnd
      if let broken = model.broken {
        limit = broken
        return
      }
      if space.count > bounds.states {
        limit = .states(bounds.states)
        return
      }
      let progress = CheckProgress(
        states: space.count, expanded: index, depth: depth, bytes: space.bytes)
      if !report(progress) {
        limit = .interrupted
        return
      }
    }
  }

  /// Looks at some states; false when memory ran out.
  private func expand(_ range: Range<Int>) -> Bool {
    let kernel = model.kernel
    let space = space.table
    let removes = removes
    var wanted = FaultSet.searched
    for property in CheckProperty.allCases where sightings[property.rawValue] != nil {
      wanted.remove(FaultSet(rawValue: 1 << UInt16(property.rawValue)))
    }
    var batch = Batch(wanted: wanted, seen: seen)
    var pages = pages
    for index in range {
      let state = space.pointee[index]
      var candidates = kernel.pages(state)
      while candidates != 0 {
        let page = candidates.trailingZeroBitCount
        candidates &= candidates - 1
        if pages[page] == 0 { pageStates[page] = index }
        pages[page] |= UInt8(1) << UInt8(state.orientation(page))
      }
      if batch.wanted.contains(.bar), kernel.split(state) != 0 {
        batch.wanted.remove(.bar)
        let page = kernel.split(state).trailingZeroBitCount
        sightings[CheckProperty.barAgrees.rawValue] = Sighting(state: index, page: page)
      }
      if batch.wanted.contains(.back), let away = kernel.lostTurn(state) {
        batch.wanted.remove(.back)
        let page =
          (kernel.pages(state) & kernel.standing(state, state.device)).trailingZeroBitCount
        let tail = [
          CheckEvent(kind: .turn, index: away), CheckEvent(kind: .turn, index: state.device),
        ]
        sightings[CheckProperty.turnAndBack.rawValue] = Sighting(
          state: index, page: page, tail: tail)
      }
      // The closure captures nothing that has to be retained: it runs for every step.
      kernel.expand(state, removes: removes) { event, step in
        batch.steps &+= 1
        if step.code != OccasionCode.nothing {
          let faults = kernel.faults(of: event, state, step, wanted: batch.wanted)
          let outcomes = kernel.outcomes(state, step)
          if !faults.isDisjoint(with: batch.wanted) || !batch.seen.isSuperset(of: outcomes) {
            batch.take(faults, outcomes, index, event, step)
          }
          // An exception ends the app.
          if step.raises { return }
        }
        if space.pointee.insert(step.next, parent: index) == .full { batch.isFull = true }
      }
      if batch.isFull { break }
    }
    self.pages = pages
    seen = batch.seen
    transitions += batch.steps
    for note in batch.notes {
      take(note.faults, note.sighting)
    }
    return !batch.isFull
  }

  /// What a batch of states brings besides new states.
  private struct Batch {
    struct Note {
      var faults: FaultSet
      var sighting: Sighting
    }

    var wanted: FaultSet
    var seen: OutcomeSet
    var steps = 0
    var isFull = false
    var notes: [Note] = []

    @inline(never)
    mutating func take(
      _ faults: FaultSet, _ outcomes: OutcomeSet, _ index: Int, _ event: CheckEvent,
      _ step: CheckStep
    ) {
      let sighting = Sighting(state: index, event: event, next: step.next)
      notes.append(Note(faults: faults.intersection(wanted), sighting: sighting))
      wanted.subtract(faults)
      seen.formUnion(outcomes)
    }
  }

  private func take(_ faults: FaultSet, _ sighting: Sighting) {
    for property in CheckProperty.allCases
    where faults.rawValue >> UInt16(property.rawValue) & 1 == 1 {
      sightings[property.rawValue] = sighting
    }
  }
}
