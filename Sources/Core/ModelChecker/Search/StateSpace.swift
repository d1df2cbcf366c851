// SPDX-License-Identifier: Apache-2.0

/// The reached states in the order of discovery, each with its parent.
@safe
final class StateSpace {
  // SAFETY: the table lives from `init` to `deinit`, at one address.
  let table: UnsafeMutablePointer<StateTable>

  /// Creates an empty space with a memory limit in bytes, for a number of windows.
  ///
  /// With `isKeyFree` the key never changes; with `hasOrder` states include the order of use.
  init(mostBytes: Int, windows: Int, isKeyFree: Bool = false, hasOrder: Bool = false) {
    unsafe table = .allocate(capacity: 1)
    unsafe table.initialize(
      to: StateTable(
        mostBytes: mostBytes, windows: windows, isKeyFree: isKeyFree, hasOrder: hasOrder))
  }

  deinit {
    unsafe table.pointee.deallocate()
    unsafe table.deallocate()
  }

  /// The number of states.
  var count: Int { unsafe table.pointee.count }

  /// The memory of the states, in bytes.
  var bytes: Int { unsafe table.pointee.bytes }

  /// Returns the state that was reached as the n-th, from 0.
  subscript(index: Int) -> PackedState { unsafe table.pointee[index] }

  /// Returns the index of the state from which a state was first reached; the first state is its
  /// own parent.
  func parent(_ index: Int) -> Int { unsafe table.pointee.parent(index) }

  /// Inserts a state without a parent, unless it is known; false when memory is exhausted.
  func insert(_ state: PackedState) -> Bool {
    guard unsafe table.pointee.makeRoom(1) else { return false }
    unsafe table.pointee.offer(state, at: 0)
    unsafe table.pointee.takeIn(1, parent: 0)
    return true
  }
}
