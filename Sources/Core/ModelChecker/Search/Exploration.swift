// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// A search of the states of a stack, breadth first, for the first violation of each property.
final class Exploration {
  /// A violation of a property: the state at the index `state`, or the step `last` from there.
  struct Sighting {
    var state: Int
    var last: PathStep?
  }

  let model: CheckModel
  let space: StateSpace
  let bounds: CheckBounds
  let removes: Bool
  /// The windows that the search removes; for all other windows, hiding is equivalent.
  private let leaving: UInt64
  private let seeks: PropertySet
  private(set) var depth = 0
  /// The part of the search that decided the properties.
  private(set) var strategy = SearchStrategy.nearStates
  /// The limit that ended the last run; `nil` if none did.
  private(set) var limit: CheckLimit?
  /// The violations that directed searches have found.
  private var distant: [CheckProperty: Violation] = [:]
  private var expander: StateExpander
  /// A superset of the possible findings, from the projections; `nil` without projections.
  private(set) var possible: PossibleFindings?
  private var projection: Projection?
  /// The lower bounds of distances that were requested so far, by property.
  private var estimates: [CheckProperty: Projection.Estimate?] = [:]
  let canonicalForm: CanonicalForm?
  /// Whether the search ended before visiting all states, since nothing further could be found.
  private(set) var endsEarly = false
  /// The index of the next state to expand, and the index of the first state of the next level.
  private var index = 0
  private var levelEnd = 1
  private var hasWalked = false

  /// Creates a search for violations of the properties `seeks`.
  ///
  /// With `reduces`, and if projections apply to the model, the search uses symmetry, and ends as
  /// soon as it has met everything that the projections leave possible. Without projections
  /// the search uses the canonical form `form`, and ends as soon as it has met `known`, a superset of the
  /// possible findings.
  init(
    _ model: CheckModel, bounds: CheckBounds, reduces: Bool = false,
    seeks: PropertySet = .all, form: CanonicalForm? = nil, known: PossibleFindings? = nil
  ) {
    self.model = model
    self.bounds = bounds
    removes = model.hiddenMatters
    leaving = removes ? reduces ? model.leaving : model.all : 0
    let found = reduces ? PossibleFindings.of([model]) : nil
    possible = (found?.findings ?? known)?.about(seeks)
    projection = found?.projection
    self.seeks = seeks
    if projection?.isFrontFirst == true { model.leaveOutKey() }
    canonicalForm = found == nil ? form : CanonicalForm(model, projection)
    expander = StateExpander(
      model, canonicalForm, leaving: leaving,
      wanted: seeks.intersection(possible?.violated ?? .all).intersection(.searched))
    space = StateSpace(
      mostBytes: bounds.memory << 20, windows: model.ids.count,
      isKeyFree: model.isKeyFree, hasOrder: !model.recentOrder.isEmpty)
  }

  deinit { expander.deallocate() }

  var transitions: Int { expander.steps }

  var progress: CheckProgress {
    CheckProgress(states: space.count, expanded: index, depth: depth, bytes: space.bytes)
  }

  /// The outcomes of decisions that were met.
  var outcomes: OutcomeSet { expander.seen }

  var pages: MetPages { expander.pages }

  /// Returns the first violation of a property that was found.
  func violation(_ property: CheckProperty) -> Violation? {
    distant[property]
      ?? expander.sightings[property].map {
        violation(property, after: path(to: $0.state), $0.last)
      }
  }

  /// The properties of which the projections leave a violation possible that was not found.
  private var missing: PropertySet {
    possible?.violated(except: Array(expander.sightings.keys) + distant.keys) ?? []
  }

  /// Whether each violation was found that the projections leave possible.
  var meetsPossible: Bool { missing.isEmpty }

  /// Searches all states, or as many as the bounds allow; `report` returns whether to continue.
  ///
  /// A further call continues the search; after an early end it visits all states.
  func run(_ bounds: CheckBounds, report: (CheckProgress) -> Bool) {
    let mayEnd = !endsEarly
    limit = nil
    endsEarly = false
    if space.count == 0 {
      _ = space.insert(canonicalForm?.canonical(model.initial) ?? model.initial)
    }
    if model.raisesAtOnce {
      return expander.raiseAtOnce()
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
      if !report(progress) {
        limit = .interrupted
        return
      }
      if mayEnd, index < space.count, possible != nil, meetsPossible, meetsPages() {
        endsEarly = true
        return
      }
      if space.count > bounds.states {
        limit = .states(bounds.states)
        return
      }
    }
  }

