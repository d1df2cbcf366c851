// SPDX-License-Identifier: Apache-2.0

/// Every state that a stack can reach, many at once.
///
/// No decision reads how windows are turned, so that is followed for each window by itself, and the
/// situations of a node (settings, device, bar) are the bits of a word. A breadth-first search of nodes
/// with such words meets everything that the search of single states meets about the bar, the page and
/// one window, after as many events; see docs/design/check.md.
@safe
final class NodeSearch {
  // SAFETY: the words belong to `store`, which lives as long; layout and width bound every index.

  let model: CheckModel
  let kernel: StepKernel
  let layout: NodeLayout
  /// The windows whose orientation is followed: each by itself, or two together.
  let slots: [[Int]]
  /// Whose orientation is neither followed nor known.
  let ignored: UInt64
  /// How many words a node has: its situations, and for each slot those of each way to be turned.
  let width: Int
  let decisions: NodeDecisions
  private let store: NodeWords
  private(set) var steps = 0
  private(set) var limit: CheckLimit?
  /// The windows that stood otherwise than the bar although nobody followed them.
  private(set) var strays: UInt64 = 0
  /// The first state in which each window is the page; the key is left as it is.
  private(set) var pageStates: [Int: PackedState] = [:]
  /// The windows that stand as the bar does while they are shown: all that are not followed.
  let steady: UInt64
  /// Those of them that do so while they are hidden too.
  let steadyHidden: UInt64
  let devices: DeviceGroups
  /// The window of each slot, where slots have one.
  private let own: UnsafeMutablePointer<UInt64>
  private let isPaired: Bool
  private let front: UnsafeMutablePointer<UInt64>
  private let next: UnsafeMutablePointer<UInt64>

  /// Nil where there are more than `most` words.
  init?(_ decisions: NodeDecisions, slots: [[Int]], ignored: UInt64 = 0, most: Int = 4_000_000) {
    width = slots.reduce(1) { $0 + 1 << (2 * $1.count) }
    guard let store = NodeWords(decisions.layout, width: width, most: most) else { return nil }
    self.store = store
    unsafe (front, next) = (store.front, store.next)
    self.decisions = decisions
    model = decisions.model
    layout = decisions.layout
    devices = decisions.devices
    self.slots = slots
    self.ignored = ignored
    kernel = decisions.kernel
    let followed = slots.reduce(0) { $1.reduce($0) { $0 | PackedState.bit($1) } }
    steady = decisions.model.all & ~followed & ~ignored
    // Whoever is not placed when it is shown has to stand right before.
    let unplaced = decisions.model.ids.indices.reduce(UInt64(0)) {
      decisions.kernel.trigger(.show, $1) == TriggerCode.nothing ? $0 | PackedState.bit($1) : $0
    }
    steadyHidden = steady & (unplaced | decisions.model.followers)
    isPaired = slots.contains { $0.count > 1 }
    unsafe own = NodeWords.zeros(slots.count + 1)
    for (slot, members) in slots.enumerated() { unsafe own[slot] = PackedState.bit(members[0]) }
  }

  deinit { unsafe own.deallocate() }

  /// What was new after so many events.
  var levels: [NodeWords.Level] { store.levels }

  /// How many states were reached, however their windows are turned.
  var count: Int { store.count }

  /// How many bytes it takes.
  var bytes: Int { store.bytes }

  /// How many nodes there are.
  var nodes: Int { decisions.nodes }

  /// A state of a node, whatever its situation.
  func state(_ node: Int) -> PackedState {
    let bit = unsafe words(node)[0].trailingZeroBitCount
    return layout.state(node / layout.keys, node % layout.keys, bit: bit == 64 ? 0 : bit)
  }

  /// Whether a node was reached at all.
  func isReached(_ node: Int) -> Bool { unsafe words(node)[0] != 0 }

  /// The windows that are the page, or can be.
  func pages(_ presence: Int, _ key: Int) -> UInt64 {
    kernel.pages(layout.state(presence, key, bit: 0))
  }

