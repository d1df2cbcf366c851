// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The part of a model that every step goes through: integers and pointers only.
///
/// It is valid as long as its model lives; what it does not know yet the model finds out.
@safe
package struct StepKernel {
  // SAFETY: the check keeps the model, and with it the tables, for as long as it uses kernels.
  let all: UInt64
  let followers: UInt64
  let levelZero: UInt64
  let pageable: UInt64
  let addable: UInt64
  /// Of the windows that can be added: which are hidden, which become key.
  let hiddenWhenAdded: UInt64
  let keyWhenAdded: UInt64
  /// Whether windows turn one by one, so that they can differ.
  let turnsWindows: Bool
  /// Whether the key is left out; every shown window can be the page then.
  let isKeyFree: Bool
  /// The windows of which the one used last counts; empty where the order of use is not asked.
  let recents: UInt64
  private let windows: Int
  let tables: UnsafeMutablePointer<StepTables>
  private let owner: Unmanaged<CheckModel>

  init(_ model: CheckModel) {
    all = model.all
    followers = model.followers
    levelZero = model.levelZero
    pageable = model.pageable
    addable = model.addable
    unsafe tables = model.tables
    turnsWindows = model.rules.scope == .window
    isKeyFree = model.isKeyFree
    windows = model.ids.count
    recents = model.recentOrder.reduce(0) { $0 | PackedState.bit($1) }
    unsafe owner = Unmanaged.passUnretained(model)
    var hidden: UInt64 = 0
    var key: UInt64 = 0
    for index in model.stack.windows.indices {
      let entry = model.stack.windows[index]
      let bit = UInt64(1) << UInt64(index)
      if entry.window.isHidden { hidden |= bit }
      if entry.isKey { key |= bit }
    }
    hiddenWhenAdded = hidden
    keyWhenAdded = key
  }

  /// The model, for what a step cannot look up.
  private var model: CheckModel { unsafe owner.takeUnretainedValue() }

  @inline(__always)
  package func isLocked(_ state: PackedState) -> Bool {
    unsafe tables.pointee.lockedRests >> UInt16(truncatingIfNeeded: state.settingsIndex) & 1 == 1
  }

  @inline(__always)
  package func trigger(_ kind: CheckEvent.Kind, _ index: Int) -> UInt8 {
    unsafe tables.pointee.windowOccasions[Int(kind.rawValue) &* PackedState.width &+ index]
  }

  /// Takes in an event of the device; the result is what it calls for.
  @inline(__always)
  package func takeDevice(_ event: CheckEvent, _ state: inout PackedState) -> UInt8 {
    let choice = event.kind == .turn ? event.index : event.kind == .lock ? 5 : 6
    let slot = StepTables.deviceSlot(state, choice)
    var step = unsafe tables.pointee.deviceSteps[slot]
    if step == .max { step = fill(slot, event, state) }
    state.settingsIndex = Int(truncatingIfNeeded: step >> 8 & 15)
    state.device = Int(truncatingIfNeeded: step >> 4 & 15)
    return UInt8(truncatingIfNeeded: step & 15)
  }

  @inline(never)
  private func fill(_ slot: Int, _ event: CheckEvent, _ state: PackedState) -> UInt16 {
    let step = model.compileDevice(event, state)
    unsafe tables.pointee.deviceSteps[slot] = step
    return step
  }

  /// The settings after a window was added.
  package func restAfterAdding(_ index: Int, _ state: PackedState) -> Int {
    let slot = (state.settingsIndex * PackedState.width + index) * 4 + state.bar
    if unsafe tables.pointee.addRests[slot] == .max {
      unsafe tables.pointee.addRests[slot] = UInt8(model.compileAdding(index, state))
    }
    return unsafe Int(tables.pointee.addRests[slot])
  }

  /// The page's window, or `none` (`Scene.pageIndex`).
  @inline(__always)
  package func page(_ state: PackedState) -> Int {
    let shown = state.shown
    let key = state.key
    if shown & ~followers & state.keyBit != 0 { return key }
    let candidates = shown & pageable
    return candidates == 0 ? PackedState.none : candidates.trailingZeroBitCount
  }

  /// The windows that can be the page.
  @inline(__always)
  func pages(_ state: PackedState) -> UInt64 {
    if isKeyFree { return state.shown & ~followers }
    let page = page(state)
    return PackedState.bit(page)
  }

  /// Decides what one way on called for.
  @inline(__always)
  func decided(_ way: Transition) -> CheckStep { decided(way.code, way.window, way.start) }

  /// Decides what an event called for; the state has the event in it.
  @inline(__always)
  func decided(_ code: UInt8, _ window: Int, _ state: PackedState) -> CheckStep {
    if code == TriggerCode.nothing { return CheckStep(next: state) }
    let cell = cell(code, window, state)
    let (next, raises) = applied(cell, to: state)
    let hidden = state.present & state.hidden
    let raising = state.shown & cell.raisingShown | hidden & cell.raisingHidden
    // Without the hidden windows the page is the same, so this very cell is applied to the others.
    let isSilent =
      unsafe tables.pointee.reach != .windows && tables.pointee.witnesses & hidden == 0
      && raising == 0 && hidden & cell.hidden & cell.writers == 0
    return CheckStep(
      code, window, cell, next: next, start: state, raises: raises, isSilent: isSilent)
  }

  /// Where a decision leads, and whether it raises an exception.
  @inline(__always)
  func applied(
    _ cell: DecisionCell, to state: PackedState
  ) -> (next: PackedState, raises: Bool) {
    let shown = state.shown
    let hidden = state.present & state.hidden
    var turning = shown & cell.shown | hidden & cell.hidden
    let raising = shown & cell.raisingShown | hidden & cell.raisingHidden
    if raising != 0 { turning &= (raising & (~raising &+ 1)) &- 1 }
    let target = Int(cell.target)
    var next = state
    if cell.writesBar || turning & cell.writers != 0, state.bar != target {
      next.bar = target
      turning |= state.present & followers
    }
    next.turn(turning, to: target)
    return (next, cell.raises || raising != 0)
  }

  /// The windows that stand otherwise than the bar while they are, or can be, the page.
  @inline(__always)
  func split(_ state: PackedState) -> UInt64 {
    pages(state) & ~standing(state, state.bar)
  }

  /// The windows that stand in an orientation.
  @inline(__always)
  func standing(_ state: PackedState, _ orientation: Int) -> UInt64 {
    let low: UInt64 = orientation & 1 == 0 ? 0 : PackedState.plane
    let high: UInt64 = orientation & 2 == 0 ? 0 : PackedState.plane
    return ~((state.low ^ low) | (state.high ^ high))
  }

  /// The windows, there before and after, that are turned otherwise.
  @inline(__always)
  func turned(_ left: PackedState, _ right: PackedState) -> UInt64 {
    ((left.low ^ right.low) | (left.high ^ right.high)) & left.present & right.present
  }

  /// The cell of a decision, filled now if it has not been needed before.
  @inline(__always)
  package func cell(_ code: UInt8, _ window: Int, _ state: PackedState) -> DecisionCell {
    unsafe known(code, window, state).pointee
  }

  /// Where the cell of a decision is until the next one is filled.
  @inline(__always)
  func known(
    _ code: UInt8, _ window: Int, _ state: PackedState
  ) -> UnsafePointer<DecisionCell> {
    if unsafe tables.pointee.reach == .windows { return unsafe contextCell(code, window, state) }
    let known = unsafe tables.pointee.reach == .page ? self.page(state) : PackedState.none
    // Without any window a display can follow the device (W-4).
    let row = unsafe tables.pointee.pageRow(
      state.present == 0 ? PackedState.nobody : known, present: state.present)
    let slot: Int
    if code == TriggerCode.place {
      let hidden = Int(truncatingIfNeeded: state.hidden &>> UInt64(window) & 1)
      slot = row + 4 + ((window * 2 + hidden) * 5 + state.device) * 4 + state.bar
    } else {
      slot = row + Int((code - 1) & 3)
    }
    if unsafe !tables.pointee.pages[slot].isFilled { fillPage(slot, code, window, state) }
    return unsafe tables.pointee.page(slot)
  }

  @inline(never)
  private func fillPage(_ slot: Int, _ code: UInt8, _ window: Int, _ state: PackedState) {
    var cell = model.pageCell(code, window, state)
    cell.isFilled = true
    unsafe tables.pointee.pages[slot] = cell
  }

  /// What of a state's windows a decision hears, where it hears more than the page.
  @inline(__always)
  private func context(_ code: UInt8, _ window: Int, _ state: PackedState) -> PackedState {
    var context: PackedState
    if let part = unsafe tables.pointee.takingPart {
      context = canonical(code, window, state, part)
      context.hidden &= context.present
    } else if let heard = unsafe tables.pointee.heard {
      context = heard.canonical(state, all: all)
    } else {
      context = state
      let relevant = unsafe tables.pointee.relevant | state.keyBit
      context.present = state.present | all & ~relevant
      context.hidden = state.hidden & state.present & relevant
    }
    return context
  }

  /// A state that is the same for all of whose windows a decision hears the same.
  ///
  /// Bar, device and settings are left out, and which turn it is.
  func heard(_ code: UInt8, _ window: Int, _ state: PackedState) -> PackedState {
    let isPlacing = code == TriggerCode.place
    var heard = PackedState()
    if unsafe tables.pointee.reach == .windows {
      heard = context(code, window, state)
      (heard.bar, heard.device, heard.settingsIndex) = (0, 0, 0)
    } else {
      let page = unsafe tables.pointee.reach == .page ? self.page(state) : PackedState.none
      let row = unsafe tables.pointee.pageRow(
        state.present == 0 ? PackedState.nobody : page, present: state.present)
      heard.present = UInt64(row)
      heard.hidden = isPlacing ? state.hidden &>> UInt64(window) & 1 : 0
    }
    heard.low = isPlacing ? UInt64(window) + 1 : 0
    heard.high = 0
    return heard
  }

  @inline(__always)
  private func contextCell(
    _ code: UInt8, _ window: Int, _ state: PackedState
  ) -> UnsafePointer<DecisionCell> {
    let settings = unsafe tables.pointee.shared(state.settingsIndex)
    guard unsafe !tables.pointee.numbered.isEmpty, code != TriggerCode.place,
      settings < StepTables.numberedSettings,
      let number = unsafe tables.pointee.heard?.number(state, windows: windows)
    else { return unsafe value(slot(code, window, state)) }
    let isBare = isBare(code)
    let place = StepTables.numberedPlace(
      number, code, settings: settings, device: isBare ? 0 : state.device,
      bar: isBare ? 0 : state.bar)
    let known = unsafe Int(tables.pointee.numbered[place])
    return unsafe value(known >= 0 ? known : numbered(place, code, state))
  }

  /// The cell at a slot; the tables are read once the slot is known, since to fill one moves them.
  @inline(__always)
  private func value(_ slot: Int) -> UnsafePointer<DecisionCell> {
    unsafe tables.pointee.value(slot)
  }

  /// Finds out where the cell of a number's decision is.
  @inline(never)
  private func numbered(_ place: Int, _ code: UInt8, _ state: PackedState) -> Int {
    let slot = slot(code, 0, state)
    unsafe tables.pointee.number(place, slot)
    return slot
  }

  /// What of a state the cell of a decision belongs to, with what calls for it.
  @inline(__always)
  private func key(_ code: UInt8, _ window: Int, _ state: PackedState) -> PackedState {
    var context = context(code, window, state)
    context.settingsIndex = unsafe tables.pointee.shared(state.settingsIndex)
    if isBare(code) {
      context.bar = 0
      context.device = 0
    }
    // The planes of the orientations are free for what calls for the decision.
    context.low = UInt64(code) | UInt64(code == TriggerCode.place ? window + 1 : 0) << 3
    context.high = 0
    return context
  }

  /// Whether a decision depends on neither bar nor device.
  @inline(__always)
  private func isBare(_ code: UInt8) -> Bool {
    unsafe tables.pointee.turnsAreBare && code < TriggerCode.turnNowhere
  }

  /// The slot of a decision's cell, which is filled now if it has not been needed before.
  private func slot(_ code: UInt8, _ window: Int, _ state: PackedState) -> Int {
    let context = key(code, window, state)
    let slot = unsafe tables.pointee.slot(context)
    if unsafe tables.pointee.values[slot].isFilled { return slot }
    return fillContext(code, window, context, isBarBlank: isBare(code))
  }

  @inline(never)
  private func fillContext(
    _ code: UInt8, _ window: Int, _ context: PackedState, isBarBlank: Bool
  ) -> Int {
    let model = model
    if unsafe model.decisions * 2 > tables.pointee.keys.count { unsafe tables.pointee.grow() }
    var cell = model.contextCell(code, window, context, isBarBlank: isBarBlank)
    cell.isFilled = true
    if let part = unsafe tables.pointee.takingPart {
      // Of a context more can take part than of the states that it stands for.
      let own = code == TriggerCode.place ? PackedState.bit(window) : 0
      cell.shown &= part.shown | own
      cell.hidden &= part.hidden | own
    }
    let slot = unsafe tables.pointee.slot(context)
    unsafe tables.pointee.keys[slot] = context
    unsafe tables.pointee.values[slot] = cell
    return slot
  }

  /// Adds every way on from a state to a list, without the events of some windows; those of `leaving`
  /// can leave.
  @inline(__always)
  func expand(
    _ state: PackedState, leaving: UInt64, except duplicates: UInt64 = 0,
    into list: inout TransitionList
  ) {
    WaysOn(self).expand(state, leaving: leaving, except: duplicates, into: &list)
  }

  /// Calls `body` with every way on from a state, decided.
  func expand(_ state: PackedState, leaving: UInt64, _ body: (CheckEvent, CheckStep) -> Void) {
    var list = TransitionList()
    defer { list.deallocate() }
    expand(state, leaving: leaving, into: &list)
    for position in 0..<list.count { body(list[position].event, decided(list[position])) }
  }

  /// Calls `body` with every way in which one event can go, decided.
  func step(_ event: CheckEvent, _ state: PackedState, _ body: (CheckEvent, CheckStep) -> Void) {
    var list = TransitionList()
    defer { list.deallocate() }
    WaysOn(self).add(event, state, to: &list)
    for position in 0..<list.count { body(event, decided(list[position])) }
  }
}
