// SPDX-License-Identifier: Apache-2.0

/// The expansion of one level of a breadth-first search by nodes.
///
/// The inputs are the nodes' new situations, the outputs the bit sets of the next level. Few bit
/// sets have new situations, and a decision is mostly the same whichever window is key. So nodes
/// that differ only in the key window are expanded together: their bit sets that are not empty are
/// listed, and each event is applied once to the list.
@safe
final class NodeExpansion {
  // SAFETY: the words belong to `store`, which lives as long as this expansion; the layout and the
  // width bound every index.

  /// A bit set of new situations of one of the nodes that are expanded together; never empty.
  private struct Entry {
    /// The index of the bit set among those of all nodes of a presence, and the index at which its
    /// slot (`NodeSlots`) begins.
    var place: Int
    var slot: Int
    /// The followed windows of the slot; empty for a node's first bit set, which holds all its
    /// situations.
    var owners: UInt64
    var word: UInt64
  }

  /// The effect of a rotation on the index of a bit set within its slot, which encodes the
  /// orientations of the slot's windows: the bits in `kept` remain, those in `added` are set.
  private struct Course {
    var turning: UInt64 = 0
    var kept = 0
    var added = 0

    @inline(__always)
    func place(_ entry: Entry) -> Int {
      if entry.owners & turning == 0 { return entry.place }
      return entry.slot &+ ((entry.place &- entry.slot) & kept | added)
    }
  }

  /// Consecutive listed nodes of one observation class: the first key, the entries, and the union
  /// of the situations.
  private struct Run {
    var key: Int
    var entries: Range<Int>
    var situations: UInt64
  }

  private let kernel: StepKernel
  private let layout: NodeLayout
  private let decisions: NodeDecisions
  private let store: FrontierBits
  private let slots: NodeSlots
  private let shifts: [DeviceGroups.Shift]
  private let turns: [DeviceGroups.Turn]
  private let next: UnsafeMutablePointer<UInt64>
  private let keys: Int
  private let width: Int
  /// The bit sets, other than empty ones, of the nodes that are expanded together, node by node.
  private let entries: UnsafeMutablePointer<Entry>
  /// The key index of each node that is expanded, and the index of the node's first entry.
  private let keyOf: UnsafeMutablePointer<Int>
  private let starts: UnsafeMutablePointer<Int>
  private var count = 0
  /// For each bit set of a node, the index at which its slot begins, and the slot's windows.
  private let slotOf: UnsafeMutablePointer<Int>
  private let ownersOf: UnsafeMutablePointer<UInt64>
  /// The union of the bit sets of all nodes that are expanded together, for events that make a
  /// window key.
  private let union: UnsafeMutablePointer<UInt64>
  private(set) var steps = 0
  /// The windows that were found to differ from the status bar, although they are assumed not to.
  private(set) var strays: UInt64 = 0

  init(_ decisions: NodeDecisions, _ slots: NodeSlots, _ store: FrontierBits) {
    self.decisions = decisions
    self.slots = slots
    self.store = store
    (kernel, layout) = (decisions.kernel, decisions.layout)
    (keys, width) = (layout.keys, slots.width)
    shifts = decisions.devices.shifts
    turns = decisions.devices.leads
    unsafe next = store.next
    unsafe entries = .allocate(capacity: keys * width)
    unsafe keyOf = .allocate(capacity: keys)
    unsafe starts = .allocate(capacity: keys + 1)
    unsafe slotOf = .allocate(capacity: width)
    unsafe ownersOf = FrontierBits.zeros(width)
    unsafe union = FrontierBits.zeros(width)
    unsafe slotOf[0] = 0
    for (slot, members) in slots.members.enumerated() {
      let start = slots.offset(slot)
      for word in start..<(start + 1 << (2 * members.count)) {
        unsafe slotOf[word] = start
        unsafe ownersOf[word] = members.reduce(0) { $0 | PackedState.bit($1) }
      }
    }
  }

  deinit {
    unsafe entries.deallocate()
    unsafe keyOf.deallocate()
    unsafe starts.deallocate()
    unsafe slotOf.deallocate()
    unsafe ownersOf.deallocate()
    unsafe union.deallocate()
  }

  func expand(_ level: Range<Int>) {
    var first = level.lowerBound
    while first < level.upperBound {
      let presence = store.history.node(first) / keys
      var end = first
      count = 0
      var size = 0
      while end < level.upperBound {
        let key = store.history.node(end) &- presence &* keys
        if key >= keys || key < 0 { break }
        size = unsafe list(store.history.words(end), key, size)
        end &+= 1
      }
      unsafe starts[count] = size
      expand(presence)
      first = end
    }
  }

