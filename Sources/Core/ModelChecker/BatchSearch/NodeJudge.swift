// SPDX-License-Identifier: Apache-2.0

/// The evaluation of the properties in all states of a node at once: violations and outcomes.
///
/// `StepProperties` evaluates the same properties in single states and steps.
@safe
struct NodeJudge {
  // SAFETY: the words that are passed belong to the search or to one of its levels, and outlive the
  // call.

  private let search: NodeSearch
  private var devices: DeviceGroups { search.devices }
  private var layout: NodeLayout { search.layout }
  private var kernel: StepKernel { search.kernel }
  var wanted: PropertySet
  private(set) var hits: [NodeHit] = []
  private(set) var outcomes: OutcomeSet = []
  /// The windows of unknown orientation on which it depends whether a property is violated.
  private(set) var unknown: UInt64 = 0
  /// The pages whose outcomes were not recorded, since they were just shown and their orientation is
  /// unknown.
  private(set) var vague: UInt64 = 0
  /// Whether P5 may be violated undetected: repeating the decision after a window was shown might
  /// rotate the status bar or a window again.
  private(set) var isOpen = false
  /// For each orientation (raw value minus 1), the windows that had it while they were the page, as
  /// bits.
  private(set) var pages: [UInt64] = [0, 0, 0, 0]
  private var view: NodeView
  private var returns: NodeTurnAndBack

  init(_ search: NodeSearch, wanted: PropertySet) {
    self.search = search
    self.wanted = wanted
    view = NodeView(search)
    returns = NodeTurnAndBack(search)
  }

  /// For each page, the windows whose orientations must be followed together with the page's to
  /// decide P4.
  var pairs: [UInt64] { returns.pairs }

  mutating func reset() {
    if !hits.isEmpty { hits.removeAll(keepingCapacity: true) }
  }

  private(set) var met: PropertySet = []

  /// Adds the properties of the hits to `met`, removes them from `wanted`, except P4, and clears
  /// the hits.
  ///
  /// P4 is judged in every node, to collect all `pairs`: the search that follows a pair may find an
  /// earlier violation.
  mutating func settle() {
    for hit in hits { met.insert(PropertySet(hit.property)) }
    wanted.subtract(met.subtracting(.back))
    reset()
  }

  /// Records hits of the wanted properties in a node, for the situations of `words`.
  ///
  /// If `counts`, the outcomes and pages are recorded, too.
  mutating func judge(_ node: Int, _ words: UnsafePointer<UInt64>, counts: Bool) {
    unsafe view.look(at: node, words)
    if counts || wanted.contains(.bar) { judgePages(counts) }
    if wanted.contains(.back) { returns.judge(view, into: &hits) }
    if counts || !wanted.isDisjoint(with: [.trap, .apply, .lock, .hidden]) {
      for turn in devices.turns { judge(turn, counts) }
    }
    if counts, !outcomes.contains(.unchanged), view.able == 0 { outcomes.insert(.unchanged) }
    judgePlacings(counts)
  }

  private mutating func judgePages(_ counts: Bool) {
    var found: [NodeHit] = []
    var stood = pages
    view.each(view.able) { page in
      view.each(page, .max) { orientation, situations, slot, way in
        stood[orientation] |= PackedState.bit(page)
        let wrong = PropertyFormula.split(
          isPage: situations, agrees: NodeLayout.bars(orientation))
        if wrong != 0 {
          found.append(
            NodeHit(property: .barAgrees, situations: wrong, slot: slot, way: way, page: page))
        }
      }
    }
    if counts, stood != pages { pages = stood }
    if wanted.contains(.bar), !found.isEmpty { hits += found }
  }
}

extension NodeJudge {
  private mutating func judge(_ turn: DeviceGroups.Turn, _ counts: Bool) {
    let situations = unsafe view.row[0] & turn.situations
    if situations == 0 { return }
    let effect = view.turn(turn.code, settings: turn.settings)
    judge(effect, situations, wanted: Int(turn.code) - 1, counts)
    if wanted.contains(.lock) {
      let locked = devices.locked
      compare(.lockIsAbsolute, nil, effect, situations, among: .max) { moves in
        PropertyFormula.movesLocked(
          isTurn: UInt64(everywhere: turn.isTurn), isLocked: locked, moves: moves)
      }
    }
    if mayReadHidden(effect) {
      let bare = search.decisions.turnOfShown(
        turn.code, view.presence, view.key, settings: turn.settings)
      compare(effect, withoutHidden: bare, situations)
    }
  }

