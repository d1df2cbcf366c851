// SPDX-License-Identifier: Apache-2.0

/// What was new in nodes, level by level: rows of a node's number and its words.
@safe
final class NodeHistory {
  // SAFETY: the chunks live from their making to `deinit`; a row is asked for after it was added.

  /// The rows of the nodes that had something new after as many events as there are levels before.
  private(set) var levels: [Range<Int>] = []
  /// How many rows there are.
  private(set) var count = 0
  private var chunks: [UnsafeMutablePointer<UInt64>] = unsafe []
  private let width: Int

  /// How many rows a chunk holds, as a power of two: what is full is never moved.
  private static let scale = 11
  /// How many words there may be.
  private static let most = 8_000_000

  init(width: Int) { self.width = width }

  deinit { unsafe chunks.forEach { unsafe $0.deallocate() } }

  /// How many words there are.
  var size: Int { count &* width }

  /// Whether they take too much memory.
  var isFull: Bool { size > Self.most }

  /// The words of the row that comes next.
  @inline(__always)
  func free() -> UnsafeMutablePointer<UInt64> {
    if unsafe chunks.count == count >> Self.scale { addChunk() }
    return unsafe row(count) + 1
  }

  @inline(never)
  private func addChunk() {
    unsafe chunks.append(.allocate(capacity: (width + 1) << Self.scale))
  }

  /// Adds the row that comes next, whose words are there, to the level that is under way.
  @inline(__always)
  func append(_ node: Int) {
    unsafe row(count)[0] = UInt64(node)
    count &+= 1
  }

  /// Forgets everything.
  func clear() {
    (levels, count) = ([], 0)
  }

  /// Ends a level, unless nothing is new in it; the result is its rows.
  func endLevel() -> Range<Int> {
    let level = (levels.last?.upperBound ?? 0)..<count
    if !level.isEmpty { levels.append(level) }
    return level
  }

  /// The node of a row.
  func node(_ number: Int) -> Int { unsafe Int(row(number)[0]) }

  /// What was new in it.
  func words(_ number: Int) -> UnsafePointer<UInt64> { unsafe UnsafePointer(row(number) + 1) }

  @inline(__always)
  private func row(_ number: Int) -> UnsafeMutablePointer<UInt64> {
    let place = number & (1 << Self.scale - 1)
    return unsafe chunks[number >> Self.scale] + place &* (width &+ 1)
  }
}
