// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Every state that a stack can get into, and the first fault of every kind on the way.
final class Exploration {
  /// Where a fault was met first: in a state, or in a step out of one.
  struct Violation {
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
  private(set) var sightings: [Int: Violation] = [:]
  /// What came of turns and placings somewhere.
  private(set) var seen: OutcomeSet = []
  /// The windows that have been the page in each orientation, as sets of positions.
  private var pages: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// A state in which each window is the page.
  private(set) var pageStates: [Int: Int] = [:]

  init(_ model: CheckModel, bounds: CheckBounds) {
    self.model = model
    removes = model.hiddenMatters
    space = StateSpace(mostBytes: bounds.memory << 20, sharing: model.isKeyFree ? .keyless : .keyed)
  }

  /// Looks at everything, or as much as the bounds allow; `report` says whether to go on.
  func run(_ bounds: CheckBounds, report: (CheckProgress) -> Bool) {
    _ = space.insert(model.initial)
    if model.raisesAtOnce {
      sightings[CheckProperty.neverTraps.rawValue] = Violation(state: 0)
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
    let table = unsafe space.table
    var wanted = PropertySet.searched
    for property in CheckProperty.allCases where sightings[property.rawValue] != nil {
      wanted.remove(PropertySet(rawValue: 1 << UInt16(property.rawValue)))
    }
    var batch = SearchBatch(model.kernel, wanted: wanted, seen: seen, pages: pages)
    defer { batch.deallocate() }
    var fits = true
    for index in range where fits {
      let state = unsafe table.pointee[index]
      var fresh = batch.see(state)
      while fresh != 0 {
        pageStates[fresh.trailingZeroBitCount] = index
        fresh &= fresh - 1
      }
      if batch.wanted.contains(.bar) || batch.wanted.contains(.back) {
        judge(state, index, &batch)
      }
      fits = unsafe batch.expand(state, index, removes: removes, into: table)
    }
    pages = batch.pages
    seen = batch.seen
    transitions += batch.steps
    for note in batch.notes {
      take(note.faults, note.sighting)
    }
    return fits
  }

  /// What is wrong with a state itself.
  @inline(__always)
  private func judge(_ state: PackedState, _ index: Int, _ batch: inout SearchBatch) {
    let kernel = batch.kernel
    if batch.wanted.contains(.bar), kernel.split(state) != 0 {
      batch.wanted.remove(.bar)
      let page = kernel.split(state).trailingZeroBitCount
      sightings[CheckProperty.barAgrees.rawValue] = Violation(state: index, page: page)
    }
    if batch.wanted.contains(.back), let away = StepProperties(kernel).lostTurn(state) {
      batch.wanted.remove(.back)
      let page = (kernel.pages(state) & kernel.standing(state, state.device)).trailingZeroBitCount
      let tail = [
        CheckEvent(kind: .turn, index: away), CheckEvent(kind: .turn, index: state.device),
      ]
      sightings[CheckProperty.turnAndBack.rawValue] = Violation(
        state: index, page: page, tail: tail)
    }
  }

  private func take(_ faults: PropertySet, _ sighting: Violation) {
    for property in CheckProperty.allCases
    where faults.rawValue >> UInt16(property.rawValue) & 1 == 1 {
      sightings[property.rawValue] = sighting
    }
  }

  /// Whether a window has been the page in an orientation, raw value less 1.
  func wasPage(_ window: Int, in orientation: Int) -> Bool {
    let set =
      switch orientation {
      case 0: pages.0
      case 1: pages.1
      case 2: pages.2
      default: pages.3
      }
    return set >> UInt64(window) & 1 == 1
  }
}

extension Exploration {
  /// One event with the state that it led to.
  struct PathStep {
    var event: CheckEvent
    var next: PackedState
  }

  /// The way on which a state was reached first.
  func path(to index: Int) -> [PathStep] {
    var steps: [PathStep] = []
    var index = index
    while index != 0 {
      let parent = space.parent(index)
      let wanted = space[index]
      var found: PathStep?
      model.kernel.expand(space[parent], removes: removes) { event, step in
        if found == nil, step.next == wanted { found = PathStep(event: event, next: wanted) }
      }
      if let found { steps.append(found) }
      index = parent
    }
    return steps.reversed()
  }

  /// The way to a fault, with what has to follow to see it.
  func path(to sighting: Violation) -> [PathStep] {
    var steps = path(to: sighting.state)
    if let event = sighting.event, let next = sighting.next {
      steps.append(PathStep(event: event, next: next))
    }
    var state = steps.last?.next ?? model.initial
    for event in sighting.tail {
      model.kernel.step(event, state) { state = $1.next }
      steps.append(PathStep(event: event, next: state))
    }
    return steps
  }
}
