// SPDX-License-Identifier: Apache-2.0

/// States with the whole history of keys, each once, in the order in which they were reached.
struct PlayedStates {
  /// A state, with the number of its history and the way to it.
  struct Node {
    var state: PackedState
    /// As `KeyHistories` numbers it.
    var history: Int
    /// The node before it, and what led from there; the first one is its own.
    var parent = 0
    var event = CheckEvent(kind: .turn)
    /// After how many events it comes.
    var level = 0
  }

  private(set) var nodes: [Node]
  /// The number of a node and 1 where its hash says, or after it; 0 is free.
  ///
  /// Above it is what else the hash says, so that few nodes are looked at in vain. At most half full.
  private var table: [UInt64]

  init(_ start: PackedState, history: Int) {
    nodes = []
    table = Array(repeating: 0, count: 1 << 10)
    insert(Node(state: start, history: history))
  }

  /// Takes in a node; false if its state is known with the same history.
  @discardableResult
  mutating func insert(_ node: Node) -> Bool {
    if nodes.count * 2 >= table.count { grow() }
    let hash = Self.hash(node)
    var slot = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[slot] != 0 {
      if (table[slot] ^ hash) & ~Self.numbers == 0 {
        let known = Int(truncatingIfNeeded: table[slot] & Self.numbers) - 1
        if nodes[known].history == node.history, nodes[known].state == node.state { return false }
      }
      slot = (slot + 1) & (table.count - 1)
    }
    nodes.append(node)
    table[slot] = hash & ~Self.numbers | UInt64(nodes.count)
    return true
  }

  /// The bits of a slot that number a node.
  private static let numbers: UInt64 = 0xFFFF_FFFF

  private static func hash(_ node: Node) -> UInt64 {
    let mixed = (node.state.mixed ^ UInt64(node.history)) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 32
  }

  /// The nodes on the way to one of them, without the first.
  func way(to index: Int) -> [Node] {
    var way: [Node] = []
    var index = index
    while index != 0 {
      way.append(nodes[index])
      index = nodes[index].parent
    }
    return way.reversed()
  }

  private mutating func grow() {
    table = Array(repeating: 0, count: table.count * 2)
    for index in nodes.indices {
      let hash = Self.hash(nodes[index])
      var slot = Int(truncatingIfNeeded: hash) & (table.count - 1)
      while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
      table[slot] = hash & ~Self.numbers | UInt64(index + 1)
    }
  }
}

/// The orders in which windows can have been key, the current one last, each with a number.
struct KeyHistories {
  private let model: CheckModel
  private let windows: Int
  private let levelZero: UInt64
  private let hasOrder: Bool
  /// Each history in as many bytes as there are windows.
  private var orders: [UInt8] = []
  private var lengths: [Int] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// What comes of each when a window is used, and when it leaves; -1 if not known yet.
  private var afterUse: [Int] = []
  private var afterLeaving: [Int] = []

  init(_ model: CheckModel) {
    self.model = model
    windows = model.ids.count
    levelZero = model.levelZero
    hasOrder = !model.recentOrder.isEmpty
  }

  /// The history at the start: a window that has been key before can inherit the key.
  mutating func first() -> Int { number(of: model.keys.map { UInt8($0) }) }

  /// Whether a window has been key.
  func contains(_ number: Int, _ window: Int) -> Bool {
    let start = number * windows
    return orders[start..<(start + lengths[number])].contains(UInt8(window))
  }

  /// The history after one way on from a state; nil if the key would really go to another window.
  mutating func after(_ number: Int, _ before: PackedState, _ way: Transition) -> Int? {
    var number = number
    let own = way.index
    switch way.kind {
    case .makeKey: number = using(own, number)
    case .add: if model.stack.windows[own].isKey { number = using(own, number) }
    case .hide, .remove:
      if way.kind == .remove { number = leaving(own, number) }
      if before.key == own, let heir = heir(way.start.shown, number) {
        number = using(heir, number)
      }
    case .show, .turn, .lock, .unlock: break
    }
    let length = lengths[number]
    let last = length == 0 ? PackedState.none : Int(orders[number * windows + length - 1])
    guard last == way.start.key else { return nil }
    if !hasOrder { return number }
    // The state says who of the shown windows was used last; the history knows.
    let history = orders[(number * windows)..<(number * windows + length)]
    return model.recent(way.start, history) == way.start.recent ? number : nil
  }

  /// Who of the shown windows inherits the key: whoever had it last, or the first one of level 0.
  private func heir(_ shown: UInt64, _ number: Int) -> Int? {
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
