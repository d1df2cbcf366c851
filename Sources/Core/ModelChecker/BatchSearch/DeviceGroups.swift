// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The device events, grouped by their effect on the settings, device orientation and status bar.
///
/// A combination of these three is a situation; a set of situations is a `UInt64` with one bit for
/// each. Each group of events is applied to all situations of a set at once.
struct DeviceGroups {
  /// A group of situations in which an event triggers no decision and moves the bit of the
  /// situation by `distance`.
  struct Shift {
    var distance: Int
    var situations: UInt64
  }

  /// A group of situations in which an event triggers the same decision about a turn, and results
  /// in the same device orientation and settings.
  struct Turn {
    var code: UInt8
    var device: Int
    var settings: Int
    /// Whether the event is a turn of the device, rather than a lock or an unlock.
    var isTurn: Bool
    var situations: UInt64 = 0
  }

  private(set) var shifts: [Shift] = []
  private(set) var turns: [Turn] = []
  /// The elements of `turns`, in which locks and unlocks are merged with turns of the same effect.
  private(set) var leads: [Turn] = []
  /// The situations in which P4 can apply: device and status bar agree, and rotation is not locked.
  private(set) var standing: UInt64 = 0
  private(set) var locked: UInt64 = 0

  /// Creates the groups; `nil` if the model has more settings than a set of situations holds, or
  /// events that a search by nodes does not support.
  init?(_ model: CheckModel) {
    let kernel = model.kernel
    let isPlain = model.ids.indices.allSatisfy { index in
      [CheckEvent.Kind.hide, .makeKey, .remove].allSatisfy {
        kernel.trigger($0, index) == TriggerCode.nothing
      } && [TriggerCode.nothing, TriggerCode.place].contains(kernel.trigger(.show, index))
    }
    guard isPlain, model.addable == 0, model.rules.scope == .window, model.recentOrder.isEmpty,
      unsafe model.tables.pointee.reach != .windows || model.tables.pointee.turnsAreBare
    else { return nil }
    let settings = model.reachableSettings()
    guard settings.allSatisfy({ $0 < NodeLayout.mostSettings }), model.broken == nil else {
      return nil
    }
    for setting in settings {
      let first = PackedState.situation(settings: setting, device: 0, bar: 0)
      for bit in first..<PackedState.situation(settings: setting + 1, device: 0, bar: 0) {
        var state = model.initial
        state.situation = bit
        let isLocked = kernel.isLocked(state)
        if isLocked { locked |= 1 << UInt64(bit) }
        let mayLose = PropertyFormula.losesTurn(
          stands: state.device == state.bar, isLocked: isLocked
        ) { (raises: false, differs: true) }
        if mayLose { standing |= 1 << UInt64(bit) }
        for event in kernel.deviceEvents(state) {
          var after = state
          let code = kernel.applyDevice(event, &after)
          guard code <= 4, after.bar == state.bar else { return nil }
          if code == TriggerCode.nothing {
            add(after.situation - bit, bit)
          } else {
            add(
              Turn(
                code: code, device: after.device, settings: after.settingsIndex,
                isTurn: event.kind == .turn), bit)
          }
        }
      }
    }
    for turn in turns {
      let known = leads.firstIndex {
        $0.code == turn.code && $0.device == turn.device && $0.settings == turn.settings
      }
      if let known { leads[known].situations |= turn.situations } else { leads.append(turn) }
    }
  }

  private mutating func add(_ distance: Int, _ bit: Int) {
    if distance == 0 { return }
    let known = shifts.firstIndex { $0.distance == distance }
    if known == nil { shifts.append(Shift(distance: distance, situations: 0)) }
    shifts[known ?? shifts.count - 1].situations |= 1 << UInt64(bit)
  }

  private mutating func add(_ turn: Turn, _ bit: Int) {
    let known = turns.firstIndex {
      $0.code == turn.code && $0.device == turn.device && $0.settings == turn.settings
        && $0.isTurn == turn.isTurn
    }
    if known == nil { turns.append(turn) }
    turns[known ?? turns.count - 1].situations |= 1 << UInt64(bit)
  }
}

extension CheckModel {
  /// Returns the settings indices that are reachable by device events and added windows.
  package func reachableSettings() -> Set<Int> {
    var found: Set<Int> = [initial.settingsIndex]
    var waiting = [initial.settingsIndex]
    while let rest = waiting.popLast() {
      for bar in 0..<4 {
        var next: [Int] = []
        var state = initial
        (state.settingsIndex, state.bar) = (rest, bar)
        for index in ids.indices where addable >> UInt64(index) & 1 == 1 {
          next.append(kernel.settingsAfterAdding(index, state))
        }
        for device in 0..<5 {
          state.device = device
          for event in kernel.deviceEvents(state) {
            var after = state
            _ = kernel.applyDevice(event, &after)
            next.append(after.settingsIndex)
          }
        }
        for rest in next where found.insert(rest).inserted { waiting.append(rest) }
      }
    }
    return found
  }
}
