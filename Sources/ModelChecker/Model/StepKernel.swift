// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The part of a model that every step goes through: integers and pointers only.
///
/// It is valid as long as its model lives; what it does not know yet the model finds out.
@safe
struct StepKernel {
  // SAFETY: the check keeps the model, and with it the tables, for as long as it uses kernels.
  let all: UInt64
  let followers: UInt64
  let levelZero: UInt64
  let pageable: UInt64
  let addable: UInt64
  /// Of the windows that can be added: which are hidden, which become key.
  let hiddenWhenAdded: UInt64
  private let keyWhenAdded: UInt64
  /// Whether windows turn one by one, so that they can differ.
  let turnsWindows: Bool
  /// Whether the key is left out; every shown window can be the page then.
  let isKeyFree: Bool
  /// The windows of which the one used last counts; empty where the order of use is not asked.
  let recents: UInt64
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
  func isLocked(_ state: PackedState) -> Bool {
    unsafe tables.pointee.lockedRests >> UInt16(truncatingIfNeeded: state.settingsIndex) & 1 == 1
  }

  @inline(__always)
  func trigger(_ kind: CheckEvent.Kind, _ index: Int) -> UInt8 {
    unsafe tables.pointee.windowOccasions[Int(kind.rawValue) &* PackedState.width &+ index]
  }

