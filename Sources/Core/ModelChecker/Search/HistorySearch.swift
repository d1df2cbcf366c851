// SPDX-License-Identifier: Apache-2.0

/// A best-first search of states with their histories of key windows.
///
/// Unless the search is abstract, the history determines which window becomes key after the key
/// window, so the arbiter can replay every path. With a lower bound of the remaining
/// events the first goal found is a nearest one (A*); with the bound 0 the search is breadth-first.
struct HistorySearch {
  enum Outcome {
    /// The path to the first goal, or through the first step for which `ends` returns true.
    case found([PathStep])
    /// No goal was found, and no bound was reached.
    case none
    case open(CheckLimit)
  }

  typealias Key = StateNumbers<Node>.Key

  /// A node of the search: the shortest path that was found to a state with a history.
  struct Node {
    /// The number of the predecessor; the first state is its own predecessor.
    fileprivate var parent: Int32 = 0
    /// The number of events on the path to the state.
    fileprivate var level: UInt16 = 0
    /// The event that leads from the predecessor to the state.
    private var kind = CheckEvent.Kind.turn
    private var index: UInt8 = 0
    fileprivate var isExpanded = false

    fileprivate init() {}

    fileprivate init(parent: Int, level: UInt16, event: CheckEvent) {
      (self.parent, self.level) = (Int32(parent), level)
      (kind, index) = (event.kind, UInt8(event.index))
    }

    fileprivate var event: CheckEvent { CheckEvent(kind: kind, index: Int(index)) }
  }

  private let model: CheckModel
  private let leaving: UInt64
  private let bounds: CheckBounds
  private let canonicalForm: CanonicalForm?
  private let isAbstract: Bool
  private var histories: KeyHistories
  /// The A* queue: for each estimated total length of a path, the numbers of nodes; the last number
  /// is taken first.
  private var queue: [[Int]] = []
  /// The number of additions to the queue.
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
    isGoal: (Key, KeyHistories) -> Bool = { _, _ in false },
    ends: (PackedState, CheckEvent, CheckStep) -> Bool = { _, _, _ in false },
    goesOn: (CheckProgress) -> Bool
  ) -> Outcome {
    let kernel = model.kernel
    var nodes = StateNumbers<Node>()
    var list = TransitionList()
    defer {
      nodes.deallocate()
      list.deallocate()
    }
    var length = 0
    let first = Key(canonical(model.initial), history: histories.first())
    offer(first, Node(), to: &nodes, length, estimate)
    while length < queue.count {
      guard let number = queue[length].popLast() else {
        length += 1
        continue
      }
      if nodes[number].isExpanded { continue }
      nodes[number].isExpanded = true
      let (key, level) = (nodes.key(number), nodes[number].level)
      if isGoal(key, histories) { return .found(path(to: number, nodes)) }
      list.removeAll()
      let leftOut = canonicalForm?.leftOut(key.state) ?? 0
      kernel.expand(key.state, leaving: leaving, except: leftOut, into: &list)
      for position in 0..<list.count where allowed(list[position].event) {
        let transition = list[position]
        let after = isAbstract ? 0 : histories.after(key.history, key.state, transition)
        guard let history = after else { continue }
        let step = kernel.decided(transition)
        if ends(key.state, transition.event, step), model.broken == nil {
          let last = PathStep(event: transition.event, next: step.next)
          return .found(path(to: number, nodes) + [last])
        }
        if step.raises { continue }
        let next = Key(canonical(step.next), history: history)
        let node = Node(parent: number, level: level + 1, event: transition.event)
        offer(next, node, to: &nodes, length, estimate)
      }
      // A cell that cannot hold a decision invalidates the result.
      if let limit = model.broken { return .open(limit) }
      if count > bounds.states { return .open(.states(bounds.states)) }
      let bytes = nodes.bytes
      if bytes > bounds.memory << 20 { return .open(.memory(bounds.memory)) }
      let progress = CheckProgress(
        states: count, expanded: number, depth: Int(level), bytes: bytes)
      if number & 255 == 0, !goesOn(progress) { return .open(.interrupted) }
    }
    return .none
  }

  private func canonical(_ state: PackedState) -> PackedState {
    canonicalForm?.canonical(state) ?? state
  }

  /// Adds a node to the queue, unless its state was already reached with the same history and at
  /// most as many events, or `estimate` returns `nil`; `length` is the least estimate in the queue.
  @inline(__always)
  private mutating func offer(
    _ key: Key, _ node: Node, to nodes: inout StateNumbers<Node>, _ length: Int,
    _ estimate: (PackedState, _ level: Int) -> Int?
  ) {
    let (number, isNew) = nodes.insert(key, node)
    if !isNew {
      if nodes[number].level <= node.level { return }
      nodes[number] = node
    }
    let level = Int(node.level)
    guard let left = estimate(key.state, level) else { return }
    // The bounds of interchangeable windows can differ, so an estimate can be less than a former one.
    let total = max(length, level + left)
    while queue.count <= total { queue.append([]) }
    queue[total].append(number)
    count += 1
  }

  private func path(to number: Int, _ nodes: StateNumbers<Node>) -> [PathStep] {
    var path: [PathStep] = []
    var number = number
    while number != 0 {
      path.append(PathStep(event: nodes[number].event, next: nodes.key(number).state))
      number = Int(nodes[number].parent)
    }
    return path.reversed()
  }
}

/// The histories of key windows, numbered; the current key window is the last in a history.
struct KeyHistories {
  private let model: CheckModel
  private var orders: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]

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
    let others = orders[number].filter { $0 != UInt8(window) }
    return self.number(of: others + (isKey ? [UInt8(window)] : []))
  }

  private mutating func number(of order: [UInt8]) -> Int {
    if let known = numbers[order] { return known }
    let number = orders.count
    numbers[order] = number
    orders.append(order)
    return number
  }
}
