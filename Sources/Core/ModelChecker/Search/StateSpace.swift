// SPDX-License-Identifier: Apache-2.0

/// The set of reached states, in the order of discovery, each with its parent: a hash table and the
/// array of states.
@safe
final class StateSpace {
  // SAFETY: the memory lives from `init` to `deinit`; `makeRoom` bounds the arrays, a mask the
  // table. No method that changes a field calls code that reads it.

  /// A slot of the hash table.
  ///
  /// States of one word share a slot if they differ only in the fields of `sharing`; a longer state
  /// has a slot of its own. A slot whose `bits` are 0 is free; `bits` is the rest of the state, or
  /// a hash of a longer one.
  private struct Slot {
    var bits: UInt64 = 0
    /// One bit for each state of the slot that was reached; for a longer state, its index plus 1.
    var met: UInt64 = 0
  }

  /// The number of words of a stored state: one for at most 12 windows without the window used
  /// last, otherwise five.
  private let words: Int
  private let sharing: SlotSharing
  @exclusivity(unchecked) private var size = 0
  @exclusivity(unchecked) private var capacity = 1 << 12
  @exclusivity(unchecked) private var states: UnsafeMutablePointer<UInt64>
  @exclusivity(unchecked) private var parents: UnsafeMutablePointer<UInt32>
  @exclusivity(unchecked) private var slots = 1 << 12
  @exclusivity(unchecked) private var used = 0
  // Open addressing, at most a quarter full: collisions cost more than the memory.
  @exclusivity(unchecked) private var table: UnsafeMutablePointer<Slot>
  private let mostBytes: Int
  // The batch of states that are inserted together: for each state the slot where probing starts,
  // the content of that slot, and the state as one word or as five.
  private let homes: UnsafeMutablePointer<Int>
  private let found: UnsafeMutablePointer<UInt64>
  private let packed: UnsafeMutablePointer<UInt64>
  private let longs: UnsafeMutablePointer<PackedState>

  /// The maximum number of states in a batch.
  static let most = TransitionList.capacity

  /// Creates an empty state space with a memory limit in bytes, for a number of windows.
  ///
  /// With `isKeyFree` states do not contain the key; with `hasOrder` they contain the window used
  /// last.
  init(mostBytes: Int, windows: Int, isKeyFree: Bool = false, hasOrder: Bool = false) {
    self.mostBytes = mostBytes
    sharing = SlotSharing(windows: windows, isKeyFree: isKeyFree)
    words = windows <= 12 && !hasOrder ? 1 : 5
    let room = 1 << 12
    unsafe states = .allocate(capacity: room * words)
    unsafe parents = .allocate(capacity: room)
    unsafe table = .allocate(capacity: room)
    unsafe table.initialize(repeating: Slot(), count: room)
    unsafe homes = .allocate(capacity: Self.most)
    unsafe found = .allocate(capacity: Self.most)
    unsafe packed = .allocate(capacity: Self.most)
    unsafe longs = .allocate(capacity: Self.most)
  }

  deinit {
    unsafe homes.deallocate()
    unsafe found.deallocate()
    unsafe packed.deallocate()
    unsafe longs.deallocate()
    unsafe states.deallocate()
    unsafe parents.deallocate()
    unsafe table.deallocate()
  }

  var count: Int { unsafe size }

  var bytes: Int { unsafe capacity * stateBytes + slots * MemoryLayout<Slot>.stride }

  private var stateBytes: Int {
    words * MemoryLayout<UInt64>.stride + MemoryLayout<UInt32>.stride
  }

  private var mask: Int {
    @inline(__always) get { unsafe slots &- 1 }
  }

  @inline(__always)
  subscript(index: Int) -> PackedState {
    if words == 1 { return unsafe PackedState(bits: states[index]) }
    let own = unsafe states + index &* words
    return unsafe PackedState(
      low: own[0], high: own[1], hidden: own[2], present: own[3], fields: own[4])
  }

  /// Returns the index of a state's parent, from which the state was first reached.
  ///
  /// The first state is its own parent.
  func parent(_ index: Int) -> Int { unsafe Int(parents[index]) }

  /// Makes room for a number of new states; returns false if memory is exhausted.
  @inline(__always)
  func makeRoom(_ number: Int) -> Bool {
    if unsafe (used &+ number) &* 4 >= slots, !growTable() { return false }
    return unsafe size &+ number <= capacity || growStates()
  }

  /// Inserts a state unless it is known, with the first state as its parent; returns false if
  /// memory is exhausted.
  func insert(_ state: PackedState) -> Bool {
    guard makeRoom(1) else { return false }
    offer(state, at: 0)
    takeIn(1, parent: 0)
    return true
  }

  /// Adds a state to the batch at a position; `takeIn` then inserts the batch.
  @inline(__always)
  func offer(_ state: PackedState, at position: Int) {
    if words == 1 {
      unsafe packed[position] = state.bits
    } else {
      unsafe longs[position] = state
    }
  }

