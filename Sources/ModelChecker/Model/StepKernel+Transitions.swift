// SPDX-License-Identifier: Apache-2.0

extension StepKernel {
  /// Adds every way on from a state to a list.
  @inline(__always)
  func expand(_ state: PackedState, removes: Bool, into list: inout TransitionList) {
    var rest = state.present
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let isHidden = state.hidden &>> UInt64(index) & 1 == 1
      add(CheckEvent(kind: isHidden ? .show : .hide, index: index), state, to: &list)
      if !isKeyFree, state.key != index {
        add(CheckEvent(kind: .makeKey, index: index), state, to: &list)
      }
      if removes { add(CheckEvent(kind: .remove, index: index), state, to: &list) }
    }
    rest = addable & ~state.present & ~state.hidden
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

  /// Adds every way in which one event can go; only the key's heir is ever open.
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
    list.append(event, after, trigger(event.kind, event.index))
  }

  /// The key goes to whoever had it before; without a history that is anybody shown.
  private func handOver(_ event: CheckEvent, _ state: PackedState, to list: inout TransitionList) {
    let code = trigger(event.kind, event.index)
    var heirs = state.shown
    if state.shown & levelZero == 0 {
      heirs |= event.kind == .hide ? 1 << UInt64(event.index) : state.present | 1 << 15
    }
    while heirs != 0 {
      var after = state
      after.key = heirs.trailingZeroBitCount
      heirs &= heirs &- 1
      list.append(event, after, code)
    }
  }

  /// Calls `body` with every way on from a state, decided.
  func expand(
    _ state: PackedState, removes: Bool, _ body: (CheckEvent, CheckStep) -> Void
  ) {
    var list = TransitionList()
    defer { list.deallocate() }
    expand(state, removes: removes, into: &list)
    for position in 0..<list.count { body(list[position].event, decided(list[position])) }
  }

  /// Calls `body` with every way in which one event can go, decided.
  func step(
    _ event: CheckEvent, _ state: PackedState, _ body: (CheckEvent, CheckStep) -> Void
  ) {
    var list = TransitionList()
    defer { list.deallocate() }
    add(event, state, to: &list)
    for position in 0..<list.count { body(event, decided(list[position])) }
  }
}
