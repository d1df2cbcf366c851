// SPDX-License-Identifier: Apache-2.0

/// A hash table that numbers observation classes in the order of their insertion.
@safe
struct HeardNumbers {
  // SAFETY: the owner frees the table, once; the mask bounds every index.

  /// The number of classes.
  private(set) var count = 0
  private var heard: UnsafeMutablePointer<PackedState>
  private var numbers: UnsafeMutablePointer<Int32>
  private var mask: Int

  init() { self.init(count: 0, mask: 63) }

  private init(count: Int, mask: Int) {
    (self.count, self.mask) = (count, mask)
    unsafe heard = .allocate(capacity: mask + 1)
    unsafe heard.initialize(repeating: PackedState(), count: mask + 1)
    unsafe numbers = .allocate(capacity: mask + 1)
    unsafe numbers.initialize(repeating: -1, count: mask + 1)
  }

  func deallocate() {
    unsafe heard.deallocate()
    unsafe numbers.deallocate()
  }

  /// Returns the number of a class; a new class gets the previous `count`.
  mutating func number(_ state: PackedState) -> Int {
    let slot = slot(state)
    let known = unsafe Int(numbers[slot])
    if known >= 0 { return known }
    unsafe heard[slot] = state
    unsafe numbers[slot] = Int32(count)
    count += 1
    if count * 2 > mask { grow() }
    return count - 1
  }

  private func slot(_ state: PackedState) -> Int {
    var slot = Int(truncatingIfNeeded: state.mixed) & mask
    while unsafe numbers[slot] >= 0, unsafe heard[slot] != state { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = self
    self = HeardNumbers(count: count, mask: mask * 2 + 1)
    for place in 0...old.mask where unsafe old.numbers[place] >= 0 {
      let slot = unsafe slot(old.heard[place])
      unsafe heard[slot] = old.heard[place]
      unsafe numbers[slot] = old.numbers[place]
    }
    old.deallocate()
  }
}
