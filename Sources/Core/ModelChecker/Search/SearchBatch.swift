// SPDX-License-Identifier: Apache-2.0

/// The expansion of some states: new states and findings; integers and pointers only.
@safe
struct SearchBatch {
  // SAFETY: the search that makes it frees it; no state has more steps than a list holds.

  /// The findings of a step that are new in the batch.
  struct Note {
    var faults: PropertySet
    var sighting: Exploration.Violation
  }

  let kernel: StepKernel
  private let symmetry: WindowSymmetry?
  /// The outcomes that most searches meet soon.
  private let usual: OutcomeSet
  /// The properties that are still searched.
  var wanted: PropertySet
  var seen: OutcomeSet
  /// The windows that were the page in each orientation.
  var pages: (UInt64, UInt64, UInt64, UInt64)
  var steps = 0
  private(set) var notes: [Note] = []
  private let transitions = TransitionList()

  init(
    _ kernel: StepKernel, _ symmetry: WindowSymmetry?, wanted: PropertySet, seen: OutcomeSet,
    pages: (UInt64, UInt64, UInt64, UInt64)
  ) {
    self.kernel = kernel
    self.symmetry = symmetry
    usual = kernel.turnsWindows ? .usual : .usualTogether
    self.wanted = wanted
    self.seen = seen
    self.pages = pages
  }

  func deallocate() { transitions.deallocate() }

  /// Takes all transitions of a state; false when memory for new states is exhausted.
  @inline(__always)
  mutating func expand(
    _ state: PackedState, _ index: Int, leaving: UInt64,
    into space: UnsafeMutablePointer<StateTable>
  ) -> Bool {
    // A local copy stays in registers.
    var transitions = transitions
    transitions.removeAll()
    let duplicates = symmetry?.duplicates(state) ?? 0
    kernel.expand(state, leaving: leaving, except: duplicates, into: &transitions)
    steps &+= transitions.count
    guard unsafe space.pointee.makeRoom(transitions.count) else { return false }
    var number = 0
    for position in 0..<transitions.count {
      let transition = transitions[position]
      var next = transition.start
      if transition.code != TriggerCode.nothing {
        let cell = unsafe kernel.known(transition.code, transition.window, transition.start)
        let found = unsafe kernel.applied(cell.pointee, to: transition.start)
        let turnsBar = found.next.bar != state.bar
        if unsafe isOpen(transition, cell.pointee, found.raises, turnsBar: turnsBar) {
          look(transition, state, index)
        }
        // An exception ends the app.
        if found.raises { continue }
        next = found.next
      }
      unsafe space.pointee.offer(symmetry?.canonical(next) ?? next, at: number)
      number &+= 1
    }
    unsafe space.pointee.takeIn(number, parent: index)
    return true
  }

  /// Returns whether a decision can have a finding that is still searched; most have none.
  @inline(__always)
  private func isOpen(
    _ transition: Transition, _ cell: DecisionCell, _ raises: Bool, turnsBar: Bool
  ) -> Bool {
    if raises, wanted.contains(.trap) || !seen.contains(.exception) { return true }
    if cell.putsOff, !seen.contains(.deferred) { return true }
    if wanted.contains(.apply), cell.isNotIdempotent || turnsBar { return true }
    if wanted.contains(.lock), transition.kind == .turn { return true }
    return wanted.contains(.hidden) || !seen.isSuperset(of: usual)
  }

  /// Judges one step.
  @inline(never)
  private mutating func look(_ transition: Transition, _ state: PackedState, _ index: Int) {
    let step = kernel.decided(transition)
    let event = transition.event
    let faults = StepProperties(kernel).faults(of: event, state, step, wanted: wanted)
    let outcomes = StepProperties(kernel).outcomes(state, step)
    if !faults.isDisjoint(with: wanted) || !seen.isSuperset(of: outcomes) {
      take(faults, outcomes, index, event, step)
    }
  }

  private mutating func take(
    _ faults: PropertySet, _ outcomes: OutcomeSet, _ index: Int, _ event: CheckEvent,
    _ step: CheckStep
  ) {
    let sighting = Exploration.Violation(state: index, event: event, next: step.next)
    notes.append(Note(faults: faults.intersection(wanted), sighting: sighting))
    wanted.subtract(faults)
    seen.formUnion(outcomes)
  }

  /// Records the windows that are, or can be, the page; returns those that are new.
  @inline(__always)
  mutating func see(_ state: PackedState) -> UInt64 {
    let candidates = kernel.pages(state)
    let fresh = candidates & ~(pages.0 | pages.1 | pages.2 | pages.3)
    pages.0 |= candidates & kernel.standing(state, 0)
    pages.1 |= candidates & kernel.standing(state, 1)
    pages.2 |= candidates & kernel.standing(state, 2)
    pages.3 |= candidates & kernel.standing(state, 3)
    return fresh
  }
}
