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
  private(set) var outcomes: [Outcome: Sighting] = [:]
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
      outcomes[.exception] = Sighting(state: 0)
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
  private func expand(_ batch: Range<Int>) -> Bool {
    let model = model
    let space = space
    var wanted = FaultSet.searched
    for property in CheckProperty.allCases where sightings[property.rawValue] != nil {
      wanted.remove(FaultSet(rawValue: 1 << UInt16(property.rawValue)))
    }
    var seen = outcomeBits
    var isFull = false
    var steps = 0
    var pages = pages
    for index in batch {
      let state = space[index]
      let page = model.page(state)
      if page != PackedState.none {
        let bit = UInt8(1) << UInt8(state.orientation(page))
        if pages[page] == 0 { pageStates[page] = index }
        pages[page] |= bit
        if wanted.contains(.bar), state.orientation(page) != state.bar {
          wanted.remove(.bar)
          sightings[CheckProperty.barAgrees.rawValue] = Sighting(state: index)
        }
      }
      if wanted.contains(.back), let away = model.lostTurn(state) {
        wanted.remove(.back)
        let tail = [
          CheckEvent(kind: .turn, index: away), CheckEvent(kind: .turn, index: state.device),
        ]
        sightings[CheckProperty.turnAndBack.rawValue] = Sighting(state: index, tail: tail)
      }
      model.expand(state, removes: removes) { event, step in
        steps += 1
        let faults = model.faults(of: event, state, step, wanted: wanted)
        if !faults.isDisjoint(with: wanted) {
          note(faults.intersection(wanted), Sighting(state: index, event: event, next: step.next))
          wanted.subtract(faults)
        }
        if step.code != OccasionCode.nothing {
          let outcome = model.outcome(state, step)
          let bit = UInt8(1) << Self.bit(outcome)
          if seen & bit == 0 {
            seen |= bit
            outcomes[outcome] = Sighting(state: index, event: event, next: step.next)
          }
        }
        // An exception ends the app.
        if step.raises { return }
        if space.insert(step.next, parent: index) == .full { isFull = true }
      }
      if isFull { break }
    }
    self.pages = pages
    transitions += steps
    return !isFull
  }

  private func note(_ faults: FaultSet, _ sighting: Sighting) {
    for property in CheckProperty.allCases
    where faults.rawValue >> UInt16(property.rawValue) & 1 == 1 {
      sightings[property.rawValue] = sighting
    }
  }

  private var outcomeBits: UInt8 {
    outcomes.keys.reduce(0) { $0 | 1 << Self.bit($1) }
  }

  private static func bit(_ outcome: Outcome) -> UInt8 {
    switch outcome {
    case .exception: 0
    case .refused: 1
    case .split: 2
    case .turned: 3
    case .deferred: 4
    case .blocked: 5
    case .unchanged: 6
    }
  }
}