  /// What was reached of a node.
  @inline(__always)
  func words(_ node: Int) -> UnsafePointer<UInt64> {
    unsafe UnsafePointer(store.reached + node &* width)
  }

  /// Reaches everything; false where that cannot be done so, or where somebody strays.
  ///
  /// `isEnough` hears of each level what was new in it, and says whether to end there.
  func run(
    _ bounds: CheckBounds, _ report: (CheckProgress) -> Bool,
    isEnough: (_ number: Int, _ level: NodeWords.Level) -> Bool = { _, _ in false }
  ) -> Bool {
    let initial = model.initial
    let start = layout.presence(initial)
    let wrong = initial.present & ~kernel.standing(initial, initial.bar)
    strays = wrong & steady & ~(initial.hidden & ~steadyHidden)
    guard strays == 0, initial.settingsIndex < NodeLayout.mostSettings else { return false }
    let row = (start * layout.keys + layout.key(initial)) * width
    let bit = NodeLayout.bit(
      settings: initial.settingsIndex, device: initial.device, bar: initial.bar)
    unsafe next[row] = 1 << UInt64(bit)
    for (slot, members) in slots.enumerated() {
      let way = members.enumerated().reduce(0) {
        $0
          | (initial.present & PackedState.bit($1.element) == 0
            ? 0 : initial.orientation($1.element)) << (2 * $1.offset)
      }
      unsafe next[row + offset(slot) + way] = 1 << UInt64(bit)
    }
    store.touch(start)
    store.commit(see)
    while !store.active.isEmpty {
      if let level = levels.last, isEnough(levels.count - 1, level) { return true }
      for presence in store.active { expand(presence) }
      if strays != 0 || model.broken != nil { return false }
      store.commit(see)
      if count > bounds.states { limit = .states(bounds.states) }
      if store.isFull || bytes > bounds.memory << 20 { return false }
      let progress = CheckProgress(
        states: count, expanded: count, depth: levels.count, bytes: bytes)
      if limit == nil, !report(progress) { limit = .interrupted }
      if limit != nil { return true }
    }
    return true
  }

  /// Where the words of a slot begin in those of a node.
  @inline(__always)
  func offset(_ slot: Int) -> Int {
    // Slots of one window come alone or are all there are.
    1 &+ slot &* 4
  }

  private func see(_ presence: Int, _ key: Int, _ situations: UInt64) {
    var pages = pages(presence, key)
    while pages != 0 {
      let page = pages.trailingZeroBitCount
      pages &= pages - 1
      if pageStates[page] != nil { continue }
      pageStates[page] = layout.state(presence, key, bit: situations.trailingZeroBitCount)
    }
  }
}

extension NodeSearch {
  /// Every event of every node of a presence.
  private func expand(_ presence: Int) {
    let (present, hidden) = (layout.present[presence], layout.hidden[presence])
    giveKey(presence, present)
    var rest = present
    while rest != 0 {
      let window = rest.trailingZeroBitCount
      rest &= rest - 1
      let bit = PackedState.bit(window)
      let stride = layout.strides[window]
      if hidden & bit == 0 {
        move(presence, to: presence + stride, hiding: window)
        if layout.leaving & bit != 0 {
          move(presence, to: presence + 2 * stride, hiding: window, leaves: true)
        }
      } else {
        show(window, presence, presence - stride)
        if layout.leaving & bit != 0 {
          move(presence, to: presence + stride, hiding: window, leaves: true)
        }
      }
    }
    for key in 0..<layout.keys { turn(presence, key) }
  }

  @inline(__always)
  private func row(_ presence: Int, _ key: Int) -> Int {
    (presence &* layout.keys &+ key) &* width
  }

