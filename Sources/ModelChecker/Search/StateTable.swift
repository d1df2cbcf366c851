// SPDX-License-Identifier: Apache-2.0

/// The memory of a state space, reached through a pointer because states are many.
@safe
struct StateTable {
  // SAFETY: its owner frees the memory by `deallocate`, once; every index comes from a mask of
  // the capacity.

  /// States that differ in a few fields only, in one slot; 0 marks a free one.
  private struct Slot {
    var bits: UInt64 = 0
    /// Which of them have been met, one bit each.
    var met: UInt64 = 0
  }

  /// Which fields a slot does not tell apart.
  private let sharing: SlotSharing
  private(set) var count = 0
  private var capacity = 1 << 12
  private var states: UnsafeMutablePointer<UInt64>
  private var parents: UnsafeMutablePointer<UInt32>
  private var mask = 1 << 12 - 1
  private var used = 0
  // Open addressing, at most a quarter full: a slot that is taken by others costs more than memory.
  private var table: UnsafeMutablePointer<Slot>
  private let mostBytes: Int
  // For the states that are offered together: where they would be, and who is there.
  private let homes: UnsafeMutablePointer<Int>
  private let found: UnsafeMutablePointer<UInt64>

  /// How many states can be offered together.
  static let most = TransitionList.capacity

  /// An empty space that never takes more than some bytes.
  init(mostBytes: Int, sharing: SlotSharing) {
    self.mostBytes = mostBytes
    self.sharing = sharing
    unsafe states = .allocate(capacity: capacity)
    unsafe parents = .allocate(capacity: capacity)
    unsafe table = .allocate(capacity: mask + 1)
    unsafe table.initialize(repeating: Slot(), count: mask + 1)
    unsafe homes = .allocate(capacity: Self.most)
    unsafe found = .allocate(capacity: Self.most)
  }

  func deallocate() {
    unsafe homes.deallocate()
    unsafe found.deallocate()
    unsafe states.deallocate()
    unsafe parents.deallocate()
    unsafe table.deallocate()
  }

  /// How many bytes the space takes now.
  var bytes: Int { capacity * 12 + (mask + 1) * 16 }

  @inline(__always)
  subscript(index: Int) -> PackedState { unsafe PackedState(bits: states[index]) }

  /// The index of the state from which a state was reached first; the first one is its own.
  func parent(_ index: Int) -> Int { unsafe Int(parents[index]) }

  /// Takes in what is new among some states, at most `most` at once; false when memory ran out.
  ///
  /// The slots are read beforehand, all at once: waiting for memory one by one takes longest.
  @inline(__always)
  mutating func insert(_ offered: UnsafePointer<UInt64>, _ number: Int, parent: Int) -> Bool {
    guard makeRoom(number) else { return false }
    let table = unsafe table
    let mask = mask
    let sharing = sharing
    let homes = unsafe homes
    let found = unsafe found
    for position in 0..<number {
      let home = unsafe home(offered[position] & ~sharing.fields, mask)
      unsafe homes[position] = home
      unsafe found[position] = table[home].bits
    }
    for position in 0..<number {
      let state = unsafe offered[position]
      let bits = state & ~sharing.fields
      let bit = UInt64(1) &<< sharing.number(state)
      var slot = unsafe homes[position]
      if unsafe found[position] != bits {
        // What was free before may be another one's by now.
        while unsafe table[slot].bits != bits, unsafe table[slot].bits != 0 {
          slot = (slot &+ 1) & mask
        }
        if unsafe table[slot].bits == 0 {
          unsafe table[slot].bits = bits
          used &+= 1
        }
      }
      if unsafe table[slot].met & bit != 0 { continue }
      unsafe table[slot].met |= bit
      unsafe states[count] = state
      unsafe parents[count] = UInt32(truncatingIfNeeded: parent)
      count &+= 1
    }
    return true
  }

  /// Where a state's slot is, unless others are there.
  @inline(__always)
  private func home(_ bits: UInt64, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: ((bits ^ bits >> 31) &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
  }

  @inline(__always)
  private mutating func makeRoom(_ number: Int) -> Bool {
    if (used &+ number) &* 4 > mask, !growTable() { return false }
    return count &+ number <= capacity || growStates()
  }

  // While growing, the old and the new array exist side by side.
  private mutating func growStates() -> Bool {
    guard bytes + capacity * 24 <= mostBytes, count < Int(UInt32.max) / 2 else { return false }
    let newStates = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
    let newParents = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 2)
    unsafe newStates.update(from: states, count: count)
    unsafe newParents.update(from: parents, count: count)
    unsafe states.deallocate()
    unsafe parents.deallocate()
    unsafe states = newStates
    unsafe parents = newParents
    capacity *= 2
    return true
  }

  private mutating func growTable() -> Bool {
    guard bytes + (mask + 1) * 32 <= mostBytes else { return false }
    let old = unsafe table
    let oldCount = mask + 1
    mask = mask * 2 + 1
    unsafe table = .allocate(capacity: mask + 1)
    unsafe table.initialize(repeating: Slot(), count: mask + 1)
    for index in 0..<oldCount where unsafe old[index].bits != 0 {
      var slot = unsafe home(old[index].bits, mask)
      while unsafe table[slot].bits != 0 { slot = (slot &+ 1) & mask }
      unsafe table[slot] = old[index]
    }
    unsafe old.deallocate()
    return true
  }
}
