// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ModelChecker

/// A step: its guards, its changes, and their reversal if the app ends.
struct PromelaStep {
  var guards: [String]
  /// The values that are saved so that the change can be undone.
  var save: [String] = []
  var body: [String]
  var undo: [String] = []
  var code = TriggerCode.nothing
  var window = 0
}

/// A writer of a stack's events as steps of a Promela model.
struct PromelaEvents {
  private let model: CheckModel
  private let variables: PromelaVariables

  init(_ model: CheckModel, _ variables: PromelaVariables) {
    self.model = model
    self.variables = variables
  }

  /// Returns one step for every event, and for every nextKeyWindow of the key.
  func steps() -> [PromelaStep] {
    model.ids.indices.flatMap { windowEvents($0) } + deviceEvents()
  }

  private func windowEvents(_ index: Int) -> [PromelaStep] {
    let there = [variables.isThere(index)].compactMap(\.self)
    var steps = [
      PromelaStep(
        guards: there + ["hid[\(index)]"], body: ["hid[\(index)] = 0"],
        undo: ["hid[\(index)] = 1"], code: code(.show, index), window: index)
    ]
    if !model.isKeyFree {
      steps.append(
        PromelaStep(
          guards: there + ["key != \(index)"], save: ["was_key = key"], body: ["key = \(index)"],
          undo: ["key = was_key"], code: code(.makeKey, index), window: index))
    }
    let hiding = PromelaStep(
      guards: there + ["!hid[\(index)]"], body: ["hid[\(index)] = 1"],
      undo: ["hid[\(index)] = 0"], code: code(.hide, index), window: index)
    steps += leaving(hiding, stays: true)
    if variables.removes {
      let going = PromelaStep(
        guards: there, save: ["was_hid = hid[\(index)]", "was_own = own[\(index)]"],
        body: ["there[\(index)] = 0", "hid[\(index)] = 1", "own[\(index)] = 0"],
        undo: ["hid[\(index)] = was_hid", "own[\(index)] = was_own", "there[\(index)] = 1"],
        code: code(.remove, index), window: index)
      steps += leaving(going, stays: false)
    }
    return model.addable >> UInt64(index) & 1 == 1 ? steps + adding(index) : steps
  }

  private func code(_ kind: CheckEvent.Kind, _ index: Int) -> UInt8 {
    model.kernel.trigger(kind, index)
  }

  private func adding(_ index: Int) -> [PromelaStep] {
    let entry = model.stack.windows[index]
    var step = PromelaStep(
      guards: ["!there[\(index)]", "!hid[\(index)]"],
      body: ["there[\(index)] = 1", "own[\(index)] = bar"],
      undo: ["there[\(index)] = 0", "own[\(index)] = 0"], code: code(.add, index), window: index)
    if entry.window.isHidden {
      step.body.append("hid[\(index)] = 1")
      step.undo.append("hid[\(index)] = 0")
    }
    if entry.isKey, !model.isKeyFree {
      step.save.append("was_key = key")
      step.body.append("key = \(index)")
      step.undo.append("key = was_key")
    }
    // A window that is added can bring other settings with it.
    var kinds: [[String]: [String]] = [:]
    for settingsIndex in variables.rests.sorted() {
      for bar in 0..<4 {
        var state = model.initial
        state.settingsIndex = settingsIndex
        state.bar = bar
        let next = model.kernel.settingsAfterAdding(index, state)
        let change = next == settingsIndex ? [] : ["rest = \(next)", "rest = \(settingsIndex)"]
        kinds[change, default: []].append("(rest == \(settingsIndex) && bar == \(bar))")
      }
    }
    if kinds.keys.allSatisfy(\.isEmpty) { return [step] }
    return kinds.sorted { $0.value[0] < $1.value[0] }.map { change, conditions in
      var one = step
      one.guards.append("(\(conditions.joined(separator: " || ")))")
      one.body += change.prefix(1)
      one.undo += change.suffix(1)
      return one
    }
  }