  /// Any window can be made the key, at any time.
  private func giveKey(_ presence: Int, _ present: UInt64) {
    if layout.keys == 1 { return }
    store.touch(presence)
    for word in 0..<width {
      var all: UInt64 = 0
      for key in 0..<layout.keys { all |= unsafe front[row(presence, key) + word] }
      if all == 0 { continue }
      var rest = present
      while rest != 0 {
        unsafe next[row(presence, rest.trailingZeroBitCount) + word] |= all
        rest &= rest - 1
      }
    }
  }

  /// A window is hidden or leaves: nothing is decided, but the key can go to others.
  private func move(_ presence: Int, to after: Int, hiding window: Int, leaves: Bool = false) {
    store.touch(after)
    for key in 0..<layout.keys {
      let source = row(presence, key)
      if unsafe front[source] == 0 { continue }
      if layout.keys == 1 || key != window {
        add(source, row(after, key), leaving: leaves ? window : nil)
        continue
      }
      let present = layout.present[after]
      let shown = present & ~layout.hidden[after]
      var heirs = shown
      if shown & kernel.levelZero == 0 {
        heirs |= leaves ? present : PackedState.bit(window)
        if leaves { add(source, row(after, layout.windows), leaving: window) }
      }
      while heirs != 0 {
        add(source, row(after, heirs.trailingZeroBitCount), leaving: leaves ? window : nil)
        heirs &= heirs - 1
      }
    }
  }

  /// Adds what is new of a node to another one; who left is turned to portrait for good.
  @inline(__always)
  private func add(_ source: Int, _ target: Int, leaving window: Int?) {
    let (from, to) = unsafe (front + source, next + target)
    guard let window, (steady | ignored) & PackedState.bit(window) == 0 else {
      for word in 0..<width { unsafe to[word] |= from[word] }
      return
    }
    unsafe to[0] |= from[0]
    if !isPaired {
      for slot in 0..<slots.count {
        let place = 1 &+ slot &* 4
        let leaves = unsafe own[slot] & PackedState.bit(window) != 0
        for way in 0..<4 { unsafe to[place &+ (leaves ? 0 : way)] |= from[place &+ way] }
      }
      return
    }
    for (slot, members) in slots.enumerated() {
      for way in 0..<(1 << (2 * members.count)) {
        let after = Self.way(way, members, turning: PackedState.bit(window), to: 0)
        unsafe next[target + offset(slot) + after] |= front[source + offset(slot) + way]
      }
    }
  }

  /// How the windows of a slot are turned once some windows have turned.
  @inline(__always)
  static func way(_ way: Int, _ members: [Int], turning: UInt64, to target: Int) -> Int {
    var way = way
    for position in members.indices where turning & PackedState.bit(members[position]) != 0 {
      way = way & ~(3 << (2 * position)) | target << (2 * position)
    }
    return way
  }

  private func show(_ window: Int, _ presence: Int, _ after: Int) {
    store.touch(after)
    let isPlaced = kernel.trigger(.show, window) == TriggerCode.place
    for key in 0..<layout.keys {
      let source = row(presence, key)
      if unsafe front[source] == 0 { continue }
      let target = row(after, key)
      if !isPlaced {
        add(source, target, leaving: nil)
        continue
      }
      for number in decisions.placings(window, after, key) {
        let group = decisions.placing(number)
        if unsafe front[source] & group.situations == 0 { continue }
        place(window, group, source, target, after)
      }
    }
  }

