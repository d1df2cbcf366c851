// SPDX-License-Identifier: Apache-2.0

/// Lists the ways on from states; integers and pointers only.
struct WaysOn {
  private let kernel: StepKernel

  @inline(__always)
  init(_ kernel: StepKernel) { self.kernel = kernel }

  /// Adds every way on from a state to a list, without the events of some windows; those of `leaving`
  /// can leave.
  @inline(never)
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
      if !kernel.isKeyFree, state.key != index {
        add(CheckEvent(kind: .makeKey, index: index), state, to: &list)
      }
      if leaving &>> UInt64(index) & 1 == 1 {
        add(CheckEvent(kind: .remove, index: index), state, to: &list)
      }
    }
    rest = kernel.addable & ~state.present & ~state.hidden & ~duplicates
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      add(CheckEvent(kind: .add, index: index), state, to: &list)
    }
    for device in 0..<5 where device != state.device {
      add(CheckEvent(kind: .turn, index: device), state, to: &list)
    }
    add(CheckEvent(kind: kernel.isLocked(state) ? .unlock : .lock), state, to: &list)
  }

  /// Adds every way in which one event can go; the key's heir and who was used last can be open.
  @inline(__always)
  func add(_ event: CheckEvent, _ state: PackedState, to list: inout TransitionList) {
    var after = state
    let bit = UInt64(1) &<< UInt64(event.index)
    switch event.kind {
    case .turn, .lock, .unlock:
      let code = kernel.takeDevice(event, &after)
      return list.append(event, after, code)
    case .show: after.hidden &= ~bit
    case .makeKey: after.key = event.index
    case .add:
      after.settingsIndex = kernel.restAfterAdding(event.index, state)
      after.present |= bit
      after.hidden |= kernel.hiddenWhenAdded & bit
      after.turn(bit, to: state.bar)
      if kernel.keyWhenAdded & bit != 0, !kernel.isKeyFree { after.key = event.index }
    case .hide:
      after.hidden |= bit
      if state.key == event.index { return handOver(event, after, to: &list) }
    case .remove:
      after.present &= ~bit
      after.hidden |= bit
      after.turn(bit, to: 0)
      if state.key == event.index { return handOver(event, after, to: &list) }
    }
    append(event, after, kernel.trigger(event.kind, event.index), to: &list)
  }

  /// Adds a way on, or one for every window that may count now where that depends on the order of use.
  ///
  /// The key was used last. Of the others the state tells only which of the shown ones was.
  @inline(__always)
  private func append(
    _ event: CheckEvent, _ state: PackedState, _ code: UInt8, to list: inout TransitionList
  ) {
    if kernel.recents == 0 { return list.append(event, state, code) }
    let able = state.shown & kernel.recents
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
    let code = kernel.trigger(event.kind, event.index)
    var heirs = state.shown
    if state.shown & kernel.levelZero == 0 {
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
}
