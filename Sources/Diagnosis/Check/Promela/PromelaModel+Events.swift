// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension PromelaModel {
  /// One guarded step for every event, and for every heir of the key.
  func events() throws(CheckLimit) -> [String] {
    var lines: [String] = []
    for index in model.ids.indices { lines += windowEvents(index) }
    let rests = try deviceEvents(&lines)
    guard rests.count <= 16 else { throw .settings }
    return lines
  }

  private func step(_ guards: [String], _ body: [String]) -> [String] {
    let condition = guards.isEmpty ? "true" : guards.joined(separator: " && ")
    return ["  :: d_step { \(condition) ->"] + body.map { "       \($0)" } + ["       check() }"]
  }

  private func windowEvents(_ index: Int) -> [String] {
    let there = [isThere(index)].compactMap(\.self)
    var lines: [String] = []
    let place =
      model.kernel.occasion(.show, index) == OccasionCode.place
      ? self.place(index, isHidden: false, indent: "") : []
    lines += step(there + ["hid[\(index)]"], ["hid[\(index)] = 0;"] + place)
    if !model.isKeyFree { lines += step(there + ["key != \(index)"], ["key = \(index);"]) }
    lines += leaving(index, there + ["!hid[\(index)]"], ["hid[\(index)] = 1;"], stays: true)
    if removes {
      lines += leaving(
        index, there, ["there[\(index)] = 0; hid[\(index)] = 1; own[\(index)] = 0;"], stays: false)
    }
    if model.addable >> UInt64(index) & 1 == 1 { lines += adding(index) }
    return lines
  }

  private func adding(_ index: Int) -> [String] {
    let entry = model.stack.windows[index]
    var body = ["there[\(index)] = 1;"]
    if entry.window.isHidden { body.append("hid[\(index)] = 1;") }
    body.append("own[\(index)] = bar;")
    if entry.isKey, !model.isKeyFree { body.append("key = \(index);") }
    if model.kernel.occasion(.add, index) == OccasionCode.place {
      body += place(index, isHidden: entry.window.isHidden, indent: "")
    }
    return step(["!there[\(index)]", "!hid[\(index)]"], body)
  }

  /// A window hides or leaves; if it was key, any shown one inherits the key.
  private func leaving(
    _ index: Int, _ guards: [String], _ body: [String], stays: Bool
  ) -> [String] {
    if model.isKeyFree { return step(guards, body) }
    var lines = step(guards + ["key != \(index)"], body)
    let held = guards + ["key == \(index)"]
    for heir in model.ids.indices where heir != index {
      lines += step(held + [shown(heir)], body + ["key = \(heir);"])
    }
    let levelZero = model.ids.indices.filter {
      $0 != index && model.levelZero >> UInt64($0) & 1 == 1
    }
    let nobody = held + levelZero.map { "!(\(shown($0)))" }
    if stays { return lines + step(nobody, body) }
    lines += step(nobody, body + ["key = \(PackedState.none);"])
    for heir in model.ids.indices where heir != index {
      let hidden = [isThere(heir)].compactMap(\.self) + ["hid[\(heir)]"]
      lines += step(nobody + hidden, body + ["key = \(heir);"])
    }
    return lines
  }

  /// Turns and the lock, for every kind of settings that they lead to.
  private func deviceEvents(_ lines: inout [String]) throws(CheckLimit) -> [Int] {
    var rests = [0]
    var position = 0
    while position < rests.count {
      let rest = rests[position]
      position += 1
      let isLocked = model.tables.pointee.lockedRests >> UInt16(rest) & 1 == 1
      let choices =
        (0..<5).map { CheckEvent(kind: .turn, index: $0) }
        + [CheckEvent(kind: isLocked ? .unlock : .lock)]
      for choice in choices {
        for device in 0..<5 where !(choice.kind == .turn && choice.index == device) {
          var state = model.initial
          state.rest = rest
          state.device = device
          let code = model.kernel.takeDevice(choice, &state)
          guard code < OccasionCode.turnNowhere else { throw .promela("a turn leads nowhere") }
          if state.rest == rest, state.device == device, code == 0 { continue }
          if !rests.contains(state.rest) { rests.append(state.rest) }
          var body: [String] = []
          if state.device != device { body.append("dev = \(state.device);") }
          if state.rest != rest { body.append("rest = \(state.rest);") }
          if code != OccasionCode.nothing { body.append("turn\(code - 1)();") }
          lines += step(["rest == \(rest)", "dev == \(device)"], body)
        }
      }
    }
    return rests
  }
}
