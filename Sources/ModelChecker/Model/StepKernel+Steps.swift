// SPDX-License-Identifier: Apache-2.0

extension StepKernel {
  /// The page's window, or `none` (`Scene.pageIndex`).
  @inline(__always)
  func page(_ state: PackedState) -> Int {
    let shown = state.shown
    let key = state.key
    if shown & ~followers & (1 &<< UInt64(key)) != 0 { return key }
    let candidates = shown & pageable
    return candidates == 0 ? PackedState.none : candidates.trailingZeroBitCount
  }

  /// The windows that can be the page.
  @inline(__always)
  func pages(_ state: PackedState) -> UInt64 {
    if isKeyFree { return state.shown & ~followers }
    let page = page(state)
    return page == PackedState.none ? 0 : 1 &<< UInt64(page)
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
    var turning = shown & UInt64(cell.shown) | hidden & UInt64(cell.hidden)
    let raising = shown & UInt64(cell.raisingShown) | hidden & UInt64(cell.raisingHidden)
    if raising != 0 { turning &= (raising & (~raising &+ 1)) &- 1 }
    var next = state
    next.turn(turning, to: Int(cell.target))
    if cell.writesBar || turning & UInt64(cell.writers) != 0, state.bar != Int(cell.target) {
      next.bar = Int(cell.target)
      next.turn(state.present & followers, to: Int(cell.target))
    }
    var step = CheckStep(cell, next: next, start: state, raises: cell.raises || raising != 0)
    // Without the hidden windows the page is the same, so this very cell is applied to the others.
    step.isSilent =
      tables.pointee.reach != .windows && raising == 0
      && hidden & UInt64(cell.hidden & cell.writers) == 0
    return step
  }
}
