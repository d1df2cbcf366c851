// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The observation classes of a model: sets of states that a decision cannot distinguish.
///
/// Each class has one canonical state. Only read sets (`RuleSet.reads`) of the kinds below have
/// classes; for others `init` returns `nil`.
@safe
struct ObservationClasses {
  private enum Kind {
    /// A decision reads the focused window, and the union of the objections of the other shown
    /// windows; each of `sets` has the windows with one objection.
    case objections
    /// A decision reads the first shown window in an order; each of `sets` has one window.
    case first
    /// A decision reads the most recently used shown window; each of `sets` has one window.
    case recent
  }

  private let kind: Kind
  // SAFETY: the tables that hold this value free `sets`, once; all indices are smaller than its
  // count.
  private let sets: UnsafeMutableBufferPointer<UInt64>
  /// For the kind `first`: the windows that pass the decision on to the next present window
  /// (`ReadSet.behind`).
  let behind: UInt64
  private let followers: UInt64

  private var count: Int { unsafe sets.count }

  init?(_ model: CheckModel) {
    var found: [UInt64] = []
    followers = model.followers
    behind = model.reads.behind.compactMap { model.ids.firstIndex(of: $0) }.reduce(0) {
      $0 | PackedState.bit($1)
    }
    switch model.reads.windows {
    case .some:
      guard let objections = model.reads.objections else { return nil }
      kind = .objections
      for bit in 0..<32 {
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

  var isOrderFree: Bool { kind == .objections }

  /// Whether a decision reads the first shown window in an order, and the windows behind this one.
  var isFirst: Bool { kind == .first }

  /// Returns the windows of the order up to the second shown one that can be the page and does not pass
  /// decisions on, and one more; `nil` if fewer are shown, or the kind is not `first`.
  ///
  /// No decision reads the other windows, also after one event of a window in front, or if two
  /// neighbours are exchanged.
  @inline(__always)
  func front(_ state: PackedState) -> UInt64? {
    guard kind == .first else { return nil }
    var (front, able) = (UInt64(0), 0)
    for index in 0..<count {
      let window = unsafe sets[index]
      front |= window
      if able == 2 { return front }
      if window & state.shown & ~(behind | followers) != 0 { able += 1 }
    }
    return nil
  }

  /// Returns the position of the first shown window in the order, and whether that window passes
  /// the decision on without another window behind it.
  ///
  /// Returns `nil` if no window of the order is shown, or if the kind is not `first`.
  func place(_ canonical: PackedState) -> (position: Int, isAlone: Bool)? {
    guard kind == .first,
      let first = unsafe sets.firstIndex(where: { $0 & canonical.shown != 0 })
    else { return nil }
    return (first, unsafe sets[first] & behind != 0)
  }

  /// Returns whether a window can be shown in a state of the class of `canonical`; one outside
  /// `sets` always can.
  func allows(_ window: Int, _ canonical: PackedState) -> Bool {
    guard kind != .objections, let own = unsafe sets.firstIndex(of: PackedState.bit(window))
    else { return true }
    if kind == .recent { return canonical.shown != 0 }
    guard let observed = place(canonical) else { return false }
    let asksBehind = PackedState.bit(window) & behind != 0
    return observed.isAlone
      ? asksBehind && own <= observed.position : asksBehind || observed.position <= own
  }

  /// Returns whether the deciding window at a position of the order may be hidden, since a window
  /// before it passes decisions on.
  func readsHidden(at position: Int) -> Bool {
    unsafe sets.prefix(position).contains { $0 & behind != 0 }
  }

  var readsFocus: Bool { kind == .objections }

  func deallocate() { unsafe sets.deallocate() }

  /// Returns a lower bound of the number of window events from a state to the class of the
  /// canonical state `goal`; with `without`, to those states of the class whose deciding window is hidden,
  /// and which belong to the class `without` if the hidden windows are removed.
  ///
  /// An event of one window reduces the bound by at most 1, an event of the device not at all.
  @inline(__always)
  func distance(
    from state: PackedState, to goal: PackedState, without other: PackedState? = nil
  ) -> Int {
    switch kind {
    case .objections:
      let focus = PackedState.bit(goal.key)
      let observed = state.shown & ~goal.hidden & ~focus
      let hiding = state.shown & goal.hidden & ~focus
      var distance = hiding.nonzeroBitCount
      for index in 0..<count where unsafe sets[index] & ~goal.hidden & ~focus != 0 {
        if unsafe sets[index] & observed != 0 { continue }
        distance += 1
        break
      }
      if focus == 0 {
        return state.shown & state.keyBit & ~hiding == 0 ? distance : distance + 1
      }
      if state.shown & focus == 0 { distance += 1 }
      // Hiding the key window, or adding `goal.key`, may make `goal.key` key without a further event.
      let isFree = state.keyBit & hiding != 0 || focus & state.present == 0
      return state.key == goal.key || isFree ? distance : distance + 1
    case .first:
      // The shown windows of the order before the current one, which have to be hidden.
      var above = 0
      // The least number of events so far after which a window that passes the decision on is the
      // first one shown, and the current one is the next present one.
      var passed = Int.max / 2
      for index in 0..<count {
        let window = unsafe sets[index]
        let isShown = window & state.shown != 0
        let isThere = window & state.present != 0
        if window & goal.shown != 0 {
          // The windows that are absent in `goal` have to be removed.
          let absent = (state.present & ~goal.present).nonzeroBitCount
          guard let other else {
            return absent + min(above + (isShown ? 0 : 1), passed + (isThere ? 0 : 1))
          }
          // The windows between the deciding one and that of the other class have to be hidden.
          let between = shown(state, after: index, before: other)
          return absent + passed + (isThere && !isShown ? 0 : 1) + between
        }
        if window & behind != 0 {
          passed = min(passed, above + (isShown ? 0 : 1))
        } else if isThere {
          passed += 1
        }
        if isShown { above += 1 }
      }
      return above
    case .recent:
      return state.recent == goal.recent ? 0 : 1
    }
  }

  /// Returns how many shown windows that do not pass decisions on are between a position of the order and
  /// the deciding window of another class.
  private func shown(_ state: PackedState, after index: Int, before other: PackedState) -> Int {
    var shown = 0
    for place in (index + 1)..<max(index + 1, count) {
      let window = unsafe sets[place] & ~behind
      if window & other.shown != 0 { break }
      if window & state.shown != 0 { shown += 1 }
    }
    return shown
  }

  @inline(__always)
  func canonical(_ state: PackedState, all: UInt64) -> PackedState {
    var plain = state
    plain.present = all
    let shown = state.shown
    switch kind {
    case .objections:
      let focus = shown & state.keyBit
      if focus == 0 { plain.key = PackedState.none }
      // A hidden window counts as shown if other shown windows have all its objections.
      var hidden: UInt64 = 0
      for index in 0..<count {
        let holders = unsafe sets[index]
        if holders & shown & ~focus == 0 { hidden |= holders }
      }
      plain.hidden = hidden & ~focus
    case .first:
      plain.key = PackedState.none
      plain.hidden = all
      // The last window that passed the decision on, while no present window was found behind it.
      var last: UInt64 = 0
      // The windows behind `last`, all absent.
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

  /// Returns one canonical state for each class; `nil` if there may be more than `most`.
  ///
  /// The settings, device and status bar are those of `state`.
  func contexts(_ state: PackedState, all: UInt64, most: Int) -> [PackedState]? {
    var contexts: [PackedState] = []
    var known: Set<PackedState> = []
    func add(shown: UInt64, key: Int, present: UInt64 = all) {
      var context = state
      if kind == .recent { context.recent = key }
      context.present = present
      context.hidden = present & ~shown
      context.key = key
      let plain = canonical(context, all: all)
      if known.insert(plain).inserted { contexts.append(plain) }
    }
    switch kind {
    case .first:
      add(shown: 0, key: PackedState.none)
      var rest = all
      for index in 0..<count { unsafe rest &= ~sets[index] }
      for index in 0..<count {
        let window = unsafe sets[index]
        // The windows behind one that passes the decision on are absent.
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
        var observed: [UInt64] = [0]
        for window in windows where PackedState.bit(window) & ~focus != 0 {
          let own = objections(of: window)
          for set in observed where !observed.contains(set | own) { observed.append(set | own) }
          guard observed.count * (windows.count + 1) <= most else { return nil }
        }
        for set in observed {
          let shown = windows.filter { objections(of: $0) & ~set == 0 }
          add(shown: shown.reduce(focus) { $0 | PackedState.bit($1) }, key: key)
        }
      }
    }
    return contexts.count <= most ? contexts : nil
  }

  /// Returns the objections of a window to rotations (`ReadSet.objections`), one bit each.
  private func objections(of window: Int) -> UInt64 {
    var own: UInt64 = 0
    for index in 0..<count where unsafe sets[index] & PackedState.bit(window) != 0 {
      own |= 1 << UInt64(index)
    }
    return own
  }
}