  /// Inserts the new states among the first `number` of the batch.
  ///
  /// The slots of all states are read first, so that their cache misses overlap; one after the
  /// other they would take most of the time.
  @inline(__always)
  func takeIn(_ number: Int, parent: Int) {
    if words > 1 { return takeInLong(number, parent: parent) }
    let packed = unsafe packed
    let table = unsafe table
    let mask = mask
    let sharing = sharing
    let homes = unsafe homes
    let found = unsafe found
    for position in 0..<number {
      let home = unsafe home(packed[position] & ~sharing.fields, mask)
      unsafe homes[position] = home
      unsafe found[position] = table[home].bits
    }
    for position in 0..<number {
      let state = unsafe packed[position]
      let bits = state & ~sharing.fields
      let bit = UInt64(1) &<< sharing.number(state)
      var slot = unsafe homes[position]
      if unsafe found[position] != bits {
        // An earlier state of the batch may have taken the slot that was free when `found` was
        // read.
        while unsafe table[slot].bits != bits, unsafe table[slot].bits != 0 {
          slot = (slot &+ 1) & mask
        }
        if unsafe table[slot].bits == 0 {
          unsafe table[slot].bits = bits
          unsafe used &+= 1
        }
      }
      if unsafe table[slot].met & bit != 0 { continue }
      unsafe table[slot].met |= bit
      unsafe states[size] = state
      unsafe parents[size] = UInt32(truncatingIfNeeded: parent)
      unsafe size &+= 1
    }
  }

  private func takeInLong(_ number: Int, parent: Int) {
    for position in 0..<number {
      let state = unsafe longs[position]
      let mixed = state.mixed | 1
      var slot = home(mixed, mask)
      while unsafe table[slot].bits != 0 {
        if unsafe table[slot].bits == mixed, unsafe self[Int(table[slot].met) - 1] == state {
          break
        }
        slot = (slot &+ 1) & mask
      }
      if unsafe table[slot].bits != 0 { continue }
      unsafe table[slot] = Slot(bits: mixed, met: UInt64(size + 1))
      unsafe used &+= 1
      let own = unsafe states + size &* words
      unsafe (own[0], own[1], own[2], own[3]) = (state.low, state.high, state.hidden, state.present)
      unsafe own[4] = state.fields
      unsafe parents[size] = UInt32(truncatingIfNeeded: parent)
      unsafe size &+= 1
    }
  }

  /// Returns the slot at which the search for a state starts.
  @inline(__always)
  private func home(_ bits: UInt64, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: ((bits ^ bits >> 31) &* 0x9E37_79B9_7F4A_7C15) >> 24) & mask
  }

  // Doubles the array of states; during growth the old and the new array exist side by side.
  private func growStates() -> Bool {
    let doubled = unsafe capacity * 2
    guard bytes + doubled * stateBytes <= mostBytes, doubled <= UInt32.max else { return false }
    let newStates = UnsafeMutablePointer<UInt64>.allocate(capacity: doubled * words)
    let newParents = UnsafeMutablePointer<UInt32>.allocate(capacity: doubled)
    unsafe newStates.update(from: states, count: size * words)
    unsafe newParents.update(from: parents, count: size)
    unsafe states.deallocate()
    unsafe parents.deallocate()
    unsafe states = newStates
    unsafe parents = newParents
    unsafe capacity = doubled
    _checkInvariants()
    return true
  }

  private func growTable() -> Bool {
    let doubled = unsafe slots * 2
    guard bytes + doubled * MemoryLayout<Slot>.stride <= mostBytes else { return false }
    let old = unsafe UnsafeMutableBufferPointer(start: table, count: slots)
    unsafe slots = doubled
    unsafe table = .allocate(capacity: doubled)
    unsafe table.initialize(repeating: Slot(), count: doubled)
    for index in old.indices where unsafe old[index].bits != 0 {
      var slot = unsafe home(old[index].bits, mask)
      while unsafe table[slot].bits != 0 { slot = (slot &+ 1) & mask }
      unsafe table[slot] = old[index]
    }
    unsafe old.deallocate()
    _checkInvariants()
    return true
  }

  /// Traps in debug builds if the table is too full for probing to end, its count is wrong, or a
  /// parent follows its state.
  ///
  /// The check reads all states, so it runs only when the states or the table grow.
  private func _checkInvariants() {
    assert(unsafe size <= capacity && used <= size && used * 2 < slots)
    assert(unsafe (0..<size).allSatisfy { parent($0) < max($0, 1) })
    assert(unsafe (0..<slots).count { slot in unsafe table[slot].bits != 0 } == used)
  }
}

/// The numbering of the one-word states that share a slot of the hash table.
///
/// A number has six bits, so one cache line holds many states. It consists of fields that often
/// differ between consecutive states: status bar, device and settings, or key and device.
private struct SlotSharing {
  /// The bits of a one-word state that `number(_:)` reads; states that differ only there share a
  /// slot.
  let fields: UInt64
  private let shift: UInt64
  private let mask: UInt64
  private let most: UInt64
  private let deviceMask: UInt64
  private let stride: UInt64

  private static let deviceShift: UInt64 = 54

  init(windows: Int, isKeyFree: Bool) {
    // If states do not contain the key, the fields are status bar, device and one bit of the
    // settings; otherwise key and device. For at most 11 windows all values of both fit, also that
    // for no key window; for 12 windows the key and two bits of the device.
    let isNarrow = windows < 12
    shift = isKeyFree ? 52 : 48
    mask = isKeyFree ? 63 : 15
    most = isKeyFree || !isNarrow ? mask : 11
    deviceMask = isKeyFree ? 0 : isNarrow ? 7 : 3
    stride = most + 1
    fields = mask << shift | deviceMask << Self.deviceShift
  }

  /// Returns the number of a state in its slot, 0 to 63.
  @inline(__always)
  func number(_ bits: UInt64) -> UInt64 {
    min(bits &>> shift & mask, most) &+ (bits &>> Self.deviceShift & deviceMask) &* stride
  }
}
