// SPDX-License-Identifier: Apache-2.0

extension StepKernel {
  /// The page's window, or `none` (`Scene.pageIndex`).
  @inline(__always)
  func page(_ state: PackedState) -> Int {
    let shown = state.shown
    let key = state.key
    if shown & ~followers & (1 << UInt64(key)) != 0 { return key }
    let candidates = shown & pageable
    return candidates == 0 ? PackedState.none : candidates.trailingZeroBitCount
  }

  /// The windows that can be the page.
  @inline(__always)
  func pages(_ state: PackedState) -> UInt64 {
    if isKeyFree { return state.shown & ~followers }
    let page = page(state)
    return page == PackedState.none ? 0 : 1 << UInt64(page)
  }

  /// Calls `body` with every way on from a state.
  @inline(__always)
  func expand(
    _ state: PackedState, removes: Bool, _ body: (CheckEvent, CheckStep) -> Void
  ) {
    var rest = state.present
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      let isHidden = state.hidden >> UInt64(index) & 1 == 1
      step(CheckEvent(kind: isHidden ? .show : .hide, index: index), state, body)
      if !isKeyFree, state.key != index {
        step(CheckEvent(kind: .makeKey, index: index), state, body)
      }
      if removes { step(CheckEvent(kind: .remove, index: index), state, body) }
    }
    rest = addable & ~state.present & ~state.hidden
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest - 1
      step(CheckEvent(kind: .add, index: index), state, body)
    }
    for device in 0..<5 where device != state.device {
      step(CheckEvent(kind: .turn, index: device), state, body)
    }
    step(CheckEvent(kind: isLocked(state) ? .unlock : .lock), state, body)
  }

  /// Calls `body` with every way in which one event can go; only the key's heir is ever open.
  @inline(__always)
  func step(
    _ event: CheckEvent, _ state: PackedState, _ body: (CheckEvent, CheckStep) -> Void
  ) {
    var after = state
    let bit = UInt64(1) << UInt64(event.index)
    switch event.kind {
    case .turn, .lock, .unlock:
      let code = takeDevice(event, &after)
      return body(event, decided(code, 0, after))
    case .show: after.hidden &= ~bit
    case .makeKey: after.key = event.index
    case .add:
      after.rest = restAfterAdding(event.index, state)
      after.present |= bit
      after.hidden |= hiddenWhenAdded & bit
      after.turn(bit, to: state.bar)
      if keyWhenAdded & bit != 0, !isKeyFree { after.key = event.index }
    case .hide:
      after.hidden |= bit
      if state.key == event.index { return handOver(event, after, body) }
    case .remove:
      after.present &= ~bit
      after.hidden |= bit
      after.turn(bit, to: 0)
      if state.key == event.index { return handOver(event, after, body) }
    }
    body(event, decided(occasion(event.kind, event.index), event.index, after))
  }

  /// The key goes to whoever had it before; without a history that is anybody shown.
  @inline(__always)
  private func handOver(
    _ event: CheckEvent, _ state: PackedState, _ body: (CheckEvent, CheckStep) -> Void
  ) {
    let code = occasion(event.kind, event.index)
    var heirs = state.shown
    if state.shown & levelZero == 0 {
      heirs |= event.kind == .hide ? 1 << UInt64(event.index) : state.present | 1 << 15
    }
    while heirs != 0 {
      var after = state
      after.key = heirs.trailingZeroBitCount
      heirs &= heirs - 1
      body(event, decided(code, event.index, after))
    }
  }

  /// Decides what an event called for; the state has the event in it.
  @inline(__always)
  func decided(_ code: UInt8, _ window: Int, _ state: PackedState) -> CheckStep {
    if code == OccasionCode.nothing { return CheckStep(next: state) }
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
    var turning = shown & UInt64(cell.shown) | hidden & UInt64(cell.hidden)
    let raising = shown & UInt64(cell.raisingShown) | hidden & UInt64(cell.raisingHidden)
    if raising != 0 { turning &= (raising & (~raising &+ 1)) &- 1 }
    var next = state
    next.turn(turning, to: Int(cell.target))
    if cell.writesBar || turning & UInt64(cell.writers) != 0, state.bar != Int(cell.target) {
      next.bar = Int(cell.target)
      next.turn(state.present & followers, to: Int(cell.target))
    }
    return CheckStep(cell, next: next, start: state, raises: cell.raises || raising != 0)
  }
}
