// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The cells filled so far, found by as much of a state as the rule set's decisions depend on.
final class CellStore {
  /// What of a state decisions depend on besides what calls for them.
  enum Reach {
    /// Each window by itself, or by itself and by which window is the page's.
    case page(matters: Bool)
    /// Who is there, hidden and key, of some windows only; the others are taken as shown.
    case windows(UInt64)
  }

  private(set) var reach = Reach.page(matters: true)
  /// Whether a turn depends on neither the bar nor the device beyond where it asks to.
  private var turnsAreBare = false
  private var pages: [DecisionCell] = []
  private var keys: [UInt64] = []
  private var values: [DecisionCell] = []
  private var count = 0

  /// How many cells the rule function has filled.
  var filled: Int { count }

  /// Whether any of them raises an exception.
  var anyRaises: Bool {
    (pages + values).contains { $0.raises || $0.raisingShown | $0.raisingHidden != 0 }
  }

  func prepare(_ model: CheckModel) {
    reach = model.reach
    turnsAreBare = model.rules.family == .uikit
    switch reach {
    case .page:
      pages = Array(repeating: DecisionCell(), count: 64 + 16 * PackedState.width * 40)
    case .windows: resize(1 << 12)
    }
  }

  /// The cell of a decision, filled now if it has not been needed before.
  @inline(__always)
  func cell(
    _ code: UInt8, _ window: Int, _ state: PackedState, _ model: CheckModel
  ) -> DecisionCell {
    switch reach {
    case .page(let matters):
      let page = matters ? model.page(state) : 0
      let slot: Int
      if code == OccasionCode.place {
        let hidden = Int(state.hidden >> UInt64(window) & 1)
        slot =
          64 + (((page * PackedState.width + window) * 2 + hidden) * 5 + state.device) * 4 + state.bar
      } else {
        slot = page * 4 + Int(code - 1) & 3
      }
      if !pages[slot].isFilled { fillPage(slot, code, window, state, model) }
      return pages[slot]
    case .windows(let relevant): return contextCell(code, window, state, relevant, model)
    }
  }

  private func fillPage(
    _ slot: Int, _ code: UInt8, _ window: Int, _ state: PackedState, _ model: CheckModel
  ) {
    count += 1
    pages[slot] = model.pageCell(code, window, state)
    pages[slot].isFilled = true
  }

  private func contextCell(
    _ code: UInt8, _ window: Int, _ state: PackedState, _ relevant: UInt64, _ model: CheckModel
  ) -> DecisionCell {
    var context = state
    let relevant = relevant | 1 << UInt64(state.key)
    context.low = 0
    context.high = 0
    context.present = state.present | model.all & ~relevant
    context.hidden = state.hidden & state.present & relevant
    if turnsAreBare, code < OccasionCode.turnNowhere {
      context.bar = 0
      context.device = 0
    }
    // The planes of the orientations are free for what calls for the decision.
    context.low = UInt64(code) | UInt64(code == OccasionCode.place ? window + 1 : 0) << 3
    var slot = Self.slot(context.bits, keys.count)
    while keys[slot] != 0 {
      if keys[slot] == context.bits { return values[slot] }
      slot = (slot + 1) & (keys.count - 1)
    }
    let isBarBlank = turnsAreBare && code < OccasionCode.turnNowhere
    let cell = model.contextCell(code, window, context, isBarBlank: isBarBlank)
    keys[slot] = context.bits
    values[slot] = cell
    count += 1
    if count * 2 > keys.count { resize(keys.count * 2) }
    return cell
  }

  private static func slot(_ key: UInt64, _ size: Int) -> Int {
    let mixed = (key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 33) & (size - 1)
  }

  private func resize(_ size: Int) {
    let old = zip(keys, values).filter { $0.0 != 0 }
    keys = Array(repeating: 0, count: size)
    values = Array(repeating: DecisionCell(), count: size)
    for (key, value) in old {
      var slot = Self.slot(key, size)
      while keys[slot] != 0 { slot = (slot + 1) & (size - 1) }
      keys[slot] = key
      values[slot] = value
    }
  }
}
