// SPDX-License-Identifier: Apache-2.0

/// One node of a search with some of its situations.
@safe
struct NodeView {
  // SAFETY: the words of a node belong to the search, or to the level that is looked at meanwhile.

  private let search: NodeSearch
  private(set) var presence = 0
  private(set) var key = 0
  private(set) var row: UnsafePointer<UInt64>
  /// The windows with the bar's orientation, shown or not.
  private(set) var live: UInt64 = 0
  /// The windows that are, or can be, the page.
  private(set) var able: UInt64 = 0

  /// The class of the node's turns.
  private var turns = 0

  init(_ search: NodeSearch) {
    self.search = search
    unsafe row = search.words(0)
  }

  /// Selects a node with some of its situations.
  mutating func look(at node: Int, _ words: UnsafePointer<UInt64>) {
    presence = node / search.layout.keys
    key = node % search.layout.keys
    unsafe row = words
    live = search.live(presence)
    able = search.pages(presence, key)
    turns = search.decisions.turnNumber(presence, key)
  }

  /// Returns the effect of a turn of the device on the node.
  @inline(__always)
  func turn(_ code: UInt8, settings: Int) -> NodeEffect {
    search.decisions.turn(turns, code, presence, key, settings: settings)
  }

  /// Shows a window of a presence, whose orientation is unknown unless the window is followed.
  mutating func show(_ window: Int, in before: Int) {
    presence = before - search.layout.stride(window)
    live = search.live(presence) & ~PackedState.bit(window)
    able = search.pages(presence, key)
  }

  /// The shown windows.
  var shown: UInt64 { search.layout.shown(presence) }

  /// Returns whether the orientation of a window is unknown.
  func isUnknown(_ window: Int) -> Bool {
    let bit = PackedState.bit(window)
    return (search.following.steady | search.following.ignored) & bit != 0 && live & bit == 0
  }

  /// Calls `body` with each orientation of a window in some situations, and its slot.
  @inline(__always)
  func each(
    _ window: Int, _ situations: UInt64,
    _ body: (_ orientation: Int, _ situations: UInt64, _ slot: Int?, _ way: Int) -> Void
  ) {
    let bit = PackedState.bit(window)
    if live & bit != 0 {
      for bar in 0..<4 {
        let there = unsafe row[0] & situations & NodeLayout.bars(bar)
        if there != 0 { body(bar, there, nil, 0) }
      }
      return
    }
    for slot in search.slots.indices {
      guard let position = search.slots[slot].firstIndex(of: window) else { continue }
      for way in 0..<(1 << (2 * search.slots[slot].count)) {
        let there = unsafe row[search.following.offset(slot) + way] & situations
        if there != 0 { body(way >> (2 * position) & 3, there, slot, way) }
      }
      return
    }
  }

  func each(_ set: UInt64, _ body: (Int) -> Void) {
    var rest = set
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}

extension StepKernel {
  /// Returns whether hidden windows have no effect on a decision; see `CheckStep.isSilent`.
  func isSilent(_ effect: NodeEffect, hidden: UInt64) -> Bool {
    unsafe tables.pointee.reach != .windows && tables.pointee.witnesses & hidden == 0
      && !effect.raises && hidden & effect.cell.hidden & effect.cell.writers == 0
  }
}
