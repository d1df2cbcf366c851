// SPDX-License-Identifier: Apache-2.0

/// The words of all nodes of a search: what was reached, what is new, and what comes of that.
@safe
final class NodeWords {
  // SAFETY: the words live from `init` to `deinit`; who writes into them keeps to the layout.

  /// The nodes that had something new after as many events as there are levels before this one.
  struct Level {
    var nodes: [Int32] = []
    /// For each of them what was new, as many words as a node has.
    var words: [UInt64] = []
  }

  let reached: UnsafeMutablePointer<UInt64>
  /// What is new after the last events.
  let front: UnsafeMutablePointer<UInt64>
  /// What the next events lead to.
  let next: UnsafeMutablePointer<UInt64>
  /// The presences of which something is new.
  private(set) var active: [Int] = []
  private(set) var levels: [Level] = []
  private(set) var count = 0
  private var history = 0
  private var touched: [Int] = []
  private var isTouched: [Bool]
  private let presences: Int
  private let keys: Int
  private let width: Int

  /// How many words of levels there may be.
  private static let mostHistory = 8_000_000

  /// Nil where they are more than `most`, of which there are three times as many.
  init?(_ layout: NodeLayout, width: Int, most: Int) {
    presences = layout.present.count
    keys = layout.keys
    self.width = width
    let words = presences * keys * width
    guard words <= most else { return nil }
    isTouched = Array(repeating: false, count: presences)
    unsafe reached = Self.zeros(words)
    unsafe front = Self.zeros(words)
    unsafe next = Self.zeros(words)
  }

  deinit {
    unsafe reached.deallocate()
    unsafe front.deallocate()
    unsafe next.deallocate()
  }

  /// Some words without a bit.
  static func zeros(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    unsafe words.initialize(repeating: 0, count: count)
    return unsafe words
  }

  /// How many bytes they take.
  var bytes: Int { (presences * keys * width * 3 + history) * 8 }

  /// Whether the levels take too much memory.
  var isFull: Bool { history > Self.mostHistory }

  /// Says that an event leads to a presence.
  @inline(__always)
  func touch(_ presence: Int) {
    if isTouched[presence] { return }
    isTouched[presence] = true
    touched.append(presence)
  }

  /// Makes what the last events led to the front, as far as it is new.
  ///
  /// `see` hears of each node that is reached for the first time.
  func commit(_ see: (_ presence: Int, _ key: Int, _ situations: UInt64) -> Void) {
    for presence in active {
      unsafe (front + presence * keys * width).update(repeating: 0, count: keys * width)
    }
    active.removeAll(keepingCapacity: true)
    var level = Level()
    for presence in touched {
      isTouched[presence] = false
      var isNew = false
      for key in 0..<keys {
        let node = presence &* keys &+ key
        let row = node &* width
        if unsafe next[row] == 0 { continue }
        let isFirst = unsafe reached[row] == 0
        var any: UInt64 = 0
        for word in row..<(row &+ width) {
          let fresh = unsafe next[word] & ~reached[word]
          unsafe next[word] = 0
          if fresh == 0 { continue }
          if word == row { count &+= fresh.nonzeroBitCount }
          unsafe reached[word] |= fresh
          unsafe front[word] = fresh
          any |= fresh
        }
        if any == 0 { continue }
        isNew = true
        unsafe front[row] = any
        level.nodes.append(Int32(node))
        unsafe level.words.append(
          contentsOf: UnsafeBufferPointer(start: front + row, count: width))
        if isFirst { see(presence, key, any) }
      }
      if isNew { active.append(presence) }
    }
    touched.removeAll(keepingCapacity: true)
    history += level.words.count
    if !level.nodes.isEmpty { levels.append(level) }
  }
}
