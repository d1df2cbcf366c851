// SPDX-License-Identifier: Apache-2.0

/// The states reached so far, in the order in which they were reached, each with its parent.
final class StateSpace {
  private(set) var count = 0
  private var capacity = 1 << 12
  private var mask = 1 << 13 - 1
  private var states: UnsafeMutablePointer<UInt64>
  private var parents: UnsafeMutablePointer<UInt32>
  // Open addressing, at most half full; 0 marks a free slot.
  private var table: UnsafeMutablePointer<UInt64>
  private let mostBytes: Int

  /// An empty space that never takes more than some bytes.
  init(mostBytes: Int) {
    self.mostBytes = mostBytes
    states = .allocate(capacity: capacity)
    parents = .allocate(capacity: capacity)
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: 0, count: mask + 1)
  }

  deinit {
    states.deallocate()
    parents.deallocate()
    table.deallocate()
  }

  /// How many bytes the space takes now.
  var bytes: Int { capacity * 12 + (mask + 1) * 8 }

  @inline(__always)
  subscript(index: Int) -> PackedState { PackedState(bits: states[index]) }

  /// The index of the state from which a state was reached first; the first one is its own.
  func parent(_ index: Int) -> Int { Int(parents[index]) }

  /// What became of a state that was offered.
  enum Insertion {
    case known, new, full
  }

  /// Takes a state in unless it is known.
  @inline(__always)
  func insert(_ state: PackedState, parent: Int) -> Insertion {
    var slot = Self.slot(state.bits) & mask
    while true {
      let found = table[slot]
      if found == state.bits { return .known }
      if found == 0 { break }
      slot = (slot + 1) & mask
    }
    if count == capacity {
      guard grow() else { return .full }
      slot = Self.slot(state.bits) & mask
      while table[slot] != 0 { slot = (slot + 1) & mask }
    }
    table[slot] = state.bits
    states[count] = state.bits
    parents[count] = UInt32(truncatingIfNeeded: parent)
    count += 1
    return .new
  }

  @inline(__always)
  private static func slot(_ bits: UInt64) -> Int {
    Int(truncatingIfNeeded: ((bits ^ bits >> 31) &* 0x9E37_79B9_7F4A_7C15) >> 24)
  }

  private func grow() -> Bool {
    // While growing, old and new arrays exist side by side.
    guard bytes * 3 <= mostBytes, count < Int(UInt32.max) / 2 else { return false }
    let newStates = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
    let newParents = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 2)
    newStates.update(from: states, count: count)
    newParents.update(from: parents, count: count)
    states.deallocate()
    parents.deallocate()
    states = newStates
    parents = newParents
    capacity *= 2
    table.deallocate()
    mask = mask * 2 + 1
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: 0, count: mask + 1)
    for index in 0..<count {
      var slot = Self.slot(states[index]) & mask
      while table[slot] != 0 { slot = (slot + 1) & mask }
      table[slot] = states[index]
    }
    return true
  }
}
