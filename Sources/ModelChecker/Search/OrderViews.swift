// SPDX-License-Identifier: Apache-2.0

/// What turns can depend on in the states of an exploration, every combination once.
///
/// It is less than there are states: no decision about a turn reads how the windows are turned.
struct OrderViews {
  private let model: CheckModel
  /// The states as far as a turn sees them; nil where that takes too much memory.
  private let views: StateSpace?
  /// The turns that are ever called for.
  private let codes: [UInt8]

  /// Takes a finished exploration; of an unfinished one there is nothing to be had.
  ///
  /// Once `goesOn` says no, nothing counts as the same; whoever asked asks it next.
  init(_ exploration: Exploration, _ goesOn: () -> Bool) {
    model = exploration.model
    let codes = unsafe Set(model.tables.pointee.knownTurns.map { UInt8($0.step & 15) })
    self.codes = codes.subtracting([TriggerCode.nothing]).sorted()
    guard exploration.limit == nil, unsafe model.tables.pointee.turnsAreBare,
      codes.allSatisfy({ $0 < TriggerCode.turnNowhere })
    else {
      views = nil
      return
    }
    let kernel = model.kernel
    let space = exploration.space
    let views = StateSpace(mostBytes: space.bytes + 1 << 20, sharing: .keyed)
    for index in 0..<space.count {
      let isInTime = index & 4095 != 0 || goesOn()
      guard isInTime, views.insert(kernel.view(space[index])) else {
        self.views = nil
        return
      }
    }
    self.views = views
  }

  /// Whether every turn is decided in the same way when two windows change places.
  ///
  /// If not, states can still go the same way: then they have to be looked at one by one.
  func areSame(in other: CheckModel, _ left: Int, _ right: Int, _ goesOn: () -> Bool) -> Bool {
    guard let views, asksTheSame(other, left, right) else { return false }
    // What comes first can take part only because it does; a view tells nothing of it otherwise.
    let part = unsafe model.tables.pointee.takingPart?.swapped(left, right)
    guard unsafe part == other.tables.pointee.takingPart else { return false }
    for index in 0..<views.count {
      if index & 4095 == 0, !goesOn() { return false }
      let here = views[index]
      let there = here.swapped(left, right)
      for code in codes {
        let cell = model.kernel.cell(code, 0, here)
        // Who raises first depends on the order.
        guard cell.raisingShown | cell.raisingHidden == 0 else { return false }
        guard cell.swapped(left, right) == other.kernel.cell(code, 0, there) else { return false }
      }
    }
    return model.broken == nil && other.broken == nil
  }

  /// Whether the device calls for the same in both.
  private func asksTheSame(_ other: CheckModel, _ left: Int, _ right: Int) -> Bool {
    unsafe model.tables.pointee.knownTurns.allSatisfy { known in
      var there = model.initial.swapped(left, right)
      (there.settingsIndex, there.bar, there.device) = (
        known.settingsIndex, known.bar, known.device
      )
      let code = other.kernel.takeDevice(CheckEvent(kind: .turn, index: known.turn), &there)
      return known.step == UInt16(there.settingsIndex) << 8 | UInt16(there.device) << 4
        | UInt16(code)
    }
  }
}

extension StepKernel {
  /// What a turn can depend on, where it does not depend on bar and device.
  fileprivate func view(_ state: PackedState) -> PackedState {
    var view = state
    view.low = 0
    view.high = 0
    view.bar = 0
    view.device = 0
    view.hidden &= state.present
    guard let part = unsafe tables.pointee.takingPart else { return view }
    let isKeyShown = state.shown & ~followers & (1 &<< UInt64(state.key)) != 0
    if part.isSceneWide || isKeyShown { return canonical(1, 0, view, part) }
    // Who is the page then depends on the order, so it must stay open.
    view.key = PackedState.none
    return view
  }
}
