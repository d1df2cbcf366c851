// SPDX-License-Identifier: Apache-2.0

/// A breadth-first search of nodes, which covers every reachable state, many at once.
///
/// No decision reads the windows' orientations, so each window is followed by itself, and the
/// situations of a node (settings, device, bar) are the bits of a word. The search meets everything
/// that a search of single states meets about the bar, the page and one window, after the same
/// number of events; see docs/design/check.md.
@safe
final class NodeSearch {
  // SAFETY: the words belong to `store`, which lives as long; layout and width bound every index.

  let model: CheckModel
  let kernel: StepKernel
  let layout: NodeLayout
  let following: NodeSlots
  let decisions: NodeDecisions
  let devices: DeviceGroups
  let store: NodeWords
  private let expansion: NodeExpansion
  private(set) var limit: CheckLimit?
  /// The windows that differed from the bar at the start although they are not followed.
  private var firstStrays: UInt64 = 0
  /// The first state in which each window is the page; its key is unchanged.
  private(set) var pageStates: [Int: PackedState] = [:]
  /// The windows with an entry in `pageStates`.
  private var knownPages: UInt64 = 0

  /// Creates a search; nil for more than `most` words; `used` has the memory of a finished search.
  init?(
    _ decisions: NodeDecisions, _ following: NodeSlots, most: Int = 4_000_000,
    in used: NodeWords? = nil
  ) {
    self.following = following
    used?.clear()
    guard let store = used ?? NodeWords(decisions.layout, width: following.width, most: most)
    else { return nil }
    self.store = store
    self.decisions = decisions
    model = decisions.model
    layout = decisions.layout
    devices = decisions.devices
    kernel = decisions.kernel
    expansion = NodeExpansion(decisions, following, store)
  }

  /// The followed windows: each by itself, or two together.
  var slots: [[Int]] { following.members }

  /// The windows that differed from the bar although they are not followed.
  var strays: UInt64 { firstStrays | expansion.strays }

  /// The number of steps taken.
  var steps: Int { expansion.steps }

  /// The rows of `history` for each level.
  var levels: [Range<Int>] { store.history.levels }

  /// The new situations, row by row.
  var history: NodeHistory { store.history }

  /// The number of states reached, without the windows' orientations.
  var count: Int { store.count }

  /// The memory of the search, in bytes.
  var bytes: Int { store.bytes }

  /// Returns a state of a node, in any of its situations.
  func state(_ node: Int) -> PackedState {
    let bit = unsafe words(node)[0].trailingZeroBitCount
    return layout.state(node / layout.keys, node % layout.keys, bit: bit == 64 ? 0 : bit)
  }

  /// Returns whether a node was reached.
  func isReached(_ node: Int) -> Bool { unsafe words(node)[0] != 0 }

  /// Returns the windows that are, or can be, the page.
  func pages(_ presence: Int, _ key: Int) -> UInt64 {
    kernel.pages(layout.state(presence, key, bit: 0))
  }

  /// Returns the windows that must have the bar's orientation without being followed.
  func live(_ presence: Int) -> UInt64 {
    following.live(layout.present(presence), layout.hidden(presence))
  }

  /// Returns the words reached of a node.
  @inline(__always)
  func words(_ node: Int) -> UnsafePointer<UInt64> {
    unsafe UnsafePointer(store.reached + node &* following.width)
  }

  /// Searches all nodes; false if a cell is insufficient or a window strays.
  ///
  /// `isEnough` is called with the new rows of each level, and returns whether to end.
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

  /// Makes the initial state the first level; nil if that is impossible.
  private func start() -> Range<Int>? {
    let initial = model.initial
    let presence = layout.presence(initial)
    let wrong = initial.present & ~kernel.standing(initial, initial.bar)
    firstStrays = wrong & following.steady & ~(initial.hidden & ~following.steadyHidden)
    guard strays == 0, initial.settingsIndex < NodeLayout.mostSettings else { return nil }
    let row = (presence * layout.keys + layout.key(initial)) * following.width
    let bit = NodeLayout.bit(
      settings: initial.settingsIndex, device: initial.device, bar: initial.bar)
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
