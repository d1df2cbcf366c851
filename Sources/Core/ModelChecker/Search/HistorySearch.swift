// SPDX-License-Identifier: Apache-2.0

/// A best-first search of states with their histories of key windows.
///
/// Unless the search is abstract, the history determines which window becomes key after the key
/// window, so the arbiter can replay every path. With a consistent lower bound of the remaining
/// events the first goal found is a nearest one (A*); with the bound 0 the search is breadth-first.
struct HistorySearch {
  enum Outcome {
    /// The path to the first goal, or through the first step for which `ends` returns true.
    case found([PathStep])
    /// No goal was found, and no bound was reached.
    case none
    case open(CheckLimit)
  }

  struct Node {
    var state: PackedState
    /// The number of the history of key windows in `KeyHistories`.
    var history: Int
    /// The index of the predecessor, and the event that leads from there to this node; the first
    /// node is its own predecessor.
    var parent = 0
    var event = CheckEvent(kind: .turn)
    /// The number of events on the path to the node.
    var level = 0
    var isExpanded = false
  }

  private let model: CheckModel
  private let leaving: UInt64
  private let bounds: CheckBounds
  private let canonicalForm: CanonicalForm?
  private let isAbstract: Bool
  private var histories: KeyHistories
  /// The nodes in the order of discovery, by the numbers of their states and histories.
  private var nodes: [Node] = []
  /// The A* queue: for each estimated total length of a path, the indices of nodes; the last index
  /// is taken first.
  private var queue: [[Int]] = []
  /// The number of indices that were added to the queue.
  private var count = 0

  /// Creates a search; with `isAbstract` the history is ignored: any shown window may become key
  /// after the key window.
  init(
    _ model: CheckModel, leaving: UInt64, _ bounds: CheckBounds,
    _ canonicalForm: CanonicalForm? = nil,
    isAbstract: Bool = false
  ) {
    (self.model, self.leaving, self.bounds) = (model, leaving, bounds)
    (self.canonicalForm, self.isAbstract) = (canonicalForm, isAbstract)
    histories = KeyHistories(model)
  }

  /// Searches for a state for which `isGoal` returns true, or a step for which `ends` returns true.
  ///
  /// `estimate` returns a lower bound of the remaining events after a state that was reached by
  /// `level` events, or `nil` if no goal is reachable from that state. Only events for which
  /// `allowed` returns true are taken. A search runs once.
  mutating func run(
    estimate: (PackedState, _ level: Int) -> Int?, allowed: (CheckEvent) -> Bool = { _ in true },
    isGoal: (Node, KeyHistories) -> Bool = { _, _ in false },
    ends: (PackedState, CheckEvent, CheckStep) -> Bool = { _, _, _ in false },
    goesOn: (CheckProgress) -> Bool
  ) -> Outcome {
    let kernel = model.kernel
    var numbers = StateNumbers()
    var list = TransitionList()
    defer {
      numbers.deallocate()
      list.deallocate()
    }
    offer(Node(state: canonical(model.initial), history: histories.first()), &numbers, estimate)
    var length = 0
    while length < queue.count {
      guard let number = queue[length].popLast() else {
        length += 1
        continue
      }
      let node = nodes[number]
      if node.isExpanded { continue }
      nodes[number].isExpanded = true
      if isGoal(node, histories) { return .found(path(to: number)) }
      list.removeAll()
      let leftOut = canonicalForm?.leftOut(node.state) ?? 0
      kernel.expand(node.state, leaving: leaving, except: leftOut, into: &list)
      for position in 0..<list.count where allowed(list[position].event) {
        let transition = list[position]
        let after = isAbstract ? 0 : histories.after(node.history, node.state, transition)
        guard let history = after else { continue }
        let step = kernel.decided(transition)
        if ends(node.state, transition.event, step), model.broken == nil {
          let last = PathStep(event: transition.event, next: step.next)
          return .found(path(to: number) + [last])
        }
        if step.raises { continue }
        let next = Node(
          state: canonical(step.next), history: history, parent: number, event: transition.event,
          level: node.level + 1)
        offer(next, &numbers, estimate)
      }
      // A cell that cannot hold a decision invalidates the result.
      if let limit = model.broken { return .open(limit) }
      if count > bounds.states { return .open(.states(bounds.states)) }
      let bytes = nodes.count * 120
      if bytes > bounds.memory << 20 { return .open(.memory(bounds.memory)) }
      let progress = CheckProgress(states: count, expanded: number, depth: node.level, bytes: bytes)
      if number & 255 == 0, !goesOn(progress) { return .open(.interrupted) }
    }
    return .none
  }

  private func canonical(_ state: PackedState) -> PackedState {
    canonicalForm?.canonical(state) ?? state
  }

  /// Adds a node to the queue, unless its state was already reached with the same history and at
  /// most as many events, or `estimate` returns `nil`.
  private mutating func offer(
    _ node: Node, _ numbers: inout StateNumbers,
    _ estimate: (PackedState, _ level: Int) -> Int?
  ) {
    let number = numbers.number(node.state, history: node.history)
    if number == nodes.count {
      nodes.append(node)
    } else if nodes[number].level <= node.level {
      return
    } else {
      nodes[number] = node
    }
    guard let left = estimate(node.state, node.level) else { return }
    while queue.count <= node.level + left { queue.append([]) }
    queue[node.level + left].append(number)
    count += 1
  }

