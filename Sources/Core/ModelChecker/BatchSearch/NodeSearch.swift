// SPDX-License-Identifier: Apache-2.0

/// A breadth-first search by nodes, which covers every reachable state, many states at once.
///
/// A node is a set of states with the same windows present, hidden and key. The combinations of
/// settings, device and status bar, called situations, are the bits of a bit set. No decision reads
/// the windows' orientations, so only those of some windows are followed, of one or two at a time,
/// in separate bit sets. The search finds the same violations after the same number of events as a
/// search of single states; see docs/design/check.md.
@safe
final class NodeSearch {
  // SAFETY: the words belong to `store`, which lives as long as this search; the layout and the
  // width bound every index.

  let model: CheckModel
  let kernel: StepKernel
  let layout: NodeLayout
  let following: NodeSlots
  let decisions: NodeDecisions
  let devices: DeviceGroups
  let store: FrontierBits
  private let expansion: NodeExpansion
  private(set) var limit: CheckLimit?
  private var firstStrays: UInt64 = 0
  /// For each window that can be the page, a state of the first node in which it can; the window
  /// need not be key in that state.
  private(set) var pageStates: [Int: PackedState] = [:]
  private var knownPages: UInt64 = 0

  /// Creates a search; `nil` if it needs more than `FrontierBits.most` bit sets.
  ///
  /// The search reuses `used`, the memory of a finished search of the same size.
  init?(_ decisions: NodeDecisions, _ following: NodeSlots, in used: FrontierBits? = nil) {
    self.following = following
    used?.clear()
    guard let store = used ?? FrontierBits(decisions.layout, width: following.width) else {
      return nil
    }
    self.store = store
    self.decisions = decisions
    model = decisions.model
    layout = decisions.layout
    devices = decisions.devices
    kernel = decisions.kernel
    expansion = NodeExpansion(decisions, following, store)
  }

  var slots: [[Int]] { following.members }

  var strays: UInt64 { firstStrays | expansion.strays }

  var steps: Int { expansion.steps }

  var levels: [Range<Int>] { store.history.levels }

  var history: NodeHistory { store.history }

  /// The number of states reached; states that differ only in the windows' orientations count once.
  var count: Int { store.count }

  var bytes: Int { store.bytes }

  func isReached(_ node: Int) -> Bool { unsafe words(node)[0] != 0 }

  func pages(_ presence: Int, _ key: Int) -> UInt64 {
    kernel.pages(layout.state(presence, key))
  }

  func live(_ presence: Int) -> UInt64 {
    following.live(layout.present(presence), layout.hidden(presence))
  }

  /// Returns the address of a node's bit sets, the situations reached so far.
  @inline(__always)
  func words(_ node: Int) -> UnsafePointer<UInt64> {
    unsafe UnsafePointer(store.reached + node &* following.width)
  }

  /// Searches all nodes, or those up to a bound of states or an interruption (then `limit` is set);
  /// returns false if a cell cannot hold a decision, the initial state has no node, memory is
  /// exhausted, or a window is one of the `strays`.
  ///
  /// `isEnough` is called with the rows of each new level; if it returns true, the search ends.
  func run(
    _ bounds: CheckBounds, _ report: (CheckProgress) -> Bool,
    isEnough: (_ number: Int, _ level: Range<Int>) -> Bool = { _, _ in false }
  ) -> Bool {
    guard var level = start() else { return false }
    while !level.isEmpty {
      if isEnough(levels.count - 1, level) { return true }
      expansion.expand(level)
      if strays != 0 || model.broken != nil { return false }
      level = store.commit(see)
      if count > bounds.states { limit = .states(bounds.states) }
      if history.isFull || bytes > bounds.memory << 20 { return false }
      let progress = CheckProgress(
        states: count, expanded: count, depth: levels.count, bytes: bytes)
      if limit == nil, !report(progress) { limit = .interrupted }
      if limit != nil { return true }
    }
    return true
  }

  /// Stores the initial state as the first level, and returns its rows; `nil` if nodes cannot
  /// represent it, or one of its windows is a stray.
  private func start() -> Range<Int>? {
    let initial = model.initial
    let presence = layout.presence(initial)
    let wrong = initial.present & ~kernel.oriented(initial, initial.bar)
    firstStrays = wrong & following.steady & ~(initial.hidden & ~following.steadyHidden)
    guard strays == 0, initial.settingsIndex < NodeLayout.mostSettings else { return nil }
    let row = (presence * layout.keys + layout.key(initial)) * following.width
    let bit = initial.situation
    unsafe store.next[row] = 1 << UInt64(bit)
    for slot in slots.indices {
      unsafe store.next[row + following.word(slot, of: initial)] = 1 << UInt64(bit)
    }
    store.touch(presence)
    return store.commit(see)
  }