  @inline(__always)
  private func list(_ words: UnsafePointer<UInt64>, _ key: Int, _ size: Int) -> Int {
    var size = size
    unsafe (keyOf[count], starts[count]) = (key, size)
    count &+= 1
    let start = key &* width
    for word in 0..<width where unsafe words[word] != 0 {
      unsafe entries[size] = Entry(
        place: start &+ word, slot: start &+ slotOf[word], owners: ownersOf[word],
        word: words[word])
      size &+= 1
    }
    return size
  }

  private func expand(_ presence: Int) {
    let (present, hidden) = (layout.present(presence), layout.hidden(presence))
    giveKey(presence, present)
    var rest = present
    while rest != 0 {
      let window = rest.trailingZeroBitCount
      rest &= rest &- 1
      let bit = PackedState.bit(window)
      let stride = layout.stride(window)
      if hidden & bit == 0 {
        move(to: presence &+ stride, hiding: window)
        if layout.leaving & bit != 0 {
          move(to: presence &+ 2 &* stride, hiding: window, leaves: true)
        }
      } else {
        show(window, presence &- stride)
        if layout.leaving & bit != 0 {
          move(to: presence &+ stride, hiding: window, leaves: true)
        }
      }
    }
    turn(presence, present.nonzeroBitCount)
  }

  @inline(__always)
  private func words(_ presence: Int) -> UnsafeMutablePointer<UInt64> {
    unsafe next + presence &* keys &* width
  }

  /// Adds entries to the bit sets of the next level, with the windows' orientations changed by
  /// `course`.
  ///
  /// `led` returns the situations after the event for those of an entry.
  @inline(__always)
  private func add(
    _ range: Range<Int>, to words: UnsafeMutablePointer<UInt64>, _ course: Course = Course(),
    _ led: (UInt64) -> UInt64 = { $0 }
  ) {
    for number in range {
      let entry = unsafe entries[number]
      unsafe words[course.place(entry)] |= led(entry.word)
    }
  }

  private func course(_ turning: UInt64, to target: Int) -> Course {
    let turning = turning & slots.followed
    if turning == 0 { return Course() }
    guard let pair = slots.members.first, pair.count > 1 else {
      return Course(turning: turning, kept: 0, added: target)
    }
    return Course(
      turning: turning, kept: slots.way(0, 15, turning: turning, to: 0),
      added: slots.way(0, 0, turning: turning, to: target))
  }

  /// Applies the event `makeKey` for each present window to every node that is expanded; does
  /// nothing if states omit the key.
  private func giveKey(_ presence: Int, _ present: UInt64) {
    if keys == 1 { return }
    store.touch(presence)
    for word in 0..<width { unsafe union[word] = 0 }
    for node in 0..<count {
      unsafe add(starts[node]..<starts[node + 1], to: union - keyOf[node] &* width)
    }
    let words = unsafe words(presence)
    for word in 0..<width where unsafe union[word] != 0 {
      let fresh = unsafe union[word]
      var rest = present
      while rest != 0 {
        unsafe words[rest.trailingZeroBitCount &* width &+ word] |= fresh
        rest &= rest &- 1
      }
    }
  }

  /// Applies hiding or (if it `leaves`) removing a window: no decision follows, but another window
  /// may become key.
  private func move(to after: Int, hiding window: Int, leaves: Bool = false) {
    store.touch(after)
    let bit = PackedState.bit(window)
    // A removed window is stored as portrait, so that the state does not depend on its orientation.
    let course = course(leaves ? bit : 0, to: 0)
    let words = unsafe words(after)
    var own = 0
    while own < count, unsafe keys == 1 || keyOf[own] != window { own &+= 1 }
    if own == count { return unsafe add(0..<starts[count], to: words, course) }
    let keyed = unsafe starts[own]..<starts[own + 1]
    unsafe add(0..<keyed.lowerBound, to: words, course)
    unsafe add(keyed.upperBound..<starts[count], to: words, course)
    let present = layout.present(after)
    let shown = present & ~layout.hidden(after)
    var nextKeys = shown
    if shown & kernel.levelZero == 0 {
      nextKeys |= leaves ? present : bit
      if leaves {
        unsafe add(keyed, to: words + (layout.windows &- window) &* width, course)
      }
    }
    while nextKeys != 0 {
      let distance = nextKeys.trailingZeroBitCount &- window
      unsafe add(keyed, to: words + distance &* width, course)
      nextKeys &= nextKeys &- 1
    }
  }

