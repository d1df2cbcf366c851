// SPDX-License-Identifier: Apache-2.0

/// The ways on from one state, outside of Swift's arrays because states are many.
@safe
struct TransitionList {
  // SAFETY: whoever makes it frees it; `capacity` is more than any state has.

  /// More than any state has: three ways a window, twice as many heirs of the key, the device's; and
  /// where the order of use counts, for every heir that does not count each of those that do.
  static let capacity = 6 * PackedState.width + 16 + PackedState.width * PackedState.width / 4

  private let transitions: UnsafeMutablePointer<Transition>
  private(set) var count = 0

  /// An empty list with memory of its own, which `deallocate` gives back.
  init() { unsafe transitions = .allocate(capacity: Self.capacity) }

  func deallocate() { unsafe transitions.deallocate() }

  @inline(__always)
  subscript(position: Int) -> Transition { unsafe transitions[position] }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ event: CheckEvent, _ start: PackedState, _ code: UInt8) {
    assert(count < Self.capacity)
    unsafe transitions[count] = Transition(event, start, code)
    count &+= 1
  }
}
