// SPDX-License-Identifier: Apache-2.0

/// The states reached so far, in the order in which they were reached, each with its parent.
final class StateSpace {
  let table: UnsafeMutablePointer<StateTable>

  /// An empty space that never takes more than some bytes.
  init(mostBytes: Int, sharing: SlotSharing) {
    table = .allocate(capacity: 1)
    table.initialize(to: StateTable(mostBytes: mostBytes, sharing: sharing))
  }

  deinit {
    table.pointee.deallocate()
    table.deallocate()
  }

  /// How many states there are.
  var count: Int { table.pointee.count }

  /// How many bytes they take.
  var bytes: Int { table.pointee.bytes }

  /// The state that was reached as the n-th, counted from 0.
  subscript(index: Int) -> PackedState { table.pointee[index] }

  /// The index of the state from which a state was reached first; the first one is its own.
  func parent(_ index: Int) -> Int { table.pointee.parent(index) }

  /// Takes in a state that comes from nowhere, unless it is known; false when memory ran out.
  func insert(_ state: PackedState) -> Bool {
    withUnsafePointer(to: state.bits) { table.pointee.insert($0, 1, parent: 0) }
  }
}
