// SPDX-License-Identifier: Apache-2.0

/// The new situations of nodes, level by level, in rows of a node's index and its words.
@safe
final class NodeHistory {
  // SAFETY: the chunks live from their making to `deinit`; a row is asked for after it was added.

  /// The rows of each level: the nodes with new situations after that number of events.
  private(set) var levels: [Range<Int>] = []
  /// The number of rows.
  private(set) var count = 0
  private var chunks: [UnsafeMutablePointer<UInt64>] = unsafe []
  private let width: Int

  /// The binary logarithm of the rows in a chunk; a full chunk is never moved.
  private static let scale = 11
  /// The largest number of words.
  private static let most = 8_000_000

  init(width: Int) { self.width = width }

  deinit { unsafe chunks.forEach { unsafe $0.deallocate() } }

  /// The number of words.
  var size: Int { count &* width }

  /// Whether there are too many words.
  var isFull: Bool { size > Self.most }

  /// Returns the words of the next row.
  @inline(__always)
  func free() -> UnsafeMutablePointer<UInt64> {
    if unsafe chunks.count == count >> Self.scale { addChunk() }
    return unsafe row(count) + 1
  }

  @inline(never)
  private func addChunk() {
    unsafe chunks.append(.allocate(capacity: (width + 1) << Self.scale))
  }

  /// Appends the next row, whose words are filled in, to the current level.
  @inline(__always)
  func append(_ node: Int) {
    unsafe row(count)[0] = UInt64(node)
    count &+= 1
  }

  /// Removes all rows.
  func clear() {
    (levels, count) = ([], 0)
  }

  /// Ends a level, unless it is empty, and returns its rows.
  func endLevel() -> Range<Int> {
    let level = (levels.last?.upperBound ?? 0)..<count
    if !level.isEmpty { levels.append(level) }
    return level
  }

  /// Returns the node of a row.
  func node(_ number: Int) -> Int { unsafe Int(row(number)[0]) }

  /// Returns the new situations of a row.
  func words(_ number: Int) -> UnsafePointer<UInt64> { unsafe UnsafePointer(row(number) + 1) }

  @inline(__always)
  private func row(_ number: Int) -> UnsafeMutablePointer<UInt64> {
    let place = number & (1 << Self.scale - 1)
    return unsafe chunks[number >> Self.scale] + place &* (width &+ 1)
  }
}
