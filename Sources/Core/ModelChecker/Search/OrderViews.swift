// SPDX-License-Identifier: Apache-2.0

/// The distinct decisions on turns in a search, each with a representative state.
///
/// There are fewer of these than states, since no decision on a turn reads the windows'
/// orientations.
struct OrderViews {
  /// A decision on a turn: the trigger code, and a state that stands for all states with the same
  /// cell.
  private struct View {
    var state: PackedState
    var code: UInt8
  }

  private let model: CheckModel
  private var views: [View] = []

  /// Creates the views; `nil` if the search is unfinished, or participating windows decide
  /// together.
  init?(_ outcome: SearchOutcome) {
    model = outcome.model
    if case .page = model.reach {
      views = Self.pageViews(model)
    } else if unsafe model.tables.pointee.takingPart != nil
      || outcome.limit != nil && outcome.possible == nil
    {
      return nil
    } else {
      // All cells of decisions on turns are filled by now, by the projections or by the finished
      // search.
      views = Self.contextViews(model)
    }
  }

  /// Returns the trigger codes of the turns that were computed so far.
  private static func codes(_ model: CheckModel) -> [UInt8] {
    let codes = unsafe Set(model.tables.pointee.knownTurns.map { UInt8($0.step & 15) })
    return codes.subtracting([TriggerCode.nothing]).sorted()
  }

  /// Returns a view for every possible page.
  ///
  /// A window is the page because it is key, or because it is the lowest shown window at level 0.
  /// The latter case has one view for each second shown window.
  private static func pageViews(_ model: CheckModel) -> [View] {
    var states: [PackedState] = []
    func add(shown: UInt64, key: Int) {
      var state = model.initial
      (state.present, state.hidden, state.key) = (model.all, model.all & ~shown, key)
      states.append(state)
    }
    add(shown: 0, key: PackedState.none)
    var nobody = model.initial
    (nobody.present, nobody.hidden, nobody.key) = (0, 0, PackedState.none)
    states.append(nobody)
    if unsafe model.tables.pointee.reach == .page {
      for index in model.ids.indices {
        add(shown: PackedState.bit(index), key: index)
        for other in model.ids.indices where other > index {
          let both = PackedState.bit(index) | PackedState.bit(other)
          if both & model.pageable == both { add(shown: both, key: PackedState.none) }
        }
      }
    }
    let codes = codes(model)
    return states.flatMap { state in codes.map { View(state: state, code: $0) } }
  }

  /// Returns a view for every cell of a turn that was filled so far.
  private static func contextViews(_ model: CheckModel) -> [View] {
    var views: [View] = []
    for var state in unsafe model.tables.pointee.contexts.states {
      let code = UInt8(truncatingIfNeeded: state.low & 7)
      guard code >= 1, code <= TriggerCode.turnNowhere else { continue }
      (state.low, state.high) = (0, 0)
      views.append(View(state: state, code: code))
      // With two shown windows, exchanging them may change which of them decides.
      guard unsafe model.tables.pointee.observations != nil, state.shown != 0 else { continue }
      for other in model.ids.indices where state.shown & PackedState.bit(other) == 0 {
        var both = state
        both.hidden &= ~PackedState.bit(other)
        views.append(View(state: both, code: code))
      }
    }
    return views
      + codes(model).flatMap { code in
        behind(model).map { View(state: $0, code: code) }
      }
  }

  /// Returns states with one shown window that leaves the decision to the windows behind it, and up
  /// to two other windows, which are hidden.
  private static func behind(_ model: CheckModel) -> [PackedState] {
    let asking = unsafe model.tables.pointee.observations?.behind ?? 0
    var states: [PackedState] = []
    for first in model.ids.indices where asking & PackedState.bit(first) != 0 {
      for other in model.ids.indices {
        for third in model.ids.indices where third >= other {
          let hidden = (PackedState.bit(other) | PackedState.bit(third)) & ~PackedState.bit(first)
          var state = model.initial
          state.present = hidden | PackedState.bit(first)
          (state.hidden, state.key) = (hidden, PackedState.none)
          states.append(state)
        }
      }
    }
    return states
  }

  /// Returns whether every turn has the same cell if two windows are exchanged.
  ///
  /// If not, the turns may still have equal results, so the states must be compared one by one.
  func areSame(in other: CheckModel, _ left: Int, _ right: Int, _ goesOn: () -> Bool) -> Bool {
    guard Self.asksTheSame(model, other, left, right) else { return false }
    for index in views.indices {
      if index & 4095 == 0, !goesOn() { return false }
      guard isSame(views[index], in: other, left, right) else { return false }
    }
    return model.broken == nil && other.broken == nil
  }

  private func isSame(_ view: View, in other: CheckModel, _ left: Int, _ right: Int) -> Bool {
    // The comparison ignores which window raises an exception first.
    model.kernel.cell(view.code, 0, view.state).swapped(left, right)
      == other.kernel.cell(view.code, 0, view.state.swapped(left, right))
  }

  /// Returns whether device events have the same triggers in both models.
  static func asksTheSame(
    _ model: CheckModel, _ other: CheckModel, _ left: Int, _ right: Int
  ) -> Bool {
    unsafe model.tables.pointee.knownTurns.allSatisfy { known in
      var there = model.initial.swapped(left, right)
      there.situation = known.situation
      let code = other.kernel.applyDevice(CheckEvent(kind: .turn, index: known.turn), &there)
      return known.step == UInt16(there.settingsIndex) << 8 | UInt16(there.device) << 4
        | UInt16(code)
    }
  }
}
