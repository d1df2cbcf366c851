// SPDX-License-Identifier: Apache-2.0

/// How near a fault is at least, found where more is left open than can happen.
///
/// A depth-limited search that remembers from where it has come to nothing.
struct FaultDistance {
  /// What is known of a state.
  private struct Entry {
    var state: PackedState
    /// After how many events a fault comes at the latest.
    var near = Int.max
    /// Up to how many events none comes; -1 if that is not known.
    var far = -1
  }

  private let property: CheckProperty
  private let open: CheckModel
  private let exact: CheckModel
  private let kernel: StepKernel
  private let leaving: UInt64
  private let tail: Int?
  /// What is known, and the number and 1 of each entry where its hash says, or after it; 0 is free.
  private var entries: [Entry] = []
  private var table: [Int32] = Array(repeating: 0, count: 1 << 10)
  /// Of how many states it is known that none is near.
  private var farCount = 0
  /// The exact model's settings by their number in the open one.
  private var settings: [Int: Int] = [:]
  private var isOver = false
  private var list = TransitionList()
  /// What comes next of all states on the way to the one that is looked at.
  private var waiting: [PackedState] = []

  /// How many states are remembered; beyond that every fault may be near.
  private let most: Int

  /// Distances to a violation of a property in one model, for states of another one of the same stack.
  ///
  /// Whoever makes it gives its memory back (`deallocate`).
  init(of property: CheckProperty, in open: CheckModel, for exact: CheckModel) {
    self.property = property
    self.open = open
    self.exact = exact
    kernel = open.kernel
    leaving = open.hiddenMatters ? .max : 0
    tail = property.tail
    most = open.ids.count <= 4 ? 200_000 : 8_000
  }

  func deallocate() { list.deallocate() }

  /// Whether a fault may come within some events after a state of the exact model.
  mutating func isNear(
    _ state: PackedState, within length: Int, _ goesOn: () -> Bool
  ) -> Bool {
    var state = state
    guard let number = number(state.settingsIndex) else { return true }
    state.settingsIndex = number
    if open.isKeyFree { state.key = PackedState.none }
    return search(state, length, goesOn)
  }

  private mutating func number(_ settingsIndex: Int) -> Int? {
    if let known = settings[settingsIndex] { return known }
    let found = open.templates.firstIndex(of: exact.templates[settingsIndex])
    settings[settingsIndex] = found
    return found
  }

  private mutating func search(
    _ state: PackedState, _ length: Int, _ goesOn: () -> Bool
  ) -> Bool {
    let place = place(state)
    if entries[place].near <= length { return true }
    if entries[place].far >= length { return false }
    if isOver { return true }
    if let tail, tail <= length, entries[place].far < tail,
      StepProperties(kernel).tail(property, state) != nil
    {
      entries[place].near = tail
      return true
    }
    if length == 0 {
      note(place, isFar: 0)
      return false
    }
    let first = waiting.count
    defer { waiting.removeLast(waiting.count - first) }
    let isFound = expand(state)
    // What the packed form cannot hold proves nothing.
    if open.broken != nil || farCount > most || farCount & 1023 == 1023 && !goesOn() {
      isOver = true
      return true
    }
    if isFound {
      entries[place].near = 1
      return true
    }
    let end = waiting.count
    for next in first..<end where search(waiting[next], length - 1, goesOn) {
      entries[place].near = length
      return true
    }
    note(place, isFar: length)
    return false
  }

  /// Whether a step out of a state is a fault; if not, all states that it leads to are waiting.
  private mutating func expand(_ state: PackedState) -> Bool {
    let wanted = PropertySet(rawValue: 1 << UInt16(property.rawValue))
    let properties = StepProperties(kernel)
    list.removeAll()
    kernel.expand(state, leaving: leaving, into: &list)
    for position in 0..<list.count {
      let step = kernel.decided(list[position])
      if tail == nil {
        let event = list[position].event
        let faults = properties.faults(of: event, state, step, wanted: wanted)
        if faults.contains(wanted) { return true }
      }
      if !step.raises, step.next != state { waiting.append(step.next) }
    }
    return false
  }

  private mutating func note(_ place: Int, isFar length: Int) {
    if entries[place].far < 0 { farCount += 1 }
    entries[place].far = max(entries[place].far, length)
  }

  /// The number of a state's entry, which is made if there is none.
  private mutating func place(_ state: PackedState) -> Int {
    if entries.count * 2 >= table.count { grow() }
    let slot = slot(state)
    if table[slot] == 0 {
      entries.append(Entry(state: state))
      table[slot] = Int32(entries.count)
    }
    return Int(table[slot]) - 1
  }

  private func slot(_ state: PackedState) -> Int {
    var slot = Int(truncatingIfNeeded: state.mixed >> 16) & (table.count - 1)
    while table[slot] != 0, entries[Int(table[slot]) - 1].state != state {
      slot = (slot + 1) & (table.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    table = Array(repeating: 0, count: table.count * 2)
    for index in entries.indices { table[slot(entries[index].state)] = Int32(index + 1) }
  }
}
