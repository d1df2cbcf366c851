// SPDX-License-Identifier: Apache-2.0

/// The states reached so far, in the order in which they were reached, each with its parent.
@safe
final class StateSpace {
  // SAFETY: the table lives from `init` to `deinit`, at one address.
  let table: UnsafeMutablePointer<StateTable>

  /// An empty space that never takes more than some bytes, for states of some windows.
  ///
  /// With `isKeyFree` their key never changes; with `hasOrder` their order of use counts.
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

  /// How many states there are.
  var count: Int { unsafe table.pointee.count }

  /// How many bytes they take.
  var bytes: Int { unsafe table.pointee.bytes }

  /// The state that was reached as the n-th, counted from 0.
  subscript(index: Int) -> PackedState { unsafe table.pointee[index] }

  /// The index of the state from which a state was reached first; the first one is its own.
  func parent(_ index: Int) -> Int { unsafe table.pointee.parent(index) }

  /// Takes in a state that comes from nowhere, unless it is known; false when memory ran out.
  func insert(_ state: PackedState) -> Bool {
    guard unsafe table.pointee.makeRoom(1) else { return false }
    unsafe table.pointee.offer(state, at: 0)
    unsafe table.pointee.takeIn(1, parent: 0)
    return true
  }
}
