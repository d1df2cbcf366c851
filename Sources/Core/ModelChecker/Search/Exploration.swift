// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The breadth-first search of all states of a stack, with the first violation of each property.
final class Exploration {
  /// The first violation of a property: a state, or a step from that state.
  struct Violation {
    var state: Int
    var event: CheckEvent?
    /// The state after `event`; `nil` if the state itself is the violation.
    var next: PackedState?
    /// The window that must be the page; `nil` if the state determines the page or the page does
    /// not matter.
    var page: Int?
    /// The events that must follow to make the violation visible.
    var tail: [CheckEvent] = []
    /// The path to the state; `nil` if the state is in the state space.
    var path: [PathStep]?
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
  private(set) var violations: [CheckProperty: Violation] = [:]
  /// The outcomes that decisions had so far.
  private(set) var seen: OutcomeSet = []
  /// For each orientation (raw value minus 1), the windows that had it while they were the page, as
  /// bits.
  private var pages: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// For each window that was the page, one state in which it was.
  private var pageStates: [Int: PackedState] = [:]
  /// The result of a search by nodes, which replaces the search of states; `nil` if there was none.
  let nodes: NodeCheck?
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
  private var accepted: [UInt8?]
  /// The index of the next state to expand, and the index of the first state of the next level.
  private var index = 0
  private var levelEnd = 1
  private var hasWalked = false

  /// Creates a search for violations of the properties `seeks`.
  ///
  /// With `reduces` the search uses symmetry, unless `tellsApart` requires that interchangeable
  /// windows are distinguished. It ends as soon as it has met everything that the projections leave
  /// possible. If `nodes` has a result, the search adopts that result and visits no state.
  init(
    _ model: CheckModel, bounds: CheckBounds, reduces: Bool = false, tellsApart: Bool = false,
    nodes: NodeCheck? = nil, seeks: PropertySet = .searched
  ) {
    self.model = model
    self.seeks = seeks
    self.bounds = bounds
    removes = model.hiddenMatters
    leaving = removes ? reduces ? model.leaving : model.all : 0
    self.nodes = nodes
    let found = reduces && nodes == nil ? PossibleFindings.of(model) : nil
    possible = found?.findings
    pattern = found?.projection.map { PatternDatabase($0) }
    symmetry = possible != nil && !tellsApart ? WindowSymmetry(model) : nil
    space = StateSpace(
      mostBytes: bounds.memory << 20, windows: model.ids.count,
      isKeyFree: model.isKeyFree, hasOrder: !model.recentOrder.isEmpty)
    accepted = Array(repeating: nil, count: model.ids.count)
    guard let nodes else { return }
    (violations, seen, limit) = (nodes.violations, nodes.outcomes, nodes.limit)
    pages = (nodes.pages[0], nodes.pages[1], nodes.pages[2], nodes.pages[3])
    pageStates = nodes.search.pageStates
    (transitions, depth) = (nodes.search.steps, nodes.search.levels.count - 1)
  }

  /// The number of states reached.
  var count: Int { nodes?.search.count ?? space.count }

  /// The memory of the states, in bytes.
  var bytes: Int { nodes?.search.bytes ?? space.bytes }

  /// Searches all states, or as many as the bounds allow; `report` returns whether to continue.
  ///
  /// A search that ended early continues when called again.
  func run(_ bounds: CheckBounds, report: (CheckProgress) -> Bool) {
    if nodes != nil { return }
    let mayEnd = !endsEarly
    limit = nil
    endsEarly = false
    if space.count == 0 {
      _ = space.insert(symmetry?.canonical(model.initial) ?? model.initial)
    }
    if model.raisesAtOnce {
      violations[.neverTraps] = Violation(state: 0)
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
      let progress = CheckProgress(
        states: space.count, expanded: index, depth: depth, bytes: space.bytes)
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
    violations.keys.reduce(possible.violated.intersection(.searched)) {
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
        violations[.turnAndBack] = lostTurn(after: path(through: steps.map { $0.next }))
      }
    } else if !missing.isEmpty {
      return false
    }
    (endsEarly, limit) = (true, nil)
    return true
  }

  private func lostTurn(after path: [PathStep]) -> Violation? {
    let state = path.last?.next ?? model.initial
    let property = TurnAndBack(model.kernel)
    guard let away = property.violation(in: state) else { return nil }
    let pages = model.kernel.pages(state) & model.kernel.oriented(state, state.device)
    var violation = Violation(state: 0, page: pages.trailingZeroBitCount)
    violation.path = path
    violation.tail = property.events(from: state, to: away)
    return violation
  }

