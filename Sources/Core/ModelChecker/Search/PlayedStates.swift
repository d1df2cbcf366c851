// SPDX-License-Identifier: Apache-2.0

/// The states reached by a search that distinguishes histories of key windows, in the order of
/// discovery.
struct PlayedStates {
  /// A state with its history of key windows and its predecessor.
  struct Node {
    var state: PackedState
    /// The number of the history of key windows in `KeyHistories`.
    var history: Int
    /// The index of the predecessor, and the event that follows the predecessor; the first node is
    /// its own predecessor.
    var parent = 0
    var event = CheckEvent(kind: .turn)
    /// The number of events on the path to the node.
    var level = 0
  }

  private(set) var nodes: [Node] = []
  private var numbers = StateNumbers()

  /// Creates the set of one state, which the owner frees by `deallocate`.
  init(_ start: PackedState, history: Int) { insert(Node(state: start, history: history)) }

  func deallocate() { numbers.deallocate() }

  /// Inserts a node and returns its index.
  ///
  /// Returns `nil` if the state was already reached, with the same history and at most as many
  /// events.
  @discardableResult
  mutating func insert(_ node: Node) -> Int? {
    let number = numbers.number(node.state, history: node.history)
    if number == nodes.count {
      nodes.append(node)
    } else if nodes[number].level <= node.level {
      return nil
    } else {
      nodes[number] = node
    }
    return number
  }

  /// Returns the nodes on the path to a node, without the first one.
  func way(to index: Int) -> [Node] {
    var way: [Node] = []
    var index = index
    while index != 0 {
      way.append(nodes[index])
      index = nodes[index].parent
    }
    return way.reversed()
  }
}

/// The histories of key windows, numbered; the current key window is the last in a history.
struct KeyHistories {
  private let model: CheckModel
  private let windows: Int
  private let levelZero: UInt64
  private let hasOrder: Bool
  /// The windows of each history; a history takes as many bytes as there are windows.
  private var orders: [UInt8] = []
  private var lengths: [Int] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// Two memo tables: for each history and window, the history after the window became key, and
  /// after it was removed; -1 if unknown.
  private var afterUse: [Int] = []
  private var afterLeaving: [Int] = []

  init(_ model: CheckModel) {
    self.model = model
    windows = model.ids.count
    levelZero = model.levelZero
    hasOrder = !model.recentOrder.isEmpty
  }

  /// Returns the number of the initial history: the windows that were key during set-up.
  mutating func first() -> Int { number(of: model.keys.map { UInt8($0) }) }

  /// Returns whether a window was key in a history.
  func contains(_ number: Int, _ window: Int) -> Bool {
    let start = number * windows
    return orders[start..<(start + lengths[number])].contains(UInt8(window))
  }

  /// Returns the number of the history after a transition; `nil` if the arbiter would make another
  /// window key.
  mutating func after(_ number: Int, _ before: PackedState, _ way: Transition) -> Int? {
    var number = number
    let own = way.index
    switch way.kind {
    case .makeKey: number = using(own, number)
    case .add: if model.stack.windows[own].isKey { number = using(own, number) }
    case .hide, .remove:
      if way.kind == .remove { number = leaving(own, number) }
      if before.key == own, let nextKeyWindow = nextKeyWindow(way.start.shown, number) {
        number = using(nextKeyWindow, number)
      }
    case .show, .turn, .lock, .unlock: break
    }
    let length = lengths[number]
    let last = length == 0 ? PackedState.none : Int(orders[number * windows + length - 1])
    guard last == way.start.key else { return nil }
    if !hasOrder { return number }
    // The most recently used window that the transition assumes must agree with the history.
    let history = orders[(number * windows)..<(number * windows + length)]
    return model.recent(way.start, history) == way.start.recent ? number : nil
  }

  /// Returns the window that becomes key: the most recently key visible window, otherwise the
  /// lowest one at level 0.
  private func nextKeyWindow(_ shown: UInt64, _ number: Int) -> Int? {
    var place = number * windows + lengths[number]
    while place > number * windows {
      place -= 1
      if shown & PackedState.bit(Int(orders[place])) != 0 { return Int(orders[place]) }
    }
    let first = shown & levelZero
    return first == 0 ? nil : first.trailingZeroBitCount
  }

  private mutating func using(_ window: Int, _ number: Int) -> Int {
    let known = afterUse[number * windows + window]
    if known >= 0 { return known }
    let found = self.number(of: without(window, number) + [UInt8(window)])
    afterUse[number * windows + window] = found
    return found
  }

  private mutating func leaving(_ window: Int, _ number: Int) -> Int {
    let known = afterLeaving[number * windows + window]
    if known >= 0 { return known }
    let found = self.number(of: without(window, number))
    afterLeaving[number * windows + window] = found
    return found
  }

  private func without(_ window: Int, _ number: Int) -> [UInt8] {
    let start = number * windows
    return orders[start..<(start + lengths[number])].filter { $0 != UInt8(window) }
  }

  private mutating func number(of order: [UInt8]) -> Int {
    if let known = numbers[order] { return known }
    let number = lengths.count
    numbers[order] = number
    lengths.append(order.count)
    orders += order + Array(repeating: 0, count: windows - order.count)
    afterUse += Array(repeating: -1, count: windows)
    afterLeaving += Array(repeating: -1, count: windows)
    return number
  }
}
