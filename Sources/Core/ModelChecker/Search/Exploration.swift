// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The breadth-first search of all states of a stack, with the first violation of each property.
final class Exploration {
  /// The first violation of a property: a state, or a step from that state.
  struct Sighting {
    var state: Int
    var event: CheckEvent?
    /// The state after `event`; `nil` if the state itself is the violation.
    var next: PackedState?
  }

  let model: CheckModel
  let space: StateSpace
  let bounds: CheckBounds
  /// Whether the search takes events that remove windows; if not, hiding a window covers its
  /// removal.
  let removes: Bool
  /// The windows that the search removes; for all other windows, hiding is equivalent.
  private let leaving: UInt64
  private(set) var transitions = 0
  private(set) var depth = 0
  /// The bound that ended the search; `nil` if there was none.
  private(set) var limit: CheckLimit?
  private var sightings: [CheckProperty: Sighting] = [:]
  /// The violation of P4 that a directed search has found.
  private var lostTurn: Violation?
  /// The outcomes that decisions had so far.
  private(set) var seen: OutcomeSet = []
  private var pages: MetPages
  /// A superset of the possible findings, from the projections; `nil` without projections.
  let possible: PossibleFindings?
  /// The lower bounds of the distance to a violation of P4; `nil` without an observation
  /// projection.
  let pattern: PatternDatabase?
  /// The symmetry of interchangeable windows; `nil` if the search does not use symmetry.
  let symmetry: WindowSymmetry?
  /// Whether the search ended before visiting all states, because all possible findings were met.
  private(set) var endsEarly = false
  /// The properties whose violations are searched for.
  private let seeks: PropertySet
  /// The index of the next state to expand, and the index of the first state of the next level.
  private var index = 0
  private var levelEnd = 1
  private var hasWalked = false

  /// Creates a search for violations of the properties `seeks`.
  ///
  /// With `reduces` the search uses symmetry, unless `tellsApart` requires that interchangeable
  /// windows are distinguished. It ends as soon as it has met everything that the projections leave
  /// possible.
  init(
    _ model: CheckModel, bounds: CheckBounds, reduces: Bool = false, tellsApart: Bool = false,
    seeks: PropertySet = .searched
  ) {
    self.model = model
    self.seeks = seeks
    self.bounds = bounds
    removes = model.hiddenMatters
    leaving = removes ? reduces ? model.leaving : model.all : 0
    let found = reduces ? PossibleFindings.of(model) : nil
    possible = found?.findings
    pattern = found?.projection.map { PatternDatabase($0) }
    symmetry = possible != nil && !tellsApart ? WindowSymmetry(model) : nil
    pages = MetPages(model, symmetry)
    space = StateSpace(
      mostBytes: bounds.memory << 20, windows: model.ids.count,
      isKeyFree: model.isKeyFree, hasOrder: !model.recentOrder.isEmpty)
  }

  /// The progress of the search.
  var progress: CheckProgress {
    CheckProgress(states: space.count, expanded: index, depth: depth, bytes: space.bytes)
  }

  /// The outcome of the search so far.
  var outcome: SearchOutcome {
    var violations: [CheckProperty: Violation] = [:]
    for (property, sighting) in sightings { violations[property] = violation(property, sighting) }
    if let lostTurn { violations[.turnAndBack] = lostTurn }
    return SearchOutcome(
      model: model, bounds: bounds, engine: .states(self), progress: progress,
      transitions: transitions, limit: limit, violations: violations, outcomes: seen, pages: pages,
      reductions: reductions, possible: possible, pattern: pattern, endsEarly: endsEarly)
  }

