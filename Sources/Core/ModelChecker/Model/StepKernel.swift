// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The computation of steps by look-up in the model's tables, with integers and pointers only.
///
/// The kernel is valid while its model lives; the model fills decision cells that are missing.
@safe
package struct StepKernel {
  let all: UInt64
  let followers: UInt64
  let levelZero: UInt64
  let pageable: UInt64
  let addable: UInt64
  /// The windows on the second output only.
  let onSecond: UInt64
  let hiddenWhenAdded: UInt64
  let keyWhenAdded: UInt64
  /// Whether windows rotate one by one, so that their orientations can differ.
  let turnsWindows: Bool
  /// Whether states omit the key; then every shown window except followers can be the page.
  let isKeyFree: Bool
  /// The windows of which the most recently used one matters; empty if decisions do not read the
  /// order of use.
  let recents: UInt64
  // SAFETY: a check keeps the model, and with it the tables, while it uses kernels.
  let tables: UnsafeMutablePointer<StepTables>
  private let owner: Unmanaged<CheckModel>

  init(_ model: CheckModel) {
    all = model.all
    followers = model.followers
    levelZero = model.levelZero
    pageable = model.pageable
    addable = model.addable
    onSecond = model.secondOutput.map { model.windows(on: $0) } ?? 0
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

  private var model: CheckModel { unsafe owner.takeUnretainedValue() }

  @inline(__always)
  package func isLocked(_ state: PackedState) -> Bool {
    unsafe tables.pointee.lockedSettings >> UInt16(truncatingIfNeeded: state.settingsIndex) & 1 == 1
  }

  @inline(__always)
  package func trigger(_ kind: CheckEvent.Kind, _ index: Int) -> UInt8 {
    unsafe tables.pointee.windowTriggers[Int(kind.rawValue) &* PackedState.width &+ index]
  }

  func deviceEvents(_ state: PackedState) -> [CheckEvent] {
    Self.deviceEvents[state.device * 2 + (isLocked(state) ? 1 : 0)]
  }

  /// The events of the device, by its orientation and whether rotation is locked.
  private static let deviceEvents: [[CheckEvent]] = (0..<10).map { number in
    (0..<5).filter { $0 != number / 2 }.map { CheckEvent(kind: .turn, index: $0) }
      + [CheckEvent(kind: number % 2 == 1 ? .unlock : .lock)]
  }

  /// Applies a device event to the state and returns the event's trigger code.
  @inline(__always)
  package func applyDevice(_ event: CheckEvent, _ state: inout PackedState) -> UInt8 {
    let choice = event.kind == .turn ? event.index : event.kind == .lock ? 5 : 6
    let slot = StepTables.deviceSlot(state, choice)
    var step = unsafe tables.pointee.deviceSteps[slot]
    if step == .max { step = fill(slot, event, state) }
    state.settingsIndex = Int(truncatingIfNeeded: step >> 8 & 15)
    state.device = Int(truncatingIfNeeded: step >> 4 & 15)
    return UInt8(truncatingIfNeeded: step & 15)
  }

  @inline(__always)
  func deviceStep(_ event: CheckEvent, _ state: PackedState) -> CheckStep {
    var after = state
    let code = applyDevice(event, &after)
    return decided(code, 0, after)
  }

  @inline(never)
  private func fill(_ slot: Int, _ event: CheckEvent, _ state: PackedState) -> UInt16 {
    let step = model.compileDevice(event, state)
    unsafe tables.pointee.deviceSteps[slot] = step
    return step
  }

  package func settingsAfterAdding(_ index: Int, _ state: PackedState) -> Int {
    let slot = (state.settingsIndex * PackedState.width + index) * 4 + state.bar
    if unsafe tables.pointee.addedSettings[slot] == .max {
      unsafe tables.pointee.addedSettings[slot] = UInt8(model.compileAdding(index, state))
    }
    return unsafe Int(tables.pointee.addedSettings[slot])
  }

  /// Returns the index of the page's window (`Scene.pageIndex`), or `none`.
  @inline(__always)
  package func page(_ state: PackedState) -> Int {
    let shown = state.shown
    let key = state.key
    if shown & ~followers & state.keyBit != 0 { return key }
    let candidates = shown & pageable
    return candidates == 0 ? PackedState.none : candidates.trailingZeroBitCount
  }

  @inline(__always)
  func pages(_ state: PackedState) -> UInt64 {
    if isKeyFree { return state.shown & ~followers }
    let page = page(state)
    return PackedState.bit(page)
  }

  @inline(__always)
  func decided(_ way: Transition) -> CheckStep { decided(way.code, way.window, way.start) }

  /// Returns the step of a decision with a trigger code; `state` is the state after the event.
  @inline(__always)
  func decided(_ code: UInt8, _ window: Int, _ state: PackedState) -> CheckStep {
    if code == TriggerCode.nothing { return CheckStep(next: state, start: state) }
    let effect = effect(of: cell(code, window, state), on: state)
    return CheckStep(
      next: applied(effect, to: state), start: state, code: code, window: window,
      raises: effect.raises, isNotIdempotent: effect.cell.isNotIdempotent,
      putsOff: effect.cell.putsOff)
  }

  @inline(__always)
  private func effect(of cell: DecisionCell, on state: PackedState) -> DecisionEffect {
    // Followers rotate only if the status bar changes, which `applied` finds out.
    DecisionEffect(cell, present: state.present, hidden: state.hidden, followers: 0)
  }

  @inline(__always)
  func applied(
    _ cell: DecisionCell, to state: PackedState
  ) -> (next: PackedState, raises: Bool) {
    let effect = effect(of: cell, on: state)
    return (applied(effect, to: state), effect.raises)
  }

  @inline(__always)
  private func applied(_ effect: DecisionEffect, to state: PackedState) -> PackedState {
    var next = state
    var turning = effect.turning
    if effect.writes, state.bar != effect.target {
      next.bar = effect.target
      turning |= state.present & followers
    }
    next.turn(turning, to: effect.target)
    if effect.cell.second != 0 || effect.cell.writesSecond {
      let target = Int(effect.cell.secondTarget)
      next.turn(turning & effect.cell.second, to: target)
      if effect.cell.writesSecond, !effect.raises { next.second = target }
    }
    return next
  }

  /// Returns the windows that can be the page and whose orientation differs from the status bar's.
  @inline(__always)
  func split(_ state: PackedState) -> UInt64 {
    PropertyFormula.split(isPage: pages(state), agrees: agreeing(state))
  }

  /// Returns the windows that have the orientation of their output, or of the status bar, and those whose
  /// output does not rotate; absent windows may be among them.
  @inline(__always)
  func agreeing(_ state: PackedState) -> UInt64 {
    let agrees = unsafe oriented(state, state.bar) | tables.pointee.elsewhere
    return onSecond == 0 ? agrees : agrees & ~onSecond | oriented(state, state.second) & onSecond
  }

  /// Returns the windows that have a given orientation; absent windows may be among them.
  @inline(__always)
  func oriented(_ state: PackedState, _ orientation: Int) -> UInt64 {
    let low: UInt64 = orientation & 1 == 0 ? 0 : PackedState.plane
    let high: UInt64 = orientation & 2 == 0 ? 0 : PackedState.plane
    return ~((state.low ^ low) | (state.high ^ high))
  }

  /// Returns the windows, present in both states, whose orientations differ.
  @inline(__always)
  func turned(_ left: PackedState, _ right: PackedState) -> UInt64 {
    ((left.low ^ right.low) | (left.high ^ right.high)) & left.present & right.present
  }

  @inline(__always)
  func differs(_ left: PackedState, _ right: PackedState, among windows: UInt64) -> Bool {
    movesBar(left, right) || turned(left, right) & windows != 0
  }

  /// Returns whether the status bar or the second output differs.
  @inline(__always)
  func movesBar(_ left: PackedState, _ right: PackedState) -> Bool {
    left.bar != right.bar || left.second != right.second
  }

  /// Returns the cell of a decision; calls the rule set for a cell that was not filled yet.
  @inline(__always)
  package func cell(_ code: UInt8, _ window: Int, _ state: PackedState) -> DecisionCell {
    unsafe known(code, window, state).pointee
  }

  /// Returns the address of a decision's cell, which is valid until another cell is filled.
  @inline(__always)
  func known(
    _ code: UInt8, _ window: Int, _ state: PackedState
  ) -> UnsafePointer<DecisionCell> {
    // The number first: a cell that is missing moves the others.
    let number = number(code, window, state)
    return unsafe tables.pointee.cells.address(number)
  }

  /// Returns the number of a decision's cell; calls the rule set for a cell that was not filled yet.
  @inline(__always)
  private func number(_ code: UInt8, _ window: Int, _ state: PackedState) -> Int {
    let key = key(code, window, state)
    return unsafe tables.pointee.cells.known(key) ?? fill(key, code, window, state)
  }

  /// Returns the part of a state that a decision reads, in canonical form.
  @inline(__always)
  private func context(_ code: UInt8, _ window: Int, _ state: PackedState) -> PackedState {
    var context: PackedState
    if unsafe tables.pointee.reach != .windows {
      context = pageContext(code, window, state)
    } else if let part = unsafe tables.pointee.takingPart {
      context = canonical(code, window, state, part)
      context.hidden &= context.present
    } else if let classes = unsafe tables.pointee.observations {
      context = classes.canonical(state, all: all)
    } else {
      context = state
      let relevant = unsafe tables.pointee.relevant | state.keyBit
      context.present = state.present | all & ~relevant
      context.hidden = state.hidden & state.present & relevant
    }
    return context
  }

  /// Returns the part of a state that a decision reads if it reads at most the page: which window that is, the
  /// witnesses that are present, and what the decision on placing a window reads besides.
  @inline(__always)
  private func pageContext(_ code: UInt8, _ window: Int, _ state: PackedState) -> PackedState {
    var context = PackedState()
    // Even without windows there is a decision: an output can follow the device (W-4).
    if state.present != 0 {
      context.present = unsafe all & ~(tables.pointee.witnesses & ~state.present)
    }
    context.key = unsafe tables.pointee.reach == .page ? page(state) : PackedState.none
    guard code == TriggerCode.place else { return context }
    context.hidden = state.hidden & PackedState.bit(window)
    (context.bar, context.device) = (state.bar, state.device)
    return context
  }

  /// Returns an identifier, in the form of a state, of the observation class of a state for turns,
  /// or for placing `window`.
  ///
  /// The status bar, the device, the settings and the target of turns are not distinguished.
  func observationClass(_ code: UInt8, _ window: Int, _ state: PackedState) -> PackedState {
    let isPlacing = code == TriggerCode.place
    var observed = context(code, window, state)
    (observed.bar, observed.device, observed.settingsIndex) = (0, 0, 0)
    observed.second = 0
    observed.low = isPlacing ? UInt64(window) + 1 : 0
    observed.high = 0
    return observed
  }

  /// Returns the hash key of a decision's cell: the trigger, and the part of the state that the
  /// decision reads.
  @inline(__always)
  private func key(_ code: UInt8, _ window: Int, _ state: PackedState) -> PackedState {
    var context = context(code, window, state)
    if unsafe tables.pointee.reach == .windows {
      context.settingsIndex = unsafe Int(tables.pointee.cellSettings[state.settingsIndex])
    }
    if isBare(code) {
      context.bar = 0
      context.device = 0
    }
    // No decision reads the windows' orientations, so in a hash key their bits hold the trigger.
    context.low = UInt64(code) | UInt64(code == TriggerCode.place ? window + 1 : 0) << 3
    context.high = 0
    return context
  }

  @inline(__always)
  private func isBare(_ code: UInt8) -> Bool {
    unsafe tables.pointee.turnsAreBare && code < TriggerCode.turnNowhere
  }

  @inline(never)
  private func fill(
    _ key: PackedState, _ code: UInt8, _ window: Int, _ state: PackedState
  ) -> Int {
    let model = model
    var cell =
      unsafe tables.pointee.reach == .windows
      ? model.contextCell(code, window, key, isBarBlank: isBare(code))
      : model.pageCell(code, window, state)
    if let part = unsafe tables.pointee.takingPart {
      // The cell is computed for a canonical state, in which windows may participate that do not in
      // the states that it represents.
      let own = code == TriggerCode.place ? PackedState.bit(window) : 0
      cell.shown &= part.shown | own
      cell.hidden &= part.hidden | own
    }
    return unsafe tables.pointee.cells.insert(StateNumbers.Key(key), cell).number
  }

  func expand(_ state: PackedState, leaving: UInt64, _ body: (CheckEvent, CheckStep) -> Void) {
    var list = TransitionList()
    defer { list.deallocate() }
    expand(state, leaving: leaving, into: &list)
    for position in 0..<list.count { body(list[position].event, decided(list[position])) }
  }

  func first(
    from state: PackedState, leaving: UInt64, where isWanted: (CheckEvent, CheckStep) -> Bool
  ) -> PathStep? {
    var found: PathStep?
    expand(state, leaving: leaving) { event, step in
      if found == nil, isWanted(event, step) { found = PathStep(event: event, next: step.next) }
    }
    return found
  }

  /// Calls `body` with each transition of one event; a packed state can leave several choices open.
  func step(_ event: CheckEvent, _ state: PackedState, _ body: (CheckEvent, CheckStep) -> Void) {
    var list = TransitionList()
    defer { list.deallocate() }
    add(event, state, to: &list)
    for position in 0..<list.count { body(event, decided(list[position])) }
  }
}

/// The result of a transition: the next state, and the facts about the decision that properties
/// read.
struct CheckStep {
  let next: PackedState
  /// The state after the event and before the decision.
  let start: PackedState
  /// The trigger code of the decision, and the window that the decision places.
  var code = TriggerCode.nothing
  var window = 0
  /// Whether the decision raised an exception, which ends the app.
  var raises = false
  var isNotIdempotent = false
  var putsOff = false
}