  /// Takes in an event of the device; the result is what it calls for.
  @inline(__always)
  func takeDevice(_ event: CheckEvent, _ state: inout PackedState) -> UInt8 {
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
  func restAfterAdding(_ index: Int, _ state: PackedState) -> Int {
    let slot = (state.settingsIndex * PackedState.width + index) * 4 + state.bar
    if unsafe tables.pointee.addRests[slot] == .max {
      unsafe tables.pointee.addRests[slot] = UInt8(model.compileAdding(index, state))
    }
    return unsafe Int(tables.pointee.addRests[slot])
  }

  /// The page's window, or `none` (`Scene.pageIndex`).
  @inline(__always)
  func page(_ state: PackedState) -> Int {
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
  func decided(_ way: Transition) -> CheckStep {
    let isDevice = way.event.isDevice
    return decided(way.code, isDevice ? 0 : Int(way.index), way.start)
  }

  /// Decides what an event called for; the state has the event in it.
  @inline(__always)
  func decided(_ code: UInt8, _ window: Int, _ state: PackedState) -> CheckStep {
    if code == TriggerCode.nothing { return CheckStep(next: state) }
    var step = apply(cell(code, window, state), to: state)
    step.code = code
    step.window = window
    return step
  }

  /// Applies a decision.
  @inline(__always)
  func apply(_ cell: DecisionCell, to state: PackedState) -> CheckStep {
    let shown = state.shown
    let hidden = state.present & state.hidden
    var turning = shown & cell.shown | hidden & cell.hidden
    let raising = shown & cell.raisingShown | hidden & cell.raisingHidden
    if raising != 0 { turning &= (raising & (~raising &+ 1)) &- 1 }
    var next = state
    next.turn(turning, to: Int(cell.target))
    if cell.writesBar || turning & cell.writers != 0, state.bar != Int(cell.target) {
      next.bar = Int(cell.target)
      next.turn(state.present & followers, to: Int(cell.target))
    }
    var step = CheckStep(cell, next: next, start: state, raises: cell.raises || raising != 0)
    // Without the hidden windows the page is the same, so this very cell is applied to the others.
    step.isSilent =
      unsafe tables.pointee.reach != .windows && tables.pointee.witnesses & hidden == 0
      && raising == 0 && hidden & cell.hidden & cell.writers == 0
    return step
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
  func cell(_ code: UInt8, _ window: Int, _ state: PackedState) -> DecisionCell {
    if unsafe tables.pointee.reach == .windows { return contextCell(code, window, state) }
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
    return unsafe tables.pointee.pages[slot]
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

  private func contextCell(_ code: UInt8, _ window: Int, _ state: PackedState) -> DecisionCell {
    var context = context(code, window, state)
    context.settingsIndex = unsafe tables.pointee.shared(state.settingsIndex)
    let isBare = unsafe tables.pointee.turnsAreBare && code < TriggerCode.turnNowhere
    if isBare {
      context.bar = 0
      context.device = 0
    }
    // The planes of the orientations are free for what calls for the decision.
    context.low = UInt64(code) | UInt64(code == TriggerCode.place ? window + 1 : 0) << 3
    context.high = 0
    let slot = unsafe tables.pointee.slot(context)
    if unsafe tables.pointee.values[slot].isFilled {
      return unsafe tables.pointee.values[slot]
    }
    return fillContext(code, window, context, isBarBlank: isBare)
  }

  @inline(never)
  private func fillContext(
    _ code: UInt8, _ window: Int, _ context: PackedState, isBarBlank: Bool
  ) -> DecisionCell {
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
    return cell
  }

  /// Adds every way on from a state to a list, without the events of some windows; those of `leaving`
  /// can leave.
  @inline(__always)
  func expand(
    _ state: PackedState, leaving: UInt64, except duplicates: UInt64 = 0,
    into list: inout TransitionList
  ) {
    var rest = state.present & ~duplicates
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let isHidden = state.hidden &>> UInt64(index) & 1 == 1
      add(CheckEvent(kind: isHidden ? .show : .hide, index: index), state, to: &list)
      if !isKeyFree, state.key != index {
        add(CheckEvent(kind: .makeKey, index: index), state, to: &list)
      }
      if leaving &>> UInt64(index) & 1 == 1 {
        add(CheckEvent(kind: .remove, index: index), state, to: &list)
      }
    }
    rest = addable & ~state.present & ~state.hidden & ~duplicates
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      add(CheckEvent(kind: .add, index: index), state, to: &list)
    }
    for device in 0..<5 where device != state.device {
      add(CheckEvent(kind: .turn, index: device), state, to: &list)
    }
    add(CheckEvent(kind: isLocked(state) ? .unlock : .lock), state, to: &list)
  }

  /// Adds every way in which one event can go; the key's heir and who was used last can be open.
  @inline(__always)
  func add(_ event: CheckEvent, _ state: PackedState, to list: inout TransitionList) {
    var after = state
    let bit = UInt64(1) &<< UInt64(event.index)
    switch event.kind {
    case .turn, .lock, .unlock:
      let code = takeDevice(event, &after)
      return list.append(event, after, code)
    case .show: after.hidden &= ~bit
    case .makeKey: after.key = event.index
    case .add:
      after.settingsIndex = restAfterAdding(event.index, state)
      after.present |= bit
      after.hidden |= hiddenWhenAdded & bit
      after.turn(bit, to: state.bar)
      if keyWhenAdded & bit != 0, !isKeyFree { after.key = event.index }
    case .hide:
      after.hidden |= bit
      if state.key == event.index { return handOver(event, after, to: &list) }
    case .remove:
      after.present &= ~bit
      after.hidden |= bit
      after.turn(bit, to: 0)
      if state.key == event.index { return handOver(event, after, to: &list) }
    }
    append(event, after, trigger(event.kind, event.index), to: &list)
  }

  /// Adds a way on, or one for every window that may count now where that depends on the order of use.
  ///
  /// The key was used last. Of the others the state tells only which of the shown ones was.
  @inline(__always)
  private func append(
    _ event: CheckEvent, _ state: PackedState, _ code: UInt8, to list: inout TransitionList
  ) {
    if recents == 0 { return list.append(event, state, code) }
    let able = state.shown & recents
    var next: UInt64
    if able & state.keyBit != 0 {
      next = state.keyBit
    } else if able & PackedState.bit(state.recent) != 0 {
      let isNew = event.kind == .show || event.kind == .add
      next = PackedState.bit(state.recent) | (isNew ? able & PackedState.bit(event.index) : 0)
    } else {
      next = able
    }
    var after = state
    after.recent = PackedState.none
    if next == 0 { return list.append(event, after, code) }
    while next != 0 {
      after.recent = next.trailingZeroBitCount
      next &= next &- 1
      list.append(event, after, code)
    }
  }

  /// The key goes to whoever had it before; without a history that is anybody shown.
  private func handOver(_ event: CheckEvent, _ state: PackedState, to list: inout TransitionList) {
    let code = trigger(event.kind, event.index)
    var heirs = state.shown
    if state.shown & levelZero == 0 {
      heirs |= event.kind == .hide ? 1 << UInt64(event.index) : state.present
      if event.kind != .hide {
        var after = state
        after.key = PackedState.none
        append(event, after, code, to: &list)
      }
    }
    while heirs != 0 {
      var after = state
      after.key = heirs.trailingZeroBitCount
      heirs &= heirs &- 1
      append(event, after, code, to: &list)
    }
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
    add(event, state, to: &list)
    for position in 0..<list.count { body(event, decided(list[position])) }
  }
}