  /// Returns whether each page was met in every orientation that is possible and that the page
  /// accepts, and a rotation was met if one is possible.
  private func hasMetPages() -> Bool {
    guard let possible, seen.contains(.turned) || !possible.turns else { return false }
    for window in model.ids.indices {
      for orientation in 0..<4 where possible.pages[window] >> UInt8(orientation) & 1 == 1 {
        if wasPage(window, in: orientation) { continue }
        guard let accepts = accepts(window) else { return false }
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
    var batch = SearchBatch(kernel, nil, wanted: [], seen: seen, pages: pages)
    defer { batch.deallocate() }
    var walk = RandomWalk(model, leaving: leaving)
    walk.run { state, step in
      var fresh = batch.see(state)
      while fresh != 0 {
        pageStates[fresh.trailingZeroBitCount] = state
        fresh &= fresh - 1
      }
      if step.code != TriggerCode.nothing {
        batch.seen.formUnion(StepProperties(kernel).outcomes(state, step))
      }
      pages = batch.pages
      seen = batch.seen
    } isEnough: {
      hasMetPages()
    }
  }

  /// Returns the orientations that a window accepts as the page, one bit each.
  ///
  /// Returns `nil` if the window was never the page.
  func accepts(_ window: Int) -> UInt8? {
    if let known = accepted[window] { return known }
    guard let state = pageState(window) else { return nil }
    let scene = model.scene(state)
    let mask = (0..<4).reduce(into: UInt8(0)) { mask, orientation in
      let value = CheckModel.orientation(orientation)
      if model.rules.pageAccepts(value, in: scene, answers: Answers()) == true {
        mask |= 1 << UInt8(orientation)
      }
    }
    accepted[window] = mask
    return mask
  }

  /// Returns a state in which a window is page and key.
  ///
  /// The state is that of an interchangeable window, with the two windows exchanged, if the window
  /// itself was never met as the page.
  private func pageState(_ window: Int) -> PackedState? {
    for other in symmetry?.alike(window) ?? [window] {
      guard var state = pageStates[other]?.swapped(window, other) else { continue }
      state.key = window
      // If a window passes decisions on to the windows behind it, these have to be present.
      if !model.reads.behind.isEmpty { (state.present, state.hidden) = (model.all, 0) }
      return state
    }
    return nil
  }

  /// Expands the states at these indices; returns false if memory is exhausted.
  private func expand(_ range: Range<Int>) -> Bool {
    let table = unsafe space.table
    // Violations that the projections exclude are not searched for.
    var wanted = seeks.intersection(possible?.violated ?? .searched)
    for property in violations.keys { wanted.remove(PropertySet(property)) }
    var batch = SearchBatch(model.kernel, symmetry, wanted: wanted, seen: seen, pages: pages)
    defer { batch.deallocate() }
    var fits = true
    for index in range where fits {
      let state = unsafe table.pointee[index]
      var fresh = batch.see(state)
      while fresh != 0 {
        pageStates[fresh.trailingZeroBitCount] = state
        fresh &= fresh - 1
      }
      if batch.wanted.contains(.bar) || batch.wanted.contains(.back) {
        judge(state, index, &batch)
      }
      fits = unsafe batch.expand(state, index, leaving: leaving, into: table)
    }
    pages = batch.pages
    seen = batch.seen
    transitions += batch.steps
    for note in batch.notes {
      take(note.violated, note.violation)
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
      let page = kernel.split(state).trailingZeroBitCount
      violations[.barAgrees] = Violation(state: index, page: page)
    }
    if batch.wanted.contains(.back), let away = TurnAndBack(kernel).violation(in: state) {
      batch.wanted.remove(.back)
      let page = (kernel.pages(state) & kernel.oriented(state, state.device)).trailingZeroBitCount
      violations[.turnAndBack] = Violation(
        state: index, page: page, tail: TurnAndBack(kernel).events(from: state, to: away))
    }
  }

  private func take(_ violated: PropertySet, _ violation: Violation) {
    for property in CheckProperty.allCases where violated.contains(PropertySet(property)) {
      violations[property] = violation
    }
  }

  /// The reductions that the search has used.
  var reductions: [CheckReduction] {
    if nodes != nil { return model.reductions + [.turnedTogether] }
    return model.reductions + (symmetry == nil ? [] : [.alike])
      + (endsEarly ? [.projections] : possible == nil ? [.wholeProduct] : [])
  }

  /// Whether every state was visited one by one, without symmetry, search by nodes, or early end.
  var isWhole: Bool { limit == nil && !endsEarly && symmetry == nil && nodes == nil }

  /// Returns whether a window, or one interchangeable with it, was the page in an orientation.
  ///
  /// The orientation is a raw value minus 1.
  func wasPage(_ window: Int, in orientation: Int) -> Bool {
    let windows = (symmetry?.alike(window) ?? [window]).reduce(0) { $0 | PackedState.bit($1) }
    return [pages.0, pages.1, pages.2, pages.3][orientation] & windows != 0
  }
}

extension Exploration {
  /// An event of a path, and the state after the event.
  struct PathStep {
    var event: CheckEvent
    var next: PackedState
  }

  /// Returns the path on which the state at an index was first reached.
  func path(to index: Int) -> [PathStep] {
    if symmetry != nil { return pathApart(to: index) }
    var steps: [PathStep] = []
    var index = index
    while index != 0 {
      let parent = space.parent(index)
      let wanted = space[index]
      var found: PathStep?
      model.kernel.expand(space[parent], leaving: leaving) { event, step in
        if found == nil, step.next == wanted { found = PathStep(event: event, next: wanted) }
      }
      if let found { steps.append(found) }
      index = parent
    }
    return steps.reversed()
  }

  /// Returns the path to the state at an index, with the symmetry undone: each interchangeable
  /// window keeps its identity in all steps.
  private func pathApart(to index: Int) -> [PathStep] {
    var wanted: [PackedState] = []
    var index = index
    while index != 0 {
      wanted.append(space[index])
      index = space.parent(index)
    }
    return path(through: wanted.reversed())
  }

  /// Returns the path from the initial state whose states have the given canonical forms.
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

  /// Returns the step from a state that corresponds, by symmetry, to the violating step; `nil` if
  /// there is none.
  private func stepApart(
    _ state: PackedState, like violation: Violation, _ property: CheckProperty
  ) -> PathStep? {
    guard let event = violation.event, let next = violation.next, let symmetry else { return nil }
    let goal = symmetry.canonical(next)
    let wanted = PropertySet(property)
    var found: PathStep?
    model.kernel.expand(state, leaving: leaving) { other, step in
      guard found == nil, other.kind == event.kind, symmetry.canonical(step.next) == goal,
        StepProperties(model.kernel).violated(by: other, state, step, wanted: wanted)
          .contains(wanted)
      else { return }
      found = PathStep(event: other, next: step.next)
    }
    return found
  }

  /// Returns the window that must be the page at the end of a path; `nil` if the page does not
  /// matter.
  func page(of violation: Violation, after path: [PathStep]) -> Int? {
    guard symmetry != nil, violation.page != nil, violation.path == nil else {
      return violation.page
    }
    let state = path.dropLast(violation.tail.count).last?.next ?? model.initial
    let kernel = model.kernel
    let pages =
      violation.tail.isEmpty
      ? kernel.split(state) : kernel.pages(state) & kernel.oriented(state, state.device)
    return pages == 0 ? nil : pages.trailingZeroBitCount
  }

  /// Returns the path to a violation, followed by the events that make it visible.
  func path(to violation: Violation, of property: CheckProperty) -> [PathStep] {
    var steps = violation.path ?? path(to: violation.state)
    if symmetry != nil, violation.path == nil {
      let end = steps.last?.next ?? model.initial
      if let step = stepApart(end, like: violation, property) { steps.append(step) }
    } else if let event = violation.event, let next = violation.next {
      steps.append(PathStep(event: event, next: next))
    }
    var state = steps.last?.next ?? model.initial
    for event in violation.tail {
      model.kernel.step(event, state) { state = $1.next }
      steps.append(PathStep(event: event, next: state))
    }
    return steps
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
    var violation: Exploration.Violation
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
    into space: UnsafeMutablePointer<StateTable>
  ) -> Bool {
    // A local copy lets the compiler keep the fields in registers.
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
        // An exception ends the app, so there is no next state.
        if found.raises { continue }
        next = found.next
      }
      unsafe space.pointee.offer(symmetry?.canonical(next) ?? next, at: number)
      number &+= 1
    }
    unsafe space.pointee.takeIn(number, parent: index)
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
    let violation = Exploration.Violation(state: index, event: event, next: step.next)
    notes.append(Note(violated: violated.intersection(wanted), violation: violation))
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
