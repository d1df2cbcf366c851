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

  /// A turn of the device away from a situation and back, as P4 requires (`TurnAndBack`).
  struct Return {
    /// The number of the situation before: device and status bar agree, and rotation is not locked.
    var bit: Int
    var held: Int
    var other: Int
    var away: Call
    /// For each status bar after the first turn: the trigger code of turning back, and the settings
    /// after it.
    var backCodes: SIMD4<UInt8> = .zero
    var backSettings: SIMD4<UInt8> = .zero

    /// Returns the trigger code and settings of turning back, for the status bar after the first
    /// turn.
    @inline(__always)
    func back(_ bar: Int) -> Call {
      Call(code: backCodes[bar], settings: Int(backSettings[bar]))
    }
  }

  /// The trigger code of a device event, and the settings after the event.
  struct Call {
    var code: UInt8
    var settings: Int
  }

  private(set) var shifts: [Shift] = []
  private(set) var turns: [Turn] = []
  /// The elements of `turns`, in which locks and unlocks are merged with turns of the same effect.
  private(set) var leads: [Turn] = []
  private(set) var returns: [Return] = []
  /// The situations in which rotation is locked.
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
        if kernel.isLocked(state) { locked |= 1 << UInt64(bit) }
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
    for setting in settings.sorted() {
      for held in 0..<4 { addReturns(setting, held, kernel) }
    }
  }

  private mutating func addReturns(_ settings: Int, _ held: Int, _ kernel: StepKernel) {
    let bit = PackedState.situation(settings: settings, device: held, bar: held)
    if locked >> UInt64(bit) & 1 == 1 { return }
    for other in 0..<4 where other != held {
      var state = PackedState()
      (state.settingsIndex, state.device, state.bar) = (settings, held, held)
      let code = kernel.applyDevice(CheckEvent(kind: .turn, index: other), &state)
      let away = Call(code: code, settings: state.settingsIndex)
      var way = Return(bit: bit, held: held, other: other, away: away)
      for bar in 0..<4 {
        var state = state
        state.bar = bar
        way.backCodes[bar] = kernel.applyDevice(CheckEvent(kind: .turn, index: held), &state)
        way.backSettings[bar] = UInt8(state.settingsIndex)
      }
      returns.append(way)
    }
  }

  private mutating func add(_ distance: Int, _ bit: Int) {
    // An event that changes nothing leads to no new situation.
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
