// SPDX-License-Identifier: Apache-2.0

/// The transitions of one state, in unmanaged memory for speed.
@safe
struct TransitionList {
  // SAFETY: the owner of a list frees it; `capacity` is more than any state has.

  /// An upper bound: three events per window, twice as many heirs of the key, and the device's
  /// events; where the order of use is read, for every other heir each window that counts.
  static let capacity = 6 * PackedState.width + 16 + PackedState.width * PackedState.width / 4

  private let transitions: UnsafeMutablePointer<Transition>
  private(set) var count = 0

  /// Creates an empty list, which must be freed by `deallocate`.
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
