// SPDX-License-Identifier: Apache-2.0

/// Generates the transitions of states, with integers and pointers only.
struct WaysOn {
  private let kernel: StepKernel

  @inline(__always)
  init(_ kernel: StepKernel) { self.kernel = kernel }

  /// Appends all transitions of a state to a list, without the events of `duplicates`; only windows
  /// of `leaving` can be removed.
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

  /// Appends all transitions of one event, for each heir of the key and most recently used window.
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

  /// Appends a transition, or one for each window that may now count as most recently used.
  ///
  /// The key window was used last. Of the others the state holds only the most recently used shown
  /// one.
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

  /// Gives the key to its previous holder; without a history every shown window is tried.
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