  private func place(
    _ window: Int, _ group: NodeDecisions.Placing, _ source: Int, _ target: Int, _ after: Int
  ) {
    let effect = NodeEffect(
      group.cell, present: layout.present[after], hidden: layout.hidden[after],
      followers: kernel.followers)
    if effect.raises { return }
    let distance = effect.bar(group.bar) - group.bar
    func moved(_ word: UInt64) -> UInt64 {
      NodeLayout.moved(word & group.situations, by: distance)
    }
    unsafe next[target] |= moved(front[source])
    for slot in 0..<(isPaired ? 0 : slots.count) {
      let turns = unsafe effect.turning & own[slot] != 0
      for way in 0..<4 {
        let word = unsafe front[source &+ 1 &+ slot &* 4 &+ way] & group.situations
        if word == 0 { continue }
        unsafe next[target &+ 1 &+ slot &* 4 &+ (turns ? effect.target : way)] |= moved(word)
      }
    }
    for (slot, members) in slots.enumerated() where isPaired {
      for way in 0..<(1 << (2 * members.count)) {
        let word = unsafe front[source + offset(slot) + way] & group.situations
        if word == 0 { continue }
        let turned = Self.way(way, members, turning: effect.turning, to: effect.target)
        unsafe next[target + offset(slot) + turned] |= moved(word)
      }
    }
    let live = live(after)
    // Whoever is shown has to stand as the bar now.
    if effect.bar(group.bar) != effect.target || effect.turning & PackedState.bit(window) == 0 {
      strays |= PackedState.bit(window) & steady
    }
    check(live, effect, isElsewhere: effect.target != group.bar)
  }

  /// The windows that have to stand as the bar without being followed.
  @inline(__always)
  func live(_ presence: Int) -> UInt64 {
    let (present, hidden) = (layout.present[presence], layout.hidden[presence])
    return present & (steady & ~hidden | steadyHidden)
  }

  /// Notes who no longer stands as the bar, where the bar was not at the target before.
  @inline(__always)
  private func check(_ live: UInt64, _ effect: NodeEffect, isElsewhere: Bool) {
    if !isElsewhere { return }
    strays |= effect.writes ? live & ~effect.turning : live & effect.turning
  }

  /// A turn of the device, for each window that is followed by itself.
  @inline(__always)
  private func turnEach(_ turn: DeviceGroups.Turn, _ effect: NodeEffect, _ source: Int) {
    let (from, to) = unsafe (front + source, next + source)
    let shift = UInt64((turn.settings &* 5 &+ turn.device) &* 4)
    let end: UInt64 = 1 << UInt64(effect.target)
    for slot in 0..<slots.count {
      let turns = unsafe effect.turning & own[slot] != 0
      for way in (1 &+ slot &* 4)..<(5 &+ slot &* 4) {
        let word = unsafe from[way] & turn.situations
        if word == 0 { continue }
        let bars = effect.writes ? end : NodeLayout.fold(word)
        unsafe to[turns ? 1 &+ slot &* 4 &+ effect.target : way] |= bars << shift
      }
    }
  }

  /// Every event of the device.
  private func turn(_ presence: Int, _ key: Int) {
    let source = row(presence, key)
    if unsafe front[source] == 0 { return }
    for shift in devices.shifts {
      for word in source..<(source &+ width) {
        unsafe next[word] |= NodeLayout.moved(
          front[word] & shift.situations, by: shift.distance)
      }
    }
    for turn in devices.turns {
      let situations = unsafe front[source] & turn.situations
      if situations == 0 { continue }
      let effect = decisions.turn(turn.code, presence, key, settings: turn.settings)
      if effect.raises { continue }
      let isElsewhere = NodeLayout.fold(situations) != 1 << UInt64(effect.target)
      check(live(presence), effect, isElsewhere: isElsewhere)
      unsafe next[source] |= turn.lead(NodeLayout.fold(situations), effect)
      if !isPaired {
        turnEach(turn, effect, source)
        continue
      }
      for (slot, members) in slots.enumerated() {
        for way in 0..<(1 << (2 * members.count)) {
          let word = unsafe front[source + offset(slot) + way] & turn.situations
          if word == 0 { continue }
          let turned = Self.way(way, members, turning: effect.turning, to: effect.target)
          unsafe next[source + offset(slot) + turned] |= turn.lead(NodeLayout.fold(word), effect)
        }
      }
    }
    store.touch(presence)
    steps &+=
      unsafe front[source].nonzeroBitCount
      &* (5 &+ 2 &* layout.present[presence].nonzeroBitCount)
  }
}