  /// The number of states after which a directed search is faster; `nil` without projections.
  var nearStates: Int? { possible == nil ? nil : 2_000 }

  /// Returns the lower bounds of the number of events to a violation of a property
  /// (`Projection.estimate`); `nil` without projections.
  func estimate(_ property: CheckProperty) -> Projection.Estimate? {
    if let known = estimates[property] { return known }
    let found = projection?.estimate(property)
    estimates[property] = .some(found)
    return found
  }

  /// Returns whether every possible page and rotation was met, if necessary after walks.
  private func meetsPages() -> Bool {
    if !hasMetPages(), !hasWalked { walk() }
    return hasMetPages()
  }

  /// Ends the search without the violations that are still missing; returns false if a page or a rotation is
  /// missing, too.
  func endNear() -> Bool {
    guard meetsPages() else { return false }
    (endsEarly, limit) = (true, nil)
    return true
  }

  /// Runs a directed search (A*) for each missing violation, and returns whether everything is
  /// decided.
  ///
  /// Returns false if a page or a rotation is missing, the projections give no lower bound of the
  /// distance, or a search reaches a bound.
  func directed(_ bounds: CheckBounds, _ report: (CheckProgress) -> Bool) -> Bool {
    strategy = .allStates
    guard possible != nil, meetsPages() else { return false }
    let missing = missing
    projection?.measure(missing)
    for property in CheckProperty.allCases where missing.contains(PropertySet(property)) {
      guard estimate(property) != nil else { return false }
      let search = ExactSearch(
        model: model, property: property, bounds: bounds, estimate: { self.estimate(property) },
        canonicalForm: canonicalForm, isAbstract: true)
      switch search.shortest(report) {
      case .open: return false
      case .none: break
      case .found(let steps):
        let states = steps.dropLast(property.tail ?? 1).map { $0.next }
        let last = property.tail == nil ? steps.last : nil
        distant[property] = violation(property, after: path(through: states), last)
      }
    }
    (strategy, endsEarly, limit) = (.directed, true, nil)
    return true
  }

  /// Returns whether each possible page that accepts any orientation was met, in every orientation that is
  /// possible and that the page accepts, and a rotation was met if one is possible.
  private func hasMetPages() -> Bool {
    guard let possible, expander.seen.contains(.turned) || !possible.turns else { return false }
    for window in model.ids.indices where possible.pages[window] != 0 {
      let accepted = expander.pages.accepts(window)
      if accepted != 0, !expander.pages.contains(window) { return false }
      for orientation in 0..<4 where possible.pages[window] >> UInt8(orientation) & 1 == 1 {
        let isNever = PropertyFormula.isNeverReached(
          accepts: accepted >> UInt8(orientation) & 1 == 1,
          isMet: expander.pages.contains(window, in: orientation))
        if isNever { return false }
      }
    }
    return true
  }

  /// Searches for pages and rotations by up to 500 walks, since only their existence matters, not a path to them.
  ///
  /// Each walk shows one window alone, makes it key and turns the device once around, as far as these events
  /// are possible; 60 random events follow.
  private func walk() {
    hasWalked = true
    var list = TransitionList()
    defer { list.deallocate() }
    var random: UInt64 = 0x5357_4956_454C
    /// Returns a random number, by Knuth's linear congruential generator; the upper bits are used, as the lower
    /// ones are less random.
    func next(below count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }
    let windows = max(1, model.ids.count)
    for number in 0..<max(500, windows) where !hasMetPages() && model.broken == nil {
      var state = model.initial
      let plan = plan(for: number % windows, removes: number / windows % 2 == 1)
      for event in plan.map(Optional.some) + Array(repeating: nil, count: 60) {
        list.removeAll()
        model.kernel.expand(state, leaving: leaving, into: &list)
        // One of the device events, which are last in the list, is chosen at least every other time.
        let place =
          event.map { event in (0..<list.count).first { list[$0].event == event } }
          ?? (next(below: 2) == 0
            ? list.count - 1 - next(below: min(5, list.count)) : next(below: list.count))
        guard let place else { continue }
        let step = model.kernel.decided(list[place])
        if step.code != TriggerCode.nothing { expander.note(state, step) }
        if step.raises { break }
        state = step.next
        expander.see(state)
      }
    }
  }