  /// Evaluates P5 and P9 for one decision, and records its outcomes if `counts`.
  ///
  /// `orientation` is the one that a turn requests, `placed` the window that was just shown; each
  /// is `nil` for the other kind of decision.
  private mutating func judge(
    _ effect: DecisionEffect, _ situations: UInt64, wanted orientation: Int? = nil,
    placed: Int? = nil, _ counts: Bool
  ) {
    if wanted.contains(.trap), effect.raises {
      hits.append(NodeHit(property: .neverTraps, situations: situations))
    }
    if wanted.contains(.apply),
      PropertyFormula.movesTwice(
        raises: effect.raises, writesTwice: effect.cell.isNotIdempotent, movesBar: false,
        changesAgain: false)
    {
      hits.append(NodeHit(property: .oneApply, situations: situations))
    }
    if counts { note(effect, situations, wanted: orientation, placed: placed) }
  }

  private func mayReadHidden(_ effect: DecisionEffect) -> Bool {
    let hidden = layout.hidden(view.presence) & layout.present(view.presence)
    return wanted.contains(.hidden) && hidden != 0 && !kernel.isSilent(effect, hidden: hidden)
  }

  private mutating func compare(
    _ effect: DecisionEffect, withoutHidden bare: DecisionEffect, _ situations: UInt64
  ) {
    compare(.hiddenIsSilent, effect, bare, situations, among: view.shown) { differs in
      PropertyFormula.hiddenDecides(
        raises: UInt64(everywhere: effect.raises), raisesWithout: UInt64(everywhere: bare.raises),
        differs: differs)
    }
  }

  /// Records hits of a property that compares two effects on some windows; without a first effect,
  /// the second one is compared with no change.
  ///
  /// `violates` is the property's formula: the situations that violate it, for those in which the
  /// effects differ.
  @inline(__always)
  private mutating func compare(
    _ property: CheckProperty, _ one: DecisionEffect?, _ two: DecisionEffect,
    _ situations: UInt64, among windows: UInt64, _ violates: (_ differs: UInt64) -> UInt64
  ) {
    if let one, one.isSame(as: two, for: windows) { return }
    let always = situations & violates(0)
    if always != 0 { return hits.append(NodeHit(property: property, situations: always)) }
    let open = situations & violates(.max)
    if open != 0 { differences(one, two, open, property, among: windows) }
  }

  /// Records hits of a property where two effects differ in the status bar or in some windows;
  /// without a first effect, the second one is compared with no change.
  ///
  /// If this depends on the orientation of a window of which none is known, adds the window to
  /// `unknown`.
  private mutating func differences(
    _ one: DecisionEffect?, _ two: DecisionEffect, _ situations: UInt64, _ property: CheckProperty,
    among windows: UInt64
  ) {
    let turning = layout.present(view.presence) & windows & ((one?.turning ?? 0) | two.turning)
    if turning == 0, one?.writes != true, !two.writes { return }
    var found: [NodeHit] = []
    var open: UInt64 = 0
    for bar in 0..<4 {
      let there = situations & NodeLayout.bars(bar)
      if there != 0, one?.bar(bar) ?? bar != two.bar(bar) {
        found.append(NodeHit(property: property, situations: there))
      }
    }
    view.each(turning) { window in
      view.each(window, situations) { orientation, there, slot, way in
        if one?.turned(window, orientation) ?? orientation != two.turned(window, orientation) {
          found.append(NodeHit(property: property, situations: there, slot: slot, way: way))
        }
      }
      // No orientation is known of a window that is ignored, or was just shown and is not followed.
      guard view.isUnknown(window) else { return }
      let bit = PackedState.bit(window)
      if let one, one.turning & two.turning & bit != 0 {
        if one.target != two.target {
          found.append(NodeHit(property: property, situations: situations))
        }
      } else {
        open |= bit
      }
    }
    if !found.isEmpty { hits += found }
    unknown |= open
  }

