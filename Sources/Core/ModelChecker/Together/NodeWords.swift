// SPDX-License-Identifier: Apache-2.0

/// The words of all nodes of a search: those reached, the new ones, and those of the next level.
@safe
final class NodeWords {
  // SAFETY: the words live from `init` to `deinit`; code that writes them keeps to the layout.

  let reached: UnsafeMutablePointer<UInt64>
  /// The results of the current level's events.
  let next: UnsafeMutablePointer<UInt64>
  /// The new situations, level by level.
  let history: NodeHistory
  private(set) var count = 0
  @exclusivity(unchecked) private var touched: [Int] = []
  private let isTouched: UnsafeMutablePointer<Bool>
  private let presences: Int
  private let keys: Int
  private let width: Int

  /// Creates the words; nil for more than `most`, of which there are two arrays.
  init?(_ layout: NodeLayout, width: Int, most: Int) {
    presences = layout.presences
    keys = layout.keys
    self.width = width
    let words = presences * keys * width
    guard words <= most else { return nil }
    history = NodeHistory(width: width)
    unsafe isTouched = .allocate(capacity: presences)
    unsafe isTouched.initialize(repeating: false, count: presences)
    unsafe reached = Self.zeros(words)
    unsafe next = Self.zeros(words)
  }

  deinit {
    unsafe isTouched.deallocate()
    unsafe reached.deallocate()
    unsafe next.deallocate()
  }

  /// Clears all words for another search of the same size.
  func clear() {
    for row in 0..<history.count {
      let start = history.node(row) * width
      unsafe (reached + start).update(repeating: 0, count: width)
    }
    for presence in unsafe touched {
      unsafe isTouched[presence] = false
      unsafe (next + presence * keys * width).update(repeating: 0, count: keys * width)
    }
    unsafe touched.removeAll(keepingCapacity: true)
    history.clear()
    count = 0
  }

  /// Returns a number of words with all bits zero.
  static func zeros(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    unsafe words.initialize(repeating: 0, count: count)
    return unsafe words
  }

  /// The memory of the words, in bytes.
  var bytes: Int { (presences * keys * width * 2 + history.size) * 8 }

  /// Records that an event leads to a presence.
  @inline(__always)
  func touch(_ presence: Int) {
    if unsafe isTouched[presence] { return }
    unsafe isTouched[presence] = true
    unsafe touched.append(presence)
  }

  /// Makes a level of the history of the last events' new results, and returns its rows.
  ///
  /// `see` is called with each node that is reached for the first time.
  func commit(_ see: (_ presence: Int, _ key: Int, _ situations: UInt64) -> Void) -> Range<Int> {
    for presence in unsafe touched {
      unsafe isTouched[presence] = false
      for key in 0..<keys {
        let node = presence &* keys &+ key
        let row = node &* width
        if unsafe next[row] == 0 { continue }
        let isFirst = unsafe reached[row] == 0
        let words = unsafe history.free()
        var any: UInt64 = 0
        for word in 0..<width {
          let fresh = unsafe next[row &+ word] & ~reached[row &+ word]
          unsafe next[row &+ word] = 0
          unsafe reached[row &+ word] |= fresh
          unsafe words[word] = fresh
          any |= fresh
        }
        if any == 0 { continue }
        unsafe count &+= words[0].nonzeroBitCount
        // A node with a new word is expanded in the situations of that word.
        unsafe words[0] = any
        history.append(node)
        if isFirst { see(presence, key, any) }
      }
    }
    unsafe touched.removeAll(keepingCapacity: true)
    return history.endLevel()
  }
}