  /// Searches all states, or as many as the bounds allow; `report` returns whether to continue.
  ///
  /// A search that ended early continues when called again.
  func run(_ bounds: CheckBounds, report: (CheckProgress) -> Bool) {
    let mayEnd = !endsEarly
    limit = nil
    endsEarly = false
    if space.count == 0 {
      _ = space.insert(symmetry?.canonical(model.initial) ?? model.initial)
    }
    if model.raisesAtOnce {
      sightings[.neverTraps] = Sighting(state: 0)
      seen = .exception
      return
    }
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
      if !report(progress) {
        limit = .interrupted
        return
      }
      if symmetry?.isBroken == true { return }
      if mayEnd, index < space.count, let possible, missingViolations(possible).isEmpty {
        if meetsPages() {
          endsEarly = true
          return
        }
      }
    }
  }

  /// Returns the properties with possible violations that were not found yet.
  private func missingViolations(_ possible: PossibleFindings) -> PropertySet {
    sightings.keys.reduce(possible.violated.intersection(.searched)) {
      $0.subtracting(PropertySet($1))
    }
  }

  /// The number of states after which a directed search or a search by nodes is faster; `nil`
  /// without projections.
  var nearStates: Int? {
    if possible == nil { return nil }
    return model.readsMore ? 2_000 : 20_000
  }

  /// Returns whether every possible page and rotation was met; if some were not, tries random walks
  /// first.
  private func meetsPages() -> Bool {
    if !hasMetPages(), !hasWalked { walk() }
    return hasMetPages()
  }

  /// Runs a directed search (A*) for a violation of P4, if that is the only possible finding not
  /// yet met.
  ///
  /// The search uses symmetry, and any shown window may become key after the key window. Returns
  /// false if other findings are missing, there is no pattern database, or a bound was reached.
  func directed(_ bounds: CheckBounds, _ report: (CheckProgress) -> Bool) -> Bool {
    guard let possible, symmetry?.isBroken != true, meetsPages() else { return false }
    let missing = missingViolations(possible)
    if missing == .back {
      guard let pattern else { return false }
      var search = HistorySearch(model, leaving: leaving, bounds, symmetry, isAbstract: true)
      let found = search.run(
        estimate: { state, _ in pattern.distance(from: state) },
        isGoal: { node, _ in TurnAndBack(model.kernel).violation(in: node.state) != nil },
        goesOn: report)
      switch found {
      case .open: return false
      case .none: break
      case .found(let steps):
        lostTurn = violation(.turnAndBack, after: path(through: steps.map { $0.next }))
      }
    } else if !missing.isEmpty {
      return false
    }
    (endsEarly, limit) = (true, nil)
    return true
  }

  /// Returns whether each page was met in every orientation that is possible and that the page
  /// accepts, and a rotation was met if one is possible.
  private func hasMetPages() -> Bool {
    guard let possible, seen.contains(.turned) || !possible.turns else { return false }
    for window in model.ids.indices {
      for orientation in 0..<4 where possible.pages[window] >> UInt8(orientation) & 1 == 1 {
        if pages.contains(window, in: orientation) { continue }
        guard let accepts = pages.accepts(window) else { return false }
        if accepts >> UInt8(orientation) & 1 == 1 { return false }
      }
    }
    return true
  }

  /// Searches for pages and rotations by random walks, since only their existence matters, not a
  /// path to them.
  private func walk() {
    hasWalked = true
    let kernel = model.kernel
    var batch = SearchBatch(kernel, nil, wanted: [], seen: seen, pages: pages.windows)
    defer { batch.deallocate() }
    var walk = RandomWalk(model, leaving: leaving)
    walk.run { state, step in
      var fresh = batch.see(state)
      while fresh != 0 {
        pages.states[fresh.trailingZeroBitCount] = state
        fresh &= fresh - 1
      }
      if step.code != TriggerCode.nothing {
        batch.seen.formUnion(StepProperties(kernel).outcomes(state, step))
      }
      pages.windows = batch.pages
      seen = batch.seen
    } isEnough: {
      hasMetPages()
    }
  }

  /// Expands the states at these indices; returns false if memory is exhausted.
  private func expand(_ range: Range<Int>) -> Bool {
    // Violations that the projections exclude are not searched for.
    var wanted = seeks.intersection(possible?.violated ?? .searched)
    for property in sightings.keys { wanted.remove(PropertySet(property)) }
    var batch = SearchBatch(
      model.kernel, symmetry, wanted: wanted, seen: seen, pages: pages.windows)
    defer { batch.deallocate() }
    var fits = true
    for index in range where fits {
      let state = space[index]
      var fresh = batch.see(state)
      while fresh != 0 {
        pages.states[fresh.trailingZeroBitCount] = state
        fresh &= fresh - 1
      }
      if batch.wanted.contains(.bar) || batch.wanted.contains(.back) {
        judge(state, index, &batch)
      }
      fits = batch.expand(state, index, leaving: leaving, into: space)
    }
    pages.windows = batch.pages
    seen = batch.seen
    transitions += batch.steps
    for note in batch.notes {
      take(note.violated, note.sighting)
    }
    return fits
  }

  /// Evaluates the properties of a state; properties of steps are evaluated when the state is
  /// expanded.
  @inline(__always)
  private func judge(_ state: PackedState, _ index: Int, _ batch: inout SearchBatch) {
    let kernel = batch.kernel
    if batch.wanted.contains(.bar), kernel.split(state) != 0 {
      batch.wanted.remove(.bar)
      sightings[.barAgrees] = Sighting(state: index)
    }
    if batch.wanted.contains(.back), TurnAndBack(kernel).violation(in: state) != nil {
      batch.wanted.remove(.back)
      sightings[.turnAndBack] = Sighting(state: index)
    }
  }

  private func take(_ violated: PropertySet, _ sighting: Sighting) {
    for property in CheckProperty.allCases where violated.contains(PropertySet(property)) {
      sightings[property] = sighting
    }
  }

  /// The reductions that the search has used.
  private var reductions: [CheckReduction] {
    model.reductions + (symmetry == nil ? [] : [.alike])
      + (endsEarly ? [.projections] : possible == nil ? [.wholeProduct] : [])
  }

  /// Whether every state was visited, without symmetry or early end.
  var isWhole: Bool { limit == nil && !endsEarly && symmetry == nil }
}