  private func path(to number: Int) -> [PathStep] {
    var path: [PathStep] = []
    var number = number
    while number != 0 {
      path.append(PathStep(event: nodes[number].event, next: nodes[number].state))
      number = nodes[number].parent
    }
    return path.reversed()
  }
}

/// The histories of key windows, numbered; the current key window is the last in a history.
struct KeyHistories {
  private let model: CheckModel
  private var orders: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// A memo table: for each history and window, the history after the window was removed, and after
  /// it became key; -1 if unknown.
  private var successors: [Int] = []

  init(_ model: CheckModel) { self.model = model }

  /// Returns the number of the initial history: the windows that were key during set-up.
  mutating func first() -> Int { number(of: model.keys.map { UInt8($0) }) }

  func contains(_ number: Int, _ window: Int) -> Bool { orders[number].contains(UInt8(window)) }

  /// Returns the number of the history after a transition; `nil` if the arbiter would make another
  /// window key, or another one would count as used last.
  mutating func after(_ number: Int, _ before: PackedState, _ way: Transition) -> Int? {
    var number = number
    let own = way.index
    func use(_ window: Int) { number = history(number, after: window, isKey: true) }
    switch way.kind {
    case .makeKey: use(own)
    case .add: if model.stack.windows[own].isKey { use(own) }
    case .hide, .remove:
      if way.kind == .remove { number = history(number, after: own, isKey: false) }
      if before.key == own, let next = nextKeyWindow(way.start.shown, number) { use(next) }
    case .show, .turn, .lock, .unlock: break
    }
    guard orders[number].last.map({ Int($0) }) ?? PackedState.none == way.start.key
    else { return nil }
    if model.recentOrder.isEmpty { return number }
    return model.recent(way.start, orders[number]) == way.start.recent ? number : nil
  }

  /// Returns the window that becomes key: the most recently key visible window, otherwise the
  /// lowest one at level 0.
  private func nextKeyWindow(_ shown: UInt64, _ number: Int) -> Int? {
    let used = orders[number].last { shown & PackedState.bit(Int($0)) != 0 }
    let first = shown & model.levelZero
    return used.map { Int($0) } ?? (first == 0 ? nil : first.trailingZeroBitCount)
  }

  /// Returns the number of the history after a window became key (`isKey`) or was removed.
  private mutating func history(_ number: Int, after window: Int, isKey: Bool) -> Int {
    let slot = (number * model.ids.count + window) * 2 + (isKey ? 1 : 0)
    if successors[slot] >= 0 { return successors[slot] }
    let others = orders[number].filter { $0 != UInt8(window) }
    let found = self.number(of: others + (isKey ? [UInt8(window)] : []))
    successors[slot] = found
    return found
  }

  private mutating func number(of order: [UInt8]) -> Int {
    if let known = numbers[order] { return known }
    let number = orders.count
    numbers[order] = number
    orders.append(order)
    successors += Array(repeating: -1, count: 2 * model.ids.count)
    return number
  }
}

/// A pattern database: lower bounds of the number of events to a violation of a property.
///
/// The pattern is the projection to observation classes. A bound is the sum of the window events
/// that lead to a class, and of the device events that the projection needs. No event counts as
/// both, so the sum is an admissible and consistent heuristic (Culberson and Schaeffer, "Pattern
/// databases", 1998; Edelkamp, Lluch Lafuente and Leue, "Directed explicit model checking", 2001).
struct PatternDatabase {
  /// An observation class in which the property can be violated, and the number of device events to
  /// a violating situation.
  private struct Target {
    var context: PackedState
    var distance: Int
    var isEntering: Bool
    /// The class without the hidden windows, if one of these decides.
    var without: PackedState?
  }

  private let classes: ObservationClasses
  /// For each situation, the observation classes with violations, those with the fewest device
  /// events first.
  private var targets: [[Target]]

  /// Creates the database of a property from a projection that was explored.
  init(_ projection: ObservationProjection, _ property: CheckProperty) {
    classes = projection.classes
    targets = Array(repeating: [], count: projection.situations)
    let graph = DistanceGraph(projection.edges, count: projection.situations)
    var tables: [[Int]: [UInt16]] = [:]
    for (number, places) in (projection.violations[property] ?? []).enumerated() {
      for (kind, places) in Dictionary(grouping: places, by: { $0.kind }) {
        let ends = places.map { $0.situation }
        let table = tables[ends] ?? graph.distances(to: ends)
        tables[ends] = table
        for situation in targets.indices where table[situation] < DistanceGraph.unreachable {
          let context = projection.contexts[number]
          targets[situation].append(
            Target(
              context: context, distance: Int(table[situation]), isEntering: kind.isEntering,
              without: kind.without.map { projection.contexts[$0] }))
        }
      }
    }
    for situation in targets.indices {
      targets[situation].sort { $0.distance < $1.distance }
    }
  }

  /// Returns a lower bound of the number of events from a state to a violating state, or to the one
  /// before a violating step; `nil` if none is reachable.
  func distance(from state: PackedState) -> Int? {
    var least = Int.max
    for target in targets[ObservationProjection.situation(of: state)] {
      if target.distance >= least { break }
      let distance = classes.distance(
        from: state, to: target.context, without: target.without)
      least = min(least, target.distance + max(0, distance - (target.isEntering ? 1 : 0)))
    }
    return least == Int.max ? nil : least
  }
}