  /// Records the outcomes of a decision in some situations, or adds a page to `vague`.
  private mutating func note(
    _ effect: DecisionEffect, _ situations: UInt64, wanted: Int?, placed: Int?
  ) {
    if effect.raises {
      outcomes.insert(.exception)
      return
    }
    if outcomes.isSuperset(of: .usual), !effect.cell.putsOff { return }
    var seen: OutcomeSet = []
    let pages = view.able
    view.each(pages) { page in
      view.each(page, situations) { orientation, there, _, _ in
        for bar in 0..<4 where there & NodeLayout.bars(bar) != 0 {
          seen.formUnion(
            OutcomeSet(
              page: (orientation, effect.turned(page, orientation)), bar: (bar, effect.bar(bar)),
              wanted: wanted, putsOff: effect.cell.putsOff))
        }
      }
    }
    outcomes.formUnion(seen)
    if let placed, pages & PackedState.bit(placed) != 0, view.isUnknown(placed) {
      vague |= PackedState.bit(placed)
    }
    if pages == 0 { outcomes.insert(effect.cell.putsOff ? .deferred : .unchanged) }
  }
}

extension NodeJudge {
  private mutating func judgePlacings(_ counts: Bool) {
    let asked: PropertySet = [.trap, .apply, .hidden]
    guard counts || !wanted.isDisjoint(with: asked) else { return }
    let before = view.presence
    var rest = layout.hidden(before) & layout.present(before)
    while rest != 0 {
      let window = rest.trailingZeroBitCount
      rest &= rest - 1
      guard kernel.trigger(.show, window) == TriggerCode.place else { continue }
      view.show(window, in: before)
      let number = search.decisions.showNumber(window, view.presence, view.key)
      for group in search.decisions.placings(number) {
        judge(window, number, search.decisions.placing(group), counts)
      }
    }
  }

  private mutating func judge(
    _ window: Int, _ number: Int, _ group: NodeDecisions.Placing, _ counts: Bool
  ) {
    let situations = unsafe view.row[0] & group.situations
    if situations == 0 { return }
    let effect = view.effect(group.cell)
    judge(effect, situations, placed: window, counts)
    if wanted.contains(.apply), !isOpen {
      isOpen = PropertyFormula.movesTwice(
        raises: effect.raises, writesTwice: false, movesBar: effect.bar(group.bar) != group.bar,
        changesAgain: !stays(effect, number, group, situations))
    }
    guard mayReadHidden(effect) else { return }
    let bare = search.decisions.showNumberOfShown(window, view.presence, view.key)
    for other in search.decisions.placings(bare).map(search.decisions.placing) {
      let there = situations & other.situations
      if there == 0 { continue }
      let effectOfShown = DecisionEffect(
        other.cell, present: view.shown, hidden: 0, followers: kernel.followers)
      compare(effect, withoutHidden: effectOfShown, there)
    }
  }

  /// Returns whether repeating the decision after a window was shown certainly changes nothing, as
  /// P5 requires.
  private func stays(
    _ effect: DecisionEffect, _ number: Int, _ group: NodeDecisions.Placing, _ situations: UInt64
  ) -> Bool {
    let there = NodeLayout.moved(situations, by: effect.target - group.bar)
    return search.decisions.placings(number).allSatisfy {
      let next = search.decisions.placing($0)
      if next.situations & there == 0 { return true }
      let again = view.effect(next.cell)
      let isElsewhere = again.target != effect.target
      return !(isElsewhere && (again.writes || again.turning != 0))
        && layout.present(view.presence) & again.turning & ~effect.turning == 0
    }
  }
}

extension UInt64 {
  fileprivate init(everywhere holds: Bool) { self = holds ? .max : 0 }
}

/// A possible violation: the situations of a node in which a property fails, and the window
/// orientations that this requires.
struct NodeHit {
  var property: CheckProperty
  var situations: UInt64
  /// The slot (`NodeSlots`) whose windows must have the orientations `way`; `nil` if no orientation
  /// of a followed window matters.
  var slot: Int?
  var way = 0
  var page: Int?
  /// The orientation that the device turns to before it turns back (P4); `nil` for other
  /// properties.
  var away: Int?
}

/// The node that is being evaluated, restricted to some of its situations.
@safe
private struct NodeView {
  // SAFETY: the words that are passed belong to the search or to one of its levels, and outlive the
  // view.

  private let search: NodeSearch
  private(set) var presence = 0
  private(set) var key = 0
  private(set) var row: UnsafePointer<UInt64>
  /// The windows that are assumed to have the status bar's orientation, shown or hidden.
  private(set) var live: UInt64 = 0
  private(set) var able: UInt64 = 0

  /// The observation class of the node for turns of the device.
  private var turns = 0

  init(_ search: NodeSearch) {
    self.search = search
    unsafe row = search.words(0)
  }