  private func see(_ presence: Int, _ key: Int, _ situations: UInt64) {
    var pages = pages(presence, key) & ~knownPages
    knownPages |= pages
    while pages != 0 {
      let page = pages.trailingZeroBitCount
      pages &= pages - 1
      pageStates[page] = layout.state(presence, key, bit: situations.trailingZeroBitCount)
    }
  }
}

/// The bit sets of all nodes: the situations reached, and the situations of the next level.
@safe
final class FrontierBits {
  // SAFETY: the words live from `init` to `deinit`; code that writes them stays within the layout's
  // bounds.

  /// The maximum number of bit sets.
  private static let most = 4_000_000

  let reached: UnsafeMutablePointer<UInt64>
  let next: UnsafeMutablePointer<UInt64>
  let history: NodeHistory
  private(set) var count = 0
  @exclusivity(unchecked) private var touched: [Int] = []
  private let isTouched: UnsafeMutablePointer<Bool>
  private let presences: Int
  private let keys: Int
  private let width: Int

  /// Creates the bit sets; `nil` if there would be more than `most` in each array.
  init?(_ layout: NodeLayout, width: Int) {
    presences = layout.presences
    keys = layout.keys
    self.width = width
    let words = presences * keys * width
    guard words <= Self.most else { return nil }
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

  /// Clears all bit sets, so that another search of the same size can use the memory.
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

  static func zeros(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: count)
    unsafe words.initialize(repeating: 0, count: count)
    return unsafe words
  }

  /// The memory of the bit sets and of the history, in bytes.
  var bytes: Int { (presences * keys * width * 2 + history.size) * 8 }

  /// Records that an event of the current level may lead to nodes of a presence (`NodeLayout`).
  @inline(__always)
  func touch(_ presence: Int) {
    if unsafe isTouched[presence] { return }
    unsafe isTouched[presence] = true
    unsafe touched.append(presence)
  }

  /// Adds the new situations of the next level to `reached` and to the history, and returns their
  /// rows.
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
        // A node is expanded in every situation that is new in one of its bit sets.
        unsafe words[0] = any
        history.append(node)
        if isFirst { see(presence, key, any) }
      }
    }
    unsafe touched.removeAll(keepingCapacity: true)
    return history.endLevel()
  }
}

/// The new situations of each level, stored as rows: the index of a node, and its bit sets.
@safe
final class NodeHistory {
  // SAFETY: the chunks live from their allocation to `deinit`; a row is read only after it was
  // added.

  /// The rows of each level; a level's index is the number of events that lead to it.
  private(set) var levels: [Range<Int>] = []
  private(set) var count = 0
  private var chunks: [UnsafeMutablePointer<UInt64>] = unsafe []
  private let width: Int

  /// The binary logarithm of the number of rows in a chunk; a chunk keeps its address when other
  /// chunks are added.
  private static let scale = 11
  /// The maximum number of bit sets in the history.
  private static let most = 8_000_000

  init(width: Int) { self.width = width }

  deinit { unsafe chunks.forEach { unsafe $0.deallocate() } }

  /// The number of bit sets of all rows.
  var size: Int { count &* width }

  var isFull: Bool { size > Self.most }

  /// Returns the address of the next row's bit sets, for the caller to fill in.
  @inline(__always)
  func free() -> UnsafeMutablePointer<UInt64> {
    if unsafe chunks.count == count >> Self.scale { addChunk() }
    return unsafe row(count) + 1
  }

  @inline(never)
  private func addChunk() {
    unsafe chunks.append(.allocate(capacity: (width + 1) << Self.scale))
  }

  /// Writes the node's index to the next row, and adds the row to the current level.
  @inline(__always)
  func append(_ node: Int) {
    unsafe row(count)[0] = UInt64(node)
    count &+= 1
  }

  func clear() {
    (levels, count) = ([], 0)
  }

  func endLevel() -> Range<Int> {
    let level = (levels.last?.upperBound ?? 0)..<count
    if !level.isEmpty { levels.append(level) }
    return level
  }

  func node(_ number: Int) -> Int { unsafe Int(row(number)[0]) }

  func words(_ number: Int) -> UnsafePointer<UInt64> { unsafe UnsafePointer(row(number) + 1) }

  @inline(__always)
  private func row(_ number: Int) -> UnsafeMutablePointer<UInt64> {
    let place = number & (1 << Self.scale - 1)
    return unsafe chunks[number >> Self.scale] + place &* (width &+ 1)
  }
}