extension Exploration {
  /// Returns the path on which the state at an index was first reached.
  func path(to index: Int) -> [PathStep] {
    var wanted: [PackedState] = []
    var index = index
    while index != 0 {
      wanted.append(space[index])
      index = space.parent(index)
    }
    return path(through: wanted.reversed())
  }

  /// Returns the path from the initial state whose states have the given canonical forms.
  ///
  /// The symmetry is undone: each interchangeable window keeps its identity in all steps.
  private func path(through states: [PackedState]) -> [PathStep] {
    var steps: [PathStep] = []
    var state = model.initial
    for goal in states {
      var found: PathStep?
      model.kernel.expand(state, leaving: leaving) { event, step in
        let next = symmetry?.canonical(step.next) ?? step.next
        guard found == nil, !step.raises, next == goal else { return }
        found = PathStep(event: event, next: step.next)
      }
      guard let found else { return steps }
      steps.append(found)
      state = found.next
    }
    return steps
  }

  private func violation(_ property: CheckProperty, _ sighting: Sighting) -> Violation {
    var steps = path(to: sighting.state)
    let end = steps.last?.next ?? model.initial
    if let event = sighting.event, let next = sighting.next {
      let step =
        symmetry.map { stepApart(end, event, $0.canonical(next), property) }
        ?? PathStep(event: event, next: next)
      if let step { steps.append(step) }
    }
    return violation(property, after: steps)
  }

  /// Returns the violation of a property at the end of a path.
  private func violation(_ property: CheckProperty, after path: [PathStep]) -> Violation {
    let state = path.last?.next ?? model.initial
    let kernel = model.kernel
    let pages =
      switch property {
      case .barAgrees: kernel.split(state)
      case .turnAndBack: kernel.pages(state) & kernel.oriented(state, state.device)
      default: UInt64(0)
      }
    return Violation(
      after: path, in: model, tail: StepProperties(kernel).tail(property, state) ?? [],
      page: pages == 0 ? nil : pages.trailingZeroBitCount)
  }

  /// Returns the step from a state that corresponds, by symmetry, to a violating step; `nil` if
  /// there is none.
  private func stepApart(
    _ state: PackedState, _ event: CheckEvent, _ goal: PackedState, _ property: CheckProperty
  ) -> PathStep? {
    let wanted = PropertySet(property)
    var found: PathStep?
    model.kernel.expand(state, leaving: leaving) { other, step in
      guard found == nil, other.kind == event.kind, symmetry?.canonical(step.next) == goal,
        StepProperties(model.kernel).violated(by: other, state, step, wanted: wanted)
          .contains(wanted)
      else { return }
      found = PathStep(event: other, next: step.next)
    }
    return found
  }
}

/// A batch of the states that are expanded together, with the new states and violations.
///
/// The batch uses integers and pointers only.
@safe
private struct SearchBatch {
  // SAFETY: the search that creates a batch deallocates it; `transitions` has room for all
  // transitions of a state.

  /// A violation that was first found in this batch.
  struct Note {
    var violated: PropertySet
    var sighting: Exploration.Sighting
  }

  let kernel: StepKernel
  private let symmetry: WindowSymmetry?
  /// The outcomes that most searches meet early; once all are met, only exceptions and deferrals
  /// are searched for.
  private let usual: OutcomeSet
  /// The properties whose violations are still searched for.
  var wanted: PropertySet
  var seen: OutcomeSet
  /// For each orientation (raw value minus 1), the windows that had it while they were the page, as
  /// bits.
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