  /// Returns the events of a walk; the other windows are hidden, or with `removes` removed where removing is
  /// not the same.
  private func plan(for window: Int, removes: Bool) -> [CheckEvent] {
    let others = model.ids.indices.filter { $0 != window }
    let away = others.map { other in
      let isLeaving = removes && leaving & PackedState.bit(other) != 0
      return CheckEvent(kind: isLeaving ? .remove : .hide, index: other)
    }
    return [CheckEvent(kind: .unlock)] + away
      + [.show, .add, .makeKey].map { CheckEvent(kind: $0, index: window) }
      + [0, 1, 2, 3, 0].map { CheckEvent(kind: .turn, index: $0) }
  }

  /// Expands the states at these indices; returns false if memory is exhausted.
  private func expand(_ range: Range<Int>) -> Bool {
    // A local copy lets the compiler keep the fields in registers.
    var expander = expander
    defer { self.expander = expander }
    for index in range {
      guard expander.expand(space[index], index, into: space) else { return false }
    }
    return true
  }

  var reductions: [CheckReduction] {
    model.reductions + (canonicalForm?.reductions ?? [])
      + (endsEarly ? [.projections] : possible == nil ? [.wholeProduct] : [])
  }

  var isWhole: Bool { limit == nil && !endsEarly && keepsWindows }

  var keepsWindows: Bool { canonicalForm?.keepsWindows ?? true }

  /// Whether all states were searched without a rotation of the page, which may have occurred when a
  /// hidden window was shown whose orientation is left out.
  var mayMissTurns: Bool {
    limit == nil && !endsEarly && possible?.turns == true && canonicalForm?.overwritten ?? 0 != 0
      && !expander.seen.contains(.turned)
  }
}

extension Exploration {
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
  /// The canonical form is undone: each interchangeable window keeps its identity in all steps.
  private func path(through states: [PackedState]) -> [PathStep] {
    var steps: [PathStep] = []
    for goal in states {
      let found = model.kernel.first(from: steps.last?.next ?? model.initial, leaving: leaving) {
        !$1.raises && canonicalForm?.canonical($1.next) ?? $1.next == goal
      }
      guard let found else { return steps }
      steps.append(found)
    }
    return steps
  }

  /// Returns the violation after a path, by a step that corresponds, by symmetry, to `last` if the property is one
  /// of steps.
  private func violation(
    _ property: CheckProperty, after path: [PathStep], _ last: PathStep?
  ) -> Violation {
    let (kernel, wanted, properties) = (
      model.kernel, PropertySet(property), StepProperties(model.kernel)
    )
    var path = path
    let end = path.last?.next ?? model.initial
    if let last {
      let goal = canonicalForm?.canonical(last.next) ?? last.next
      let step = kernel.first(from: end, leaving: leaving) { event, step in
        event.kind == last.event.kind && canonicalForm?.canonical(step.next) ?? step.next == goal
          && properties.violated(by: event, end, step, wanted: wanted).contains(wanted)
      }
      if let step { path.append(step) }
    }
    var pages =
      switch property {
      case .barAgrees: kernel.split(end)
      case .turnAndBack: kernel.pages(end) & kernel.oriented(end, end.device)
      default: UInt64(0)
      }
    // If all windows rotate together, each of them can be the page.
    if model.leavesOutKey { pages = 0 }
    return Violation(
      after: path, in: model, tail: properties.tail(property, end) ?? [],
      page: pages == 0 ? nil : pages.trailingZeroBitCount)
  }
}

/// An expander of states, which records the first violations, the outcomes and the pages.
@safe
private struct StateExpander {
  // SAFETY: the search that creates an expander deallocates it; `transitions` has room for all
  // transitions of a state.

