// SPDX-License-Identifier: Apache-2.0

extension StepKernel {
  /// The cell of a decision, filled now if it has not been needed before.
  @inline(__always)
  func cell(_ code: UInt8, _ window: Int, _ state: PackedState) -> DecisionCell {
    if tables.pointee.reach == .windows { return contextCell(code, window, state) }
    let known = tables.pointee.reach == .page ? self.page(state) : 0
    // Without any window a display can follow the device (W-4).
    let page = state.present == 0 ? PackedState.nobody : known
    let slot: Int
    if code == TriggerCode.place {
      let hidden = Int(truncatingIfNeeded: state.hidden &>> UInt64(window) & 1)
      let row = (page * PackedState.width + window) * 2 + hidden
      slot = 64 + (row * 5 + state.device) * 4 + state.bar
    } else {
      slot = page * 4 + Int((code - 1) & 3)
    }
    if !tables.pointee.pages[slot].isFilled { fillPage(slot, code, window, state) }
    return tables.pointee.pages[slot]
  }

  @inline(never)
  private func fillPage(_ slot: Int, _ code: UInt8, _ window: Int, _ state: PackedState) {
    let model = model
    model.decisions += 1
    var cell = model.pageCell(code, window, state)
    cell.isFilled = true
    tables.pointee.pages[slot] = cell
  }

  private func contextCell(
    _ code: UInt8, _ window: Int, _ state: PackedState
  ) -> DecisionCell {
    var context: PackedState
    if let part = tables.pointee.takingPart {
      context = canonical(code, window, state, part)
      context.hidden &= context.present
    } else {
      context = state
      let relevant = tables.pointee.relevant | 1 &<< UInt64(state.key)
      context.present = state.present | all & ~relevant
      context.hidden = state.hidden & state.present & relevant
    }
    let isBare = tables.pointee.turnsAreBare && code < TriggerCode.turnNowhere
    if isBare {
      context.bar = 0
      context.device = 0
    }
    // The planes of the orientations are free for what calls for the decision.
    context.low = UInt64(code) | UInt64(code == TriggerCode.place ? window + 1 : 0) << 3
    context.high = 0
    let slot = tables.pointee.slot(context.bits)
    if tables.pointee.keys[slot] == context.bits { return tables.pointee.values[slot] }
    return fillContext(code, window, context, isBarBlank: isBare)
  }

  @inline(never)
  private func fillContext(
    _ code: UInt8, _ window: Int, _ context: PackedState, isBarBlank: Bool
  ) -> DecisionCell {
    let model = model
    if model.decisions * 2 > tables.pointee.keys.count { tables.pointee.grow() }
    let cell = model.contextCell(code, window, context, isBarBlank: isBarBlank)
    model.decisions += 1
    let slot = tables.pointee.slot(context.bits)
    tables.pointee.keys[slot] = context.bits
    tables.pointee.values[slot] = cell
    return cell
  }
}