  /// Calls `body` with each run of consecutive listed nodes of one observation class, which
  /// `number` returns for a key.
  @inline(__always)
  private func eachRun(_ number: (_ key: Int) -> Int, _ body: (_ number: Int, Run) -> Void) {
    var node = 0
    while node < count {
      let key = unsafe keyOf[node]
      let own = number(key)
      let start = unsafe starts[node]
      // The first bit set of a node is the union of the situations in the node's other bit sets.
      var situations = unsafe entries[start].word
      node &+= 1
      while node < count, unsafe number(keyOf[node]) == own {
        situations |= unsafe entries[starts[node]].word
        node &+= 1
      }
      body(
        own, Run(key: key, entries: unsafe start..<starts[node], situations: situations))
    }
  }

  private func show(_ window: Int, _ after: Int) {
    store.touch(after)
    if kernel.trigger(.show, window) != TriggerCode.place {
      return unsafe add(0..<starts[count], to: words(after))
    }
    eachRun({ decisions.showNumber(window, after, $0) }) { number, run in
      for group in decisions.placings(number) {
        let placing = decisions.placing(group)
        if placing.situations & run.situations != 0 { place(window, placing, run, after) }
      }
    }
  }

  /// Adds the states after a window was shown, for the situations that lead to one decision, and
  /// adds to `strays`.
  @inline(__always)
  private func place(
    _ window: Int, _ placing: NodeDecisions.Placing, _ run: Run, _ after: Int
  ) {
    let (present, hidden) = (layout.present(after), layout.hidden(after))
    let effect = DecisionEffect(
      placing.cell, present: present, hidden: hidden, followers: kernel.followers)
    if effect.raises { return }
    let bar = effect.bar(placing.bar)
    // The orientation of a window that is not followed must equal the status bar's after the window
    // was shown.
    if bar != effect.target || effect.turning & PackedState.bit(window) == 0 {
      strays |= PackedState.bit(window) & slots.steady
    }
    check(slots.live(present, hidden), effect, isElsewhere: effect.target != placing.bar)
    let left = UInt64(max(0, bar &- placing.bar))
    let right = UInt64(max(0, placing.bar &- bar))
    let course = course(effect.turning, to: effect.target)
    unsafe add(run.entries, to: words(after), course) {
      (($0 & placing.situations) &<< left) &>> right
    }
  }

  /// Adds to `strays` the windows of `live` whose orientation differs from the status bar's after a
  /// decision; before it, all of them are assumed to have the bar's.
  ///
  /// `isElsewhere` is whether a status bar before the decision differed from the target.
  @inline(__always)
  private func check(_ live: UInt64, _ effect: DecisionEffect, isElsewhere: Bool) {
    if !isElsewhere { return }
    strays |= effect.writes ? live & ~effect.turning : live & effect.turning
  }

  /// Applies every event of the device, and counts all events of the nodes in `steps`.
  private func turn(_ presence: Int, _ windows: Int) {
    store.touch(presence)
    let words = unsafe words(presence)
    let shifts = shifts
    unsafe add(0..<starts[count], to: words) { word in
      var led: UInt64 = 0
      for shift in shifts { led |= NodeLayout.moved(word & shift.situations, by: shift.distance) }
      return led
    }
    let live = slots.live(layout.present(presence), layout.hidden(presence))
    eachRun({ decisions.turnNumber(presence, $0) }) { number, run in
      for turn in turns where run.situations & turn.situations != 0 {
        let effect = decisions.turn(
          number, turn.code, presence, run.key, settings: turn.settings)
        if effect.raises { continue }
        let bars = NodeLayout.fold(run.situations & turn.situations)
        check(live, effect, isElsewhere: bars != 1 << UInt64(effect.target))
        unsafe self.turn(turn, effect, run.entries, words)
      }
    }
    for node in 0..<count {
      let fresh = unsafe entries[starts[node]].word.nonzeroBitCount
      steps &+= fresh &* (5 &+ 2 &* windows)
    }
  }

  /// Adds the states after the events of one group to the next level, for nodes with the same
  /// decision.
  @inline(__always)
  private func turn(
    _ turn: DeviceGroups.Turn, _ effect: DecisionEffect, _ range: Range<Int>,
    _ words: UnsafeMutablePointer<UInt64>
  ) {
    let shift = UInt64(
      PackedState.situation(settings: turn.settings, device: turn.device, bar: 0))
    let end: UInt64 = 1 &<< UInt64(effect.target)
    let course = course(effect.turning, to: effect.target)
    unsafe add(range, to: words, course) { word in
      let bars = NodeLayout.fold(word & turn.situations)
      return (effect.writes ? bars == 0 ? 0 : end : bars) &<< shift
    }
  }
}
