// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension CheckModel {
  /// Asks the rule set once and for all what each window's events call for.
  func compileOccasions() {
    for index in ids.indices {
      for kind in [CheckEvent.Kind.show, .hide, .makeKey, .add, .remove] {
        var state = initial
        let bit = UInt64(1) << UInt64(index)
        state.present = kind == .add ? all & ~bit : all
        state.hidden = kind == .show ? bit : 0
        let event = CheckEvent(kind: kind, index: index).event(in: self)
        let before = scene(state)
        let triggers = rules.triggers(
          for: event, before: before, after: before.after(event, rules: rules))
        guard let code = TriggerCode.code(triggers, window: ids[index]) else {
          broken = .vocabulary("decides several things at once")
          return
        }
        tables.pointee.windowOccasions[Int(kind.rawValue) * PackedState.width + index] = code
      }
    }
  }

  /// What an event of the device does to settings and device, and what it calls for.
  func compileDevice(_ event: CheckEvent, _ state: PackedState) -> UInt16 {
    let before = scene(state)
    let taken = event.event(in: self)
    let after = before.after(taken, rules: rules)
    let triggers = rules.triggers(for: taken, before: before, after: after)
    guard let code = TriggerCode.code(triggers, window: nil) else {
      broken = .vocabulary("decides several things at once")
      return 0
    }
    let rest = UInt16(intern(after, like: state.settingsIndex))
    return rest << 8 | UInt16(CheckEvent.index(after.device.orientation)) << 4 | UInt16(code)
  }

  /// The settings after a window was added.
  func compileAdding(_ index: Int, _ state: PackedState) -> Int {
    let event = CheckEvent(kind: .add, index: index).event(in: self)
    let after = scene(state).after(event, rules: rules)
    return intern(after, like: state.settingsIndex)
  }
}
