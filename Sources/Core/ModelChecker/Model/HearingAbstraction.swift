// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// What a decision hears of a state's windows where that is less than who is shown.
///
/// States of which it hears the same share one canonical state; the rule set says what it hears.
@safe
struct HearingAbstraction {
  // SAFETY: the tables that hold it free it, once; indices come from the buffer itself.
  private enum Kind {
    /// The focused window, and what the shown others object to: a set of windows for each objection.
    case objections
    /// The first shown of these sets of one window.
    case first
    /// Of these sets of one window the shown one that was used last, as the state says.
    case recent
  }

  private let kind: Kind
  private let sets: UnsafeMutableBufferPointer<UInt64>
  /// Of the first ones those that leave it to the next one that is there.
  private let behind: UInt64

  private var count: Int { unsafe sets.count }

  init?(_ model: CheckModel) {
    var found: [UInt64] = []
    behind = model.reads.behind.compactMap { model.ids.firstIndex(of: $0) }.reduce(0) {
      $0 | PackedState.bit($1)
    }
    switch model.reads.windows {
    case .some:
      guard let objections = model.reads.objections else { return nil }
      kind = .objections
      for bit in 0..<16 {
        let holders = model.ids.indices.filter { (objections[model.ids[$0]] ?? 0) >> bit & 1 == 1 }
        if !holders.isEmpty { found.append(holders.reduce(0) { $0 | PackedState.bit($1) }) }
      }
    case .first(let order):
      kind = .first
      found = order.compactMap { model.ids.firstIndex(of: $0) }.map { PackedState.bit($0) }
    case .recent:
      kind = .recent
      found = model.recentOrder.map { PackedState.bit($0) }
    case .own, .page, .participants, .everything: return nil
    }
    unsafe sets = .allocate(capacity: found.count)
    _ = unsafe sets.initialize(from: found)
  }

  /// Whether it makes no difference which of two alike windows comes first.
  var isOrderFree: Bool { kind == .objections }

  /// The windows that leave a decision to the next one behind them, hidden or not.
  var asksBehind: UInt64 { behind }

  /// The position of the one window that is heard, and whether it is left with nobody behind.
  ///
  /// Nil where nobody is heard, or where it is not one of several in an order.
  func place(_ canonical: PackedState) -> (position: Int, isAlone: Bool)? {
    guard kind == .first else { return nil }
    for index in 0..<count where unsafe sets[index] & canonical.shown != 0 {
      return (index, unsafe sets[index] & behind != 0)
    }
    return nil
  }

  /// Whether a window can be shown while this is heard: one that has a say is heard before whoever comes
  /// after it.
  func allows(_ window: Int, _ canonical: PackedState) -> Bool {
    guard kind == .first,
      let own = (0..<count).first(where: { unsafe sets[$0] == PackedState.bit(window) })
    else { return true }
    guard let heard = place(canonical) else { return false }
    let asksBehind = PackedState.bit(window) & behind != 0
    return heard.isAlone
      ? asksBehind && own <= heard.position : asksBehind || heard.position <= own
  }

  /// Whether somebody hidden can be heard at a position.
  func hearsHidden(at position: Int) -> Bool {
    kind == .first && (0..<position).contains { unsafe sets[$0] & behind != 0 }
  }

  /// Whether a decision hears who has the focus.
  var hearsFocus: Bool { kind == .objections }

  func deallocate() { unsafe sets.deallocate() }

  /// A number for what is heard of a state, less than `numbers`; the same where `canonical` is.
  ///
  /// Nil where too many things can be heard for that.
  @inline(__always)
  func number(_ state: PackedState, windows: Int) -> Int? {
    switch kind {
    case .objections: return nil
    case .recent: return min(state.recent, windows)
    case .first:
      let shown = state.shown
      var last: UInt64 = 0
      for index in 0..<count {
        let window = unsafe sets[index]
        if window & (last == 0 ? shown : state.present) == 0 { continue }
        if window & behind == 0 { return window.trailingZeroBitCount }
        last = window
      }
      return last == 0 ? windows &* 2 : windows &+ last.trailingZeroBitCount
    }
  }

