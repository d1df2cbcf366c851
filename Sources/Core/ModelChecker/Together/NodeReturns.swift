// SPDX-License-Identifier: Apache-2.0

/// Judges whether turning the device away and back loses a turn in the situations of nodes (P4).
@safe
struct NodeReturns {
  // SAFETY: the words of a node belong to the search, or to the level that is looked at meanwhile.

  private let search: NodeSearch
  /// For each page the windows that must be followed with it to decide whether a turn is lost.
  private(set) var pairs: [UInt64]

  init(_ search: NodeSearch) {
    self.search = search
    pairs = Array(repeating: 0, count: search.layout.windows)
  }

  /// Judges a node in situations in which device and bar agree.
  mutating func judge(_ view: NodeView, into hits: inout [NodeHit]) {
    for way in search.devices.returns where unsafe view.row[0] >> UInt64(way.bit) & 1 == 1 {
      judge(way, view, into: &hits)
    }
  }

  private mutating func judge(
    _ way: DeviceGroups.Return, _ view: NodeView, into hits: inout [NodeHit]
  ) {
    let (held, other) = (way.held, way.other)
    let first = effect(way.away, view)
    if let first, first.raises { return }
    let between = first?.bar(held) ?? held
    let second = effect(way.back(between), view)
    if let second, second.raises { return }
    let isBarLost = second?.bar(between) ?? between != held
    let shown = view.shown
    // The windows that lose the device's orientation, and those that move at all.
    let moving = shown & ((first?.turning ?? 0) | (second?.turning ?? 0))
    var lost: UInt64 = 0
    if let second, second.target != held { lost |= second.turning }
    if let first, first.target != held { lost |= first.turning & ~(second?.turning ?? 0) }
    let isLost = isBarLost || lost & shown & view.live != 0
    if !isLost, moving & ~view.live == 0, lost & view.able == 0 { return }
    func after(_ window: Int, _ orientation: Int) -> Int {
      let turned = first?.turned(window, orientation) ?? orientation
      return second?.turned(window, turned) ?? turned
    }
    let situations: UInt64 = 1 << UInt64(way.bit)
    var found: [NodeHit] = []
    var pages = view.able
    while pages != 0 {
      let page = pages.trailingZeroBitCount
      pages &= pages - 1
      var open: UInt64 = 0
      let isLive = view.live & PackedState.bit(page) != 0
      func add(_ slot: Int?, _ way: Int) {
        found.append(
          NodeHit(
            property: .turnAndBack, situations: situations, slot: slot, way: way, page: page,
            away: other))
      }
      var stands = isLive
      view.each(page, situations) { orientation, _, slot, way in
        guard orientation == held else { return }
        stands = true
        if isLost || after(page, held) != held { add(slot, way) }
      }
      if !stands || isLost { continue }
      view.each(shown & ~view.live & ~PackedState.bit(page)) { window in
        view.each(window, situations) { orientation, _, slot, way in
          guard after(window, orientation) != orientation else { return }
          if isLive { return add(slot, way) }
          guard let slot, let position = search.slots[slot].firstIndex(of: page) else {
            open |= PackedState.bit(window)
            return
          }
          if way >> (2 * position) & 3 == held { add(slot, way) }
        }
      }
      if open != 0 { pairs[page] |= open }
    }
    if !found.isEmpty { hits += found }
  }

  @inline(__always)
  private func effect(_ call: DeviceGroups.Call, _ view: NodeView) -> NodeEffect? {
    call.code == TriggerCode.nothing ? nil : view.turn(call.code, settings: call.settings)
  }
}
