// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The part of a model that every step goes through: integers and pointers only.
///
/// It is valid as long as its model lives; what it does not know yet the model finds out.
struct StepKernel {
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
  let tables: UnsafeMutablePointer<StepTables>
  private let owner: Unmanaged<CheckModel>

  init(_ model: CheckModel) {
    all = model.all
    followers = model.followers
    levelZero = model.levelZero
    pageable = model.pageable
    addable = model.addable
    tables = model.tables
    turnsWindows = model.rules.scope == .window
    isKeyFree = model.isKeyFree
    owner = Unmanaged.passUnretained(model)
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
  var model: CheckModel { owner.takeUnretainedValue() }

  @inline(__always)
  func isLocked(_ state: PackedState) -> Bool {
    tables.pointee.lockedRests >> UInt16(truncatingIfNeeded: state.settingsIndex) & 1 == 1
  }

  @inline(__always)
  func trigger(_ kind: CheckEvent.Kind, _ index: Int) -> UInt8 {
    tables.pointee.windowOccasions[Int(kind.rawValue) &* PackedState.width &+ index]
  }

  /// Takes in an event of the device; the result is what it calls for.
  @inline(__always)
  func takeDevice(_ event: CheckEvent, _ state: inout PackedState) -> UInt8 {
    let choice = event.kind == .turn ? event.index : event.kind == .lock ? 5 : 6
    let slot = StepTables.deviceSlot(state, choice)
    var step = tables.pointee.deviceSteps[slot]
    if step == .max { step = fill(slot, event, state) }
    state.settingsIndex = Int(truncatingIfNeeded: step >> 8 & 15)
    state.device = Int(truncatingIfNeeded: step >> 4 & 15)
    return UInt8(truncatingIfNeeded: step & 15)
  }

  @inline(never)
  private func fill(_ slot: Int, _ event: CheckEvent, _ state: PackedState) -> UInt16 {
    let step = model.compileDevice(event, state)
    tables.pointee.deviceSteps[slot] = step
    return step
  }

  /// The settings after a window was added.
  func restAfterAdding(_ index: Int, _ state: PackedState) -> Int {
    let slot = (state.settingsIndex * PackedState.width + index) * 4 + state.bar
    if tables.pointee.addRests[slot] == .max {
      tables.pointee.addRests[slot] = UInt8(model.compileAdding(index, state))
    }
    return Int(tables.pointee.addRests[slot])
  }
}
