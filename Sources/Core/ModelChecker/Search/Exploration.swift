// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The breadth-first search of all states of a stack, with the first violation of every property.
final class Exploration {
  /// The first violation of a property, in a state or in a step out of it.
  struct Violation {
    var state: Int
    var event: CheckEvent?
    /// The state after the event; nil without an event.
    var next: PackedState?
    /// The window that must be the page; nil if the state determines it or it does not matter.
    var page: Int?
    /// The further events that show the violation.
    var tail: [CheckEvent] = []
    /// The path to the state, if it is not in the state space.
    var path: [PathStep]?
  }

  let model: CheckModel
  let space: StateSpace
  let bounds: CheckBounds
  /// Whether windows must be removed in the search.
  let removes: Bool
  /// The windows whose removal matters.
  private let leaving: UInt64
  private(set) var transitions = 0
  private(set) var depth = 0
  /// The bound that ended the search.
  private(set) var limit: CheckLimit?
  private(set) var violations: [CheckProperty: Violation] = [:]
  /// The outcomes of decisions that were met.
  private(set) var seen: OutcomeSet = []
  /// The windows that were the page in each orientation, as sets.
  private var pages: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// A state in which each window is the page.
  private var pageStates: [Int: PackedState] = [:]
  /// The result of a search of nodes; nil if there was none.
  let nodes: NodeCheck?
  /// An upper bound of the findings, if it is known.
  let possible: PossibleFindings?
  /// The distances to lost turns, if all windows turn together.
  let pattern: PatternDatabase?
  /// The symmetry of alike windows; nil if there is none.
  let symmetry: WindowSymmetry?
  /// Whether the search ended early, because nothing further is possible.
  private(set) var endsEarly = false
  /// The properties whose violations are searched.
  private let seeks: PropertySet
  private var accepted: [UInt8?]
  /// The next state to expand, and the end of its level.
  private var index = 0
  private var levelEnd = 1
  private var hasWalked = false

  /// Creates a search.
  ///
  /// With `reduces` it uses the symmetry, unless `tellsApart`, and ends as soon as everything was
  /// met that projections leave possible. If there are `nodes`, it adopts their results and
  /// searches nothing. `seeks` are the properties to search.
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
  /// A search that ended early can be run again to its end.
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

  /// Returns the possible violations that were not met.
  private func missingViolations(_ possible: PossibleFindings) -> PropertySet {
    violations.keys.reduce(possible.violated.intersection(.searched)) {
      $0.subtracting(PropertySet($1))
    }
  }

  /// The number of states after which other searches reach distant violations sooner; nil if there
  /// are none.
  var nearStates: Int? {
    if possible == nil { return nil }
    return model.readsMore ? 2_000 : 20_000
  }

  /// Returns whether every page and rotation was met, by random walks if necessary.
  private func meetsPages() -> Bool {
    if !hasMetPages(), !hasWalked { walk() }
    return hasMetPages()
  }

  /// Searches the states nearest to a lost turn first, if only that was not met within a bound.
  ///
  /// The search is abstract: alike windows are merged, and any shown window can inherit the key. False
  /// if decisions read more than observation classes, or a bound was reached.
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
        violations[.turnAndBack] = lostTurn(after: path(through: steps.map(\.next)))
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

  /// Returns whether every possible orientation of a page was met, and a turn if one is possible.
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

  /// Searches pages and turns by random walks, as only their existence matters, not the path.
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

  /// Returns the orientations that a window accepts as the page, one bit each; nil if never the
  /// page.
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

  /// Returns a state with a window as page and key: the first one met for it or an alike window.
  private func pageState(_ window: Int) -> PackedState? {
    for other in symmetry?.alike(window) ?? [window] {
      guard var state = pageStates[other]?.swapped(window, other) else { continue }
      state.key = window
      // A window that leaves the decision may depend on others, so all are present.
      if !model.reads.behind.isEmpty { (state.present, state.hidden) = (model.all, 0) }
      return state
    }
    return nil
  }

  /// Expands some states; false when memory is exhausted.
  private func expand(_ range: Range<Int>) -> Bool {
    let table = unsafe space.table
    // Projections exclude some violations.
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

  /// Judges a state itself.
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

  /// The reductions that were used.
  var reductions: [CheckReduction] {
    if nodes != nil { return model.reductions + [.turnedTogether] }
    return model.reductions + (symmetry == nil ? [] : [.alike])
      + (endsEarly ? [.projections] : possible == nil ? [.wholeProduct] : [])
  }

  /// Whether every state was searched, without symmetry and nodes.
  var isWhole: Bool { limit == nil && !endsEarly && symmetry == nil && nodes == nil }

  /// Returns whether a window, or an alike one, was the page in an orientation, raw value minus 1.
  func wasPage(_ window: Int, in orientation: Int) -> Bool {
    let windows = (symmetry?.alike(window) ?? [window]).reduce(0) { $0 | PackedState.bit($1) }
    return [pages.0, pages.1, pages.2, pages.3][orientation] & windows != 0
  }
}

extension Exploration {
  /// An event and the state after it.
  struct PathStep {
    var event: CheckEvent
    var next: PackedState
  }

  /// Returns the first path on which a state was reached.
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

  /// Returns the path to a state without the symmetry, from the real start.
  private func pathApart(to index: Int) -> [PathStep] {
    var wanted: [PackedState] = []
    var index = index
    while index != 0 {
      wanted.append(space[index])
      index = space.parent(index)
    }
    return path(through: wanted.reversed())
  }

  /// Returns the path whose states have these canonical forms.
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

  /// Returns the step that is equivalent to a violation's step, and violates the same property.
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

  /// Returns the window that must be the page at the end of a path; nil if it does not matter.
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

  /// Returns the path to a violation, including its tail.
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

/// The expansion of some states: new states and findings; integers and pointers only.
@safe
private struct SearchBatch {
  // SAFETY: the search that creates a batch deallocates it; `transitions` has room for all
  // transitions of a state.

  /// The findings of a step that are new in the batch.
  struct Note {
    var violated: PropertySet
    var violation: Exploration.Violation
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

  /// Records the windows that are, or can be, the page; returns those that are new.
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

/// Walks with a fixed seed, for findings that are many events away and need no counterexample.
///
/// In each walk another window is alone and key and the device turns once around; what comes next is
/// random.
private struct RandomWalk {
  /// The number of random events of a walk, and the least number of walks.
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
    // Knuth's linear congruential generator, whose upper bits are random enough.
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((random >> 33) % UInt64(count))
  }

  /// Calls `see` with every state and step; ends when `isEnough` returns true after a walk.
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

  /// Returns the position of an event, or a random one; nil for an event that is not possible.
  private mutating func position(of event: CheckEvent?, in list: TransitionList) -> Int? {
    if let event { return (0..<list.count).first { list[$0].event == event } }
    // Device events are last in the list; they get half of the probability.
    let device = min(5, list.count)
    return next(below: 2) == 0 ? list.count - 1 - next(below: device) : next(below: list.count)
  }

  /// Returns the events of a walk; nil stands for a random one.
  private func plan(for window: Int) -> [CheckEvent?] {
    let others = model.ids.indices.filter { $0 != window }
    return [CheckEvent(kind: .unlock)] + others.map { CheckEvent(kind: .hide, index: $0) }
      + [.show, .add, .makeKey].map { CheckEvent(kind: $0, index: window) }
      + [0, 1, 2, 3, 0].map { CheckEvent(kind: .turn, index: $0) }
      + Array(repeating: nil, count: Self.length)
  }
}
