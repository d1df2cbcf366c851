// SPDX-License-Identifier: Apache-2.0

/// The memory of a state space, reached through a pointer because states are many.
struct StateTable {
  /// States that differ in their key only, in one slot; 0 marks a free one.
  private struct Slot {
    var bits: UInt64 = 0
    /// The keys met with it, one bit each.
    var keys: UInt64 = 0
  }

  private static let key: UInt64 = 15 << 48

  private(set) var count = 0
  private var capacity = 1 << 12
  private var states: UnsafeMutablePointer<UInt64>
  private var parents: UnsafeMutablePointer<UInt32>
  private var mask = 1 << 12 - 1
  private var used = 0
  // Open addressing, at most half full. Neighbours in time often differ in the key only.
  private var table: UnsafeMutablePointer<Slot>
  private let mostBytes: Int

  /// An empty space that never takes more than some bytes.
  init(mostBytes: Int) {
    self.mostBytes = mostBytes
    states = .allocate(capacity: capacity)
    parents = .allocate(capacity: capacity)
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: Slot(), count: mask + 1)
  }

  func deallocate() {
    states.deallocate()
    parents.deallocate()
    table.deallocate()
  }

  /// How many bytes the space takes now.
  var bytes: Int { capacity * 12 + (mask + 1) * 16 }

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
  mutating func insert(_ state: PackedState, parent: Int) -> Insertion {
    let bits = state.bits & ~Self.key
    let key = UInt64(1) << (state.bits >> 48 & 15)
    var slot = slot(bits)
    if table[slot].keys & key != 0 { return .known }
    if table[slot].bits == 0 {
      if used * 2 > mask {
        guard growTable() else { return .full }
        slot = self.slot(bits)
      }
      used += 1
      table[slot].bits = bits
    }
    if count == capacity, !growStates() { return .full }
    table[slot].keys |= key
    states[count] = state.bits
    parents[count] = UInt32(truncatingIfNeeded: parent)
    count += 1
    return .new
  }

  /// The slot of a state, or the free one where it belongs.
  @inline(__always)
  private func slot(_ bits: UInt64) -> Int {
    var slot =
      Int(truncatingIfNeeded: ((bits ^ bits >> 31) &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
    while table[slot].bits != bits, table[slot].bits != 0 { slot = (slot &+ 1) & mask }
    return slot
  }

  // While growing, the old and the new array exist side by side.
  private mutating func growStates() -> Bool {
    guard bytes + capacity * 24 <= mostBytes, count < Int(UInt32.max) / 2 else { return false }
    let newStates = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
    let newParents = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 2)
    newStates.update(from: states, count: count)
    newParents.update(from: parents, count: count)
    states.deallocate()
    parents.deallocate()
    states = newStates
    parents = newParents
    capacity *= 2
    return true
  }

  private mutating func growTable() -> Bool {
    guard bytes + (mask + 1) * 32 <= mostBytes else { return false }
    let old = table
    let oldCount = mask + 1
    mask = mask * 2 + 1
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: Slot(), count: mask + 1)
    for index in 0..<oldCount where old[index].bits != 0 {
      table[slot(old[index].bits)] = old[index]
    }
    old.deallocate()
    return true
  }
}