  private let kernel: StepKernel
  private let canonicalForm: CanonicalForm?
  private let leaving: UInt64
  /// The properties whose violations are still searched for.
  private var wanted: PropertySet
  /// The first violation of each property.
  private(set) var sightings: [CheckProperty: Exploration.Sighting] = [:]
  private(set) var seen: OutcomeSet = []
  var pages: MetPages
  /// The number of transitions taken.
  private(set) var steps = 0
  private let transitions = TransitionList()

  init(
    _ model: CheckModel, _ canonicalForm: CanonicalForm?, leaving: UInt64, wanted: PropertySet
  ) {
    kernel = model.kernel
    self.canonicalForm = canonicalForm
    self.leaving = leaving
    self.wanted = wanted
    pages = MetPages(model, canonicalForm)
  }

  func deallocate() { transitions.deallocate() }

  /// Evaluates a state and takes all its transitions; returns false if the memory for new states is
  /// exhausted.
  @inline(__always)
  mutating func expand(_ state: PackedState, _ index: Int, into space: StateSpace) -> Bool {
    see(state)
    if wanted.contains(.bar), kernel.split(state) != 0 {
      record(.bar, Exploration.Sighting(state: index))
    }
    if wanted.contains(.back), TurnAndBack(kernel).violation(in: state) != nil {
      record(.back, Exploration.Sighting(state: index))
    }
    // A local copy lets the compiler keep the fields in registers.
    var transitions = transitions
    transitions.removeAll()
    let leftOut = canonicalForm?.leftOut(state) ?? 0
    kernel.expand(state, leaving: leaving, except: leftOut, into: &transitions)
    steps &+= transitions.count
    guard space.makeRoom(transitions.count) else { return false }
    var number = 0
    for position in 0..<transitions.count {
      let transition = transitions[position]
      var next = transition.start
      if transition.code != TriggerCode.nothing {
        let cell = unsafe kernel.known(transition.code, transition.window, transition.start)
        let found = unsafe kernel.applied(cell.pointee, to: transition.start)
        let turnsBar = kernel.movesBar(found.next, state)
        if unsafe isOpen(transition, cell.pointee, found.raises, turnsBar: turnsBar) {
          look(transition, state, index)
        }
        // An exception ends the app, so there is no next state.
        if found.raises { continue }
        next = found.next
      }
      space.offer(canonicalForm?.canonical(next) ?? next, at: number)
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
    return wanted.contains(.hidden) || !seen.isSuperset(of: .usual)
  }

  @inline(never)
  private mutating func look(_ transition: Transition, _ state: PackedState, _ index: Int) {
    let step = kernel.decided(transition)
    let event = transition.event
    let violated = StepProperties(kernel).violated(by: event, state, step, wanted: wanted)
    record(
      violated, Exploration.Sighting(state: index, last: PathStep(event: event, next: step.next)))
    var state = state
    if event.kind == .show, let canonicalForm {
      // The orientation that the window had before is left out, so no rotation is noted.
      let own = PackedState.bit(event.index) & canonicalForm.overwritten
      state.turn(own, to: step.next.orientation(event.index))
    }
    note(state, step)
  }

  mutating func note(_ state: PackedState, _ step: CheckStep) {
    seen.formUnion(StepProperties(kernel).outcomes(state, step))
  }

  @inline(never)
  private mutating func record(_ violated: PropertySet, _ sighting: Exploration.Sighting) {
    let fresh = violated.intersection(wanted)
    for property in CheckProperty.allCases where fresh.contains(PropertySet(property)) {
      sightings[property] = sighting
    }
    wanted.subtract(fresh)
  }

  mutating func raiseAtOnce() {
    sightings[.neverTraps] = Exploration.Sighting(state: 0)
    seen = .exception
  }

  @inline(__always)
  mutating func see(_ state: PackedState) {
    var candidates = kernel.pages(state)
    // Windows that wait can be shown without another effect, and so be the page.
    if let canonicalForm {
      candidates |= state.present & ~kernel.followers & canonicalForm.waiting(state)
    }
    pages.windows.0 |= candidates & kernel.oriented(state, 0)
    pages.windows.1 |= candidates & kernel.oriented(state, 1)
    pages.windows.2 |= candidates & kernel.oriented(state, 2)
    pages.windows.3 |= candidates & kernel.oriented(state, 3)
  }
}