  /// Takes all transitions of a state; returns false if the memory for new states is exhausted.
  @inline(__always)
  mutating func expand(
    _ state: PackedState, _ index: Int, leaving: UInt64,
    into space: StateSpace
  ) -> Bool {
    // A local copy lets the compiler keep the fields in registers.
    var transitions = transitions
    transitions.removeAll()
    let duplicates = symmetry?.duplicates(state) ?? 0
    kernel.expand(state, leaving: leaving, except: duplicates, into: &transitions)
    steps &+= transitions.count
    guard space.makeRoom(transitions.count) else { return false }
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
        // An exception ends the app, so there is no next state.
        if found.raises { continue }
        next = found.next
      }
      space.offer(symmetry?.canonical(next) ?? next, at: number)
      number &+= 1
    }
    space.takeIn(number, parent: index)
    return true
  }

  /// Returns whether a step may violate a wanted property or have a new outcome; most steps do
  /// neither.
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

  /// Records the violations and outcomes of one step.
  @inline(never)
  private mutating func look(_ transition: Transition, _ state: PackedState, _ index: Int) {
    let step = kernel.decided(transition)
    let event = transition.event
    let violated = StepProperties(kernel).violated(by: event, state, step, wanted: wanted)
    let outcomes = StepProperties(kernel).outcomes(state, step)
    if !violated.isDisjoint(with: wanted) || !seen.isSuperset(of: outcomes) {
      take(violated, outcomes, index, event, step)
    }
  }

  private mutating func take(
    _ violated: PropertySet, _ outcomes: OutcomeSet, _ index: Int, _ event: CheckEvent,
    _ step: CheckStep
  ) {
    let sighting = Exploration.Sighting(state: index, event: event, next: step.next)
    notes.append(Note(violated: violated.intersection(wanted), sighting: sighting))
    wanted.subtract(violated)
    seen.formUnion(outcomes)
  }

  /// Records which windows can be the page in which orientation; returns the windows that can be
  /// the page for the first time.
  @inline(__always)
  mutating func see(_ state: PackedState) -> UInt64 {
    let candidates = kernel.pages(state)
    let fresh = candidates & ~(pages.0 | pages.1 | pages.2 | pages.3)
    pages.0 |= candidates & kernel.oriented(state, 0)
    pages.1 |= candidates & kernel.oriented(state, 1)
    pages.2 |= candidates & kernel.oriented(state, 2)
    pages.3 |= candidates & kernel.oriented(state, 3)
    return fresh
  }
}

/// Random walks with a fixed seed, which reach distant states but yield no paths to them.
///
/// Each walk begins with one window shown alone and key, and with a full turn of the device; all
/// further events are random.
private struct RandomWalk {
  /// The number of random events in a walk, and the minimum number of walks.
  private static let length = 60
  private static let walks = 500

  private let model: CheckModel
  private let leaving: UInt64
  private var random: UInt64 = 0x5357_4956_454C

  init(_ model: CheckModel, leaving: UInt64) {
    self.model = model
    self.leaving = leaving
  }

  private mutating func next(below count: Int) -> Int {
    // Knuth's linear congruential generator; the upper bits are used, as the lower ones are less
    // random.
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((random >> 33) % UInt64(count))
  }

  /// Calls `see` with every state and step; stops after a walk at whose end `isEnough` returns
  /// true.
  mutating func run(_ see: (PackedState, CheckStep) -> Void, isEnough: () -> Bool) {
    let kernel = model.kernel
    var list = TransitionList()
    defer { list.deallocate() }
    let windows = model.ids.count
    for number in 0..<max(Self.walks, windows) {
      var state = model.initial
      for event in plan(for: number % max(1, windows)) {
        list.removeAll()
        kernel.expand(state, leaving: leaving, into: &list)
        guard let position = position(of: event, in: list) else { continue }
        let step = kernel.decided(list[position])
        see(state, step)
        if step.raises || model.broken != nil { break }
        state = step.next
      }
      if isEnough() || model.broken != nil { return }
    }
  }

  /// Returns the position of an event in a list, or a random position if `event` is `nil`.
  ///
  /// Returns `nil` if the event is not in the list.
  private mutating func position(of event: CheckEvent?, in list: TransitionList) -> Int? {
    if let event { return (0..<list.count).first { list[$0].event == event } }
    // The device events are last in the list; they are chosen with a probability of one half.
    let device = min(5, list.count)
    return next(below: 2) == 0 ? list.count - 1 - next(below: device) : next(below: list.count)
  }

  /// Returns the events of a walk; `nil` stands for a random event.
  private func plan(for window: Int) -> [CheckEvent?] {
    let others = model.ids.indices.filter { $0 != window }
    return [CheckEvent(kind: .unlock)] + others.map { CheckEvent(kind: .hide, index: $0) }
      + [.show, .add, .makeKey].map { CheckEvent(kind: $0, index: window) }
      + [0, 1, 2, 3, 0].map { CheckEvent(kind: .turn, index: $0) }
      + Array(repeating: nil, count: Self.length)
  }
}