  mutating func look(at node: Int, _ words: UnsafePointer<UInt64>) {
    presence = node / search.layout.keys
    key = node % search.layout.keys
    unsafe row = words
    live = search.live(presence)
    able = search.pages(presence, key)
    turns = search.decisions.turnNumber(presence, key)
  }

  @inline(__always)
  func turn(_ code: UInt8, settings: Int) -> DecisionEffect {
    search.decisions.turn(turns, code, presence, key, settings: settings)
  }

  func effect(_ cell: DecisionCell) -> DecisionEffect {
    let layout = search.layout
    return DecisionEffect(
      cell, present: layout.present(presence), hidden: layout.hidden(presence),
      followers: search.kernel.followers)
  }

  /// Changes the view to the node that results if a window is shown in the presence `before`; not
  /// to be followed by `turn`.
  ///
  /// The window's orientation is unknown unless it is followed.
  mutating func show(_ window: Int, in before: Int) {
    presence = before - search.layout.stride(window)
    live = search.live(presence) & ~PackedState.bit(window)
    able = search.pages(presence, key)
  }

  var shown: UInt64 { search.layout.shown(presence) }

  /// Returns whether nothing is known of a window's orientation: it is not followed and may differ
  /// from the status bar's.
  func isUnknown(_ window: Int) -> Bool {
    let bit = PackedState.bit(window)
    return (search.following.steady | search.following.ignored) & bit != 0 && live & bit == 0
  }

  /// Calls `body` for each orientation that a window has in some situations.
  ///
  /// For a followed window, `body` is called once for each `way`: the orientations of all windows
  /// of its slot, two bits each. For a window that is assumed to have the status bar's orientation,
  /// `slot` is `nil` and `way` 0. `body` is not called if the window's orientation is unknown.
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

/// The evaluation of `TurnAndBack` (P4) in all situations of a node at once.
@safe
private struct NodeTurnAndBack {
  // SAFETY: the words that are passed belong to the search or to one of its levels, and outlive the
  // call.

  private let search: NodeSearch
  private(set) var pairs: [UInt64]

  init(_ search: NodeSearch) {
    self.search = search
    pairs = Array(repeating: 0, count: search.layout.windows)
  }

  mutating func judge(_ view: NodeView, into hits: inout [NodeHit]) {
    var situations = unsafe view.row[0] & search.devices.standing
    while situations != 0 {
      let situation = situations.trailingZeroBitCount
      situations &= situations - 1
      let held = situation & 3
      for other in 0..<4 where other != held { judge(situation, held, other, view, into: &hits) }
    }
  }

  /// Evaluates P4 in a situation, for turning the device from `held` to `other` and back.
  private mutating func judge(
    _ situation: Int, _ held: Int, _ other: Int, _ view: NodeView, into hits: inout [NodeHit]
  ) {
    var state = PackedState()
    state.situation = situation
    let first = effect(of: other, on: &state, view)
    if let first, first.raises { return }
    let second = effect(of: held, on: &state, view)
    if let second, second.raises { return }
    let isBarLost = state.bar != held
    let shown = view.shown
    // The shown windows that rotate in the two turns; `lost` has all windows that these leave in
    // another orientation than `held`.
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
    let situations: UInt64 = 1 << UInt64(situation)
    var pages = view.able
    while pages != 0 {
      let page = pages.trailingZeroBitCount
      pages &= pages - 1
      var open: UInt64 = 0
      let isLive = view.live & PackedState.bit(page) != 0
      func add(_ slot: Int?, _ way: Int) {
        hits.append(
          NodeHit(
            property: .turnAndBack, situations: situations, slot: slot, way: way, page: page,
            away: other))
      }
      var stands = isLive
      view.each(page, situations) { orientation, _, slot, way in
        let isHeld = orientation == held
        stands = stands || isHeld
        let isViolated = PropertyFormula.losesTurn(stands: isHeld, isLocked: false) {
          (raises: false, differs: isLost || after(page, held) != held)
        }
        if isViolated { add(slot, way) }
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
  }

  /// Returns the effect of turning the device, and changes the device, the settings and the status
  /// bar of `state` accordingly; `nil` if no decision follows.
  @inline(__always)
  private func effect(
    of device: Int, on state: inout PackedState, _ view: NodeView
  ) -> DecisionEffect? {
    let code = search.kernel.applyDevice(CheckEvent(kind: .turn, index: device), &state)
    if code == TriggerCode.nothing { return nil }
    let effect = view.turn(code, settings: state.settingsIndex)
    state.bar = effect.bar(state.bar)
    return effect
  }
}