  /// Returns the steps of a window that hides or leaves; any shown window inherits its key.
  private func leaving(_ step: PromelaStep, stays: Bool) -> [PromelaStep] {
    if model.isKeyFree { return [step] }
    func variant(_ guards: [String], key: Int?) -> PromelaStep {
      var variant = step
      variant.guards += guards
      guard let key else { return variant }
      variant.body.append("key = \(key)")
      variant.undo.append("key = \(step.window)")
      return variant
    }
    let index = step.window
    var steps = [variant(["key != \(index)"], key: nil)]
    let held = ["key == \(index)"]
    let others = model.ids.indices.filter { $0 != index }
    for nextKeyWindow in others {
      steps.append(variant(held + [variables.shown(nextKeyWindow)], key: nextKeyWindow))
    }
    let levelZero = others.filter { model.levelZero >> UInt64($0) & 1 == 1 }
    let nobody = held + levelZero.map { "!(\(variables.shown($0)))" }
    if stays { return steps + [variant(nobody, key: nil)] }
    steps.append(variant(nobody, key: PackedState.none))
    for nextKeyWindow in others {
      let hidden = [variables.isThere(nextKeyWindow)].compactMap(\.self) + ["hid[\(nextKeyWindow)]"]
      steps.append(variant(nobody + hidden, key: nextKeyWindow))
    }
    return steps
  }

  /// Returns the steps of turns and the lock; steps with the same changes are joined.
  private func deviceEvents() -> [PromelaStep] {
    var steps: [PromelaStep] = []
    for settingsIndex in variables.rests.sorted() {
      var state = model.initial
      state.settingsIndex = settingsIndex
      let isLocked = model.kernel.isLocked(state)
      let choices =
        (0..<5).map { CheckEvent(kind: .turn, index: $0) }
        + [CheckEvent(kind: isLocked ? .unlock : .lock)]
      for choice in choices { steps += deviceEvents(choice, settingsIndex: settingsIndex) }
    }
    return steps
  }

  private func deviceEvents(_ choice: CheckEvent, settingsIndex: Int) -> [PromelaStep] {
    struct Change: Hashable {
      var settingsIndex: Int
      var device: Int
      var code: UInt8
    }
    var found: [(change: Change, conditions: [(device: Int, bars: [Int])])] = []
    for device in 0..<5 where !(choice.kind == .turn && choice.index == device) {
      for bar in 0..<4 {
        var state = model.initial
        (state.settingsIndex, state.device, state.bar) = (settingsIndex, device, bar)
        let code = model.kernel.applyDevice(choice, &state)
        let change = Change(settingsIndex: state.settingsIndex, device: state.device, code: code)
        if state.settingsIndex == settingsIndex, state.device == device,
          code == TriggerCode.nothing
        {
          continue
        }
        if let index = found.firstIndex(where: { $0.change == change }) {
          if found[index].conditions.last?.device == device {
            found[index].conditions[found[index].conditions.count - 1].bars.append(bar)
          } else {
            found[index].conditions.append((device, [bar]))
          }
        } else {
          found.append((change, [(device, [bar])]))
        }
      }
    }
    return found.map { change, conditions in
      var step = PromelaStep(
        guards: ["rest == \(settingsIndex)"], save: ["was_dev = dev"],
        body: ["dev = \(change.device)"],
        undo: ["dev = was_dev"], code: change.code)
      if change.settingsIndex != settingsIndex {
        step.body.append("rest = \(change.settingsIndex)")
        step.undo.append("rest = \(settingsIndex)")
      }
      let missing = (0..<5).filter { device in !conditions.contains { $0.device == device } }
      if conditions.allSatisfy({ $0.bars.count == 4 }), missing.count < 3 {
        step.guards += missing.map { "dev != \($0)" }
      } else {
        let parts = conditions.map { condition in
          let bars = condition.bars.map { "bar == \($0)" }.joined(separator: " || ")
          return condition.bars.count == 4
            ? "dev == \(condition.device)" : "(dev == \(condition.device) && (\(bars)))"
        }
        step.guards.append("(\(parts.joined(separator: " || ")))")
      }
      return step
    }
  }
}
