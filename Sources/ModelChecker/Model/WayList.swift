// SPDX-License-Identifier: Apache-2.0

/// The ways on from one state, outside of Swift's arrays because states are many.
struct WayList {
  /// More than any state has: three ways a window, twice as many heirs of the key, the device's.
  static let capacity = 96

  private let ways: UnsafeMutablePointer<Way>
  private(set) var count = 0

  /// An empty list with memory of its own, which `deallocate` gives back.
  init() { ways = .allocate(capacity: Self.capacity) }

  func deallocate() { ways.deallocate() }

  @inline(__always)
  subscript(position: Int) -> Way { ways[position] }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ event: CheckEvent, _ start: PackedState, _ code: UInt8) {
    assert(count < Self.capacity)
    ways[count] = Way(
      start: start, kind: event.kind, index: UInt8(truncatingIfNeeded: event.index), code: code)
    count &+= 1
  }
}
