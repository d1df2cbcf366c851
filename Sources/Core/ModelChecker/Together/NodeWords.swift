// SPDX-License-Identifier: Apache-2.0

/// The words of all nodes of a search: what was reached, what is new, and what comes of that.
@safe
final class NodeWords {
  // SAFETY: the words live from `init` to `deinit`; who writes into them keeps to the layout.

  let reached: UnsafeMutablePointer<UInt64>
  /// What the next events lead to.
  let next: UnsafeMutablePointer<UInt64>
  /// What was new, level by level.
  let history: NodeHistory
  private(set) var count = 0
  @exclusivity(unchecked) private var touched: [Int] = []
  private let isTouched: UnsafeMutablePointer<Bool>
  private let presences: Int
  private let keys: Int
  private let width: Int

  /// Nil where they are more than `most`, of which there are twice as many.
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

  /// Forgets everything, for another search of as many words.
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

  /// Some words without a bit.
  static func zeros(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    unsafe words.initialize(repeating: 0, count: count)
    return unsafe words
  }

  /// How many bytes they take.
  var bytes: Int { (presences * keys * width * 2 + history.size) * 8 }

  /// Says that an event leads to a presence.
  @inline(__always)
  func touch(_ presence: Int) {
    if unsafe isTouched[presence] { return }
    unsafe isTouched[presence] = true
    unsafe touched.append(presence)
  }

  /// Makes of what the last events led to a level of the history, as far as it is new.
  ///
  /// `see` hears of each node that is reached for the first time. The result is the level's rows.
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
        // A node whose words say something new is expanded in these situations.
        unsafe words[0] = any
        history.append(node)
        if isFirst { see(presence, key, any) }
      }
    }
    unsafe touched.removeAll(keepingCapacity: true)
    return history.endLevel()
  }
}