  /// How many numbers there are; 0 where there are none.
  func numbers(windows: Int) -> Int {
    switch kind {
    case .objections: 0
    case .recent: windows + 1
    case .first: windows * 2 + 1
    }
  }

  /// The state that stands for all of which a decision hears the same.
  @inline(__always)
  func canonical(_ state: PackedState, all: UInt64) -> PackedState {
    var plain = state
    plain.present = all
    let shown = state.shown
    switch kind {
    case .objections:
      let focus = shown & state.keyBit
      if focus == 0 { plain.key = PackedState.none }
      // Whoever objects to nothing more than others do is taken as shown as well.
      var hidden: UInt64 = 0
      for index in 0..<count {
        let holders = unsafe sets[index]
        if holders & shown & ~focus == 0 { hidden |= holders }
      }
      plain.hidden = hidden & ~focus
    case .first:
      plain.key = PackedState.none
      plain.hidden = all
      // Whoever is left with nobody behind.
      var last: UInt64 = 0
      // Who can no longer be there.
      var below: UInt64 = 0
      for index in 0..<count {
        let window = unsafe sets[index]
        if window & (last == 0 ? shown : state.present) == 0 {
          below |= window
          continue
        }
        if window & behind != 0 {
          (last, below) = (window, 0)
          continue
        }
        plain.hidden = all & ~window
        return plain
      }
      guard last != 0 else { return plain }
      plain.present = all & ~below
      plain.hidden = plain.present & ~last
    case .recent:
      plain.key = state.recent
      plain.hidden = all & ~PackedState.bit(state.recent)
    }
    return plain
  }

  /// One state for everything that a decision can hear, with all that calls for it left open.
  ///
  /// `state` gives the rest. Nil where there are more than `most`.
  func contexts(_ state: PackedState, all: UInt64, most: Int) -> [PackedState]? {
    var contexts: [PackedState] = []
    func add(shown: UInt64, key: Int, present: UInt64 = all) {
      var context = state
      if kind == .recent { context.recent = key }
      context.present = present
      context.hidden = present & ~shown
      context.key = key
      let plain = canonical(context, all: all)
      if !contexts.contains(plain) { contexts.append(plain) }
    }
    switch kind {
    case .first:
      add(shown: 0, key: PackedState.none)
      var rest = all
      for index in 0..<count { unsafe rest &= ~sets[index] }
      for index in 0..<count {
        let window = unsafe sets[index]
        // Of those that are left with nobody behind them only this one and those above it are there.
        rest |= window
        add(shown: window, key: PackedState.none, present: window & behind == 0 ? all : rest)
      }
    case .recent:
      for index in 0..<count {
        let window = unsafe sets[index]
        add(shown: window, key: window.trailingZeroBitCount)
      }
      add(shown: 0, key: PackedState.none)
    case .objections:
      let windows = (0..<PackedState.width).filter { all >> UInt64($0) & 1 == 1 }
      for key in windows + [PackedState.none] {
        let focus = PackedState.bit(key)
        // Whatever objections come together: those of the windows that have none but these.
        var heard: [UInt64] = [0]
        for window in windows where PackedState.bit(window) & ~focus != 0 {
          let own = objections(of: window)
          for set in heard where !heard.contains(set | own) { heard.append(set | own) }
          guard heard.count * (windows.count + 1) <= most else { return nil }
        }
        for set in heard {
          let shown = windows.filter { objections(of: $0) & ~set == 0 }
          add(shown: shown.reduce(focus) { $0 | PackedState.bit($1) }, key: key)
        }
      }
    }
    return contexts.count <= most ? contexts : nil
  }

  /// What a window objects to, one bit each.
  private func objections(of window: Int) -> UInt64 {
    var own: UInt64 = 0
    for index in 0..<count where unsafe sets[index] & PackedState.bit(window) != 0 {
      own |= 1 << UInt64(index)
    }
    return own
  }
}
