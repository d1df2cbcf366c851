// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

package struct CheckEvent: Hashable {
  package enum Kind: UInt8 {
    case show, hide, makeKey, add, remove, turn, lock, unlock

    var isDevice: Bool { rawValue >= Self.turn.rawValue }
  }

  package var kind: Kind
  /// The index of the window, the device orientation as in `PackedState.device`, or 0 for `lock`
  /// and `unlock`.
  package var index: Int

  package init(kind: Kind, index: Int = 0) { (self.kind, self.index) = (kind, index) }

  var isDevice: Bool { kind.isDevice }
}

extension CheckEvent {
  func event(in model: CheckModel) -> Event {
    switch kind {
    case .show: .window(model.ids[index], .show)
    case .hide: .window(model.ids[index], .hide)
    case .makeKey: .window(model.ids[index], .makeKey)
    case .remove: .window(model.ids[index], .remove)
    case .add: .add(model.stack.windows[index].window, makesKey: model.stack.windows[index].isKey)
    case .turn: .device(.turned(Self.device(index)))
    case .lock: .device(.rotationLock(true))
    case .unlock: .device(.rotationLock(false))
    }
  }

  /// Returns the device orientation for a value of `PackedState.device`; face up stands for all
  /// that have no interface orientation.
  static func device(_ index: Int) -> DeviceOrientation {
    index == PackedState.flat
      ? .faceUp : DeviceOrientation(rawValue: UInt8(index + 1)) ?? .unknown
  }

  static func index(_ device: DeviceOrientation) -> Int {
    device.interface.map { Int($0.rawValue) - 1 } ?? PackedState.flat
  }
}

/// A transition of a state: an event, and the choices that the packed state leaves open.
///
/// The choices are the window that becomes key if the event hides or removes the key window, and
/// the window that counts as most recently used.
struct Transition {
  /// The state after the event and before the decision.
  let start: PackedState
  /// The kind, index and trigger code in one word; the processor copies a word faster than separate
  /// bytes that were just written.
  private let what: UInt64

  init(_ event: CheckEvent, _ start: PackedState, _ code: UInt8) {
    self.start = start
    let index = UInt64(UInt8(truncatingIfNeeded: event.index))
    what = index | UInt64(code) << 8 | UInt64(event.kind.rawValue) << 16
  }

  var event: CheckEvent { CheckEvent(kind: kind, index: index) }

  var index: Int { Int(truncatingIfNeeded: what & 0xFF) }

  var code: UInt8 { UInt8(truncatingIfNeeded: what >> 8) }

  var kind: CheckEvent.Kind {
    CheckEvent.Kind(rawValue: UInt8(truncatingIfNeeded: what >> 16)) ?? .turn
  }

  /// The index of the event's window, which a placing concerns; 0 for device events.
  var window: Int { kind.isDevice ? 0 : index }
}

/// The list of the transitions of one state, in unmanaged memory for speed.
@safe
struct TransitionList {
  // SAFETY: the owner of a list frees it; `capacity` exceeds the number of transitions of every
  // state.

  /// An upper bound of the number of transitions of a state.
  ///
  /// A window has at most three events and the device five, each with at most two transitions. If
  /// an event hides or removes the window used last, each other window can follow as such. If an
  /// event hides or removes the key window, each other window can become key and be combined with
  /// each window of which decisions read the order of use: at most half the width squared for both.
  static let capacity = 10 * PackedState.width + 12 + PackedState.width * PackedState.width / 2

  private let transitions: UnsafeMutablePointer<Transition>
  private(set) var count = 0

  init() { unsafe transitions = .allocate(capacity: Self.capacity) }

  func deallocate() { unsafe transitions.deallocate() }

  @inline(__always)
  subscript(position: Int) -> Transition { unsafe transitions[position] }

  @inline(__always)
  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ event: CheckEvent, _ start: PackedState, _ code: UInt8) {
    assert(count < Self.capacity)
    unsafe transitions[count] = Transition(event, start, code)
    count &+= 1
  }
}

extension StepKernel {
  /// Appends all transitions of a state to a list.
  ///
  /// The events of the windows in `leftOut` are not taken (`CanonicalForm.leftOut`). Only windows in
  /// `leaving` are removed.
  @inline(never)
  func expand(
    _ state: PackedState, leaving: UInt64, except leftOut: UInt64 = 0,
    into list: inout TransitionList
  ) {
    var rest = state.present & ~leftOut
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let isHidden = state.hidden &>> UInt64(index) & 1 == 1
      add(CheckEvent(kind: isHidden ? .show : .hide, index: index), state, to: &list)
      if !isKeyFree, state.key != index {
        add(CheckEvent(kind: .makeKey, index: index), state, to: &list)
      }
      if leaving &>> UInt64(index) & 1 == 1 {
        add(CheckEvent(kind: .remove, index: index), state, to: &list)
      }
    }
    rest = addable & ~state.present & ~state.hidden & ~leftOut
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      add(CheckEvent(kind: .add, index: index), state, to: &list)
    }
    for device in 0..<5 where device != state.device {
      add(CheckEvent(kind: .turn, index: device), state, to: &list)
    }
    add(CheckEvent(kind: isLocked(state) ? .unlock : .lock), state, to: &list)
  }

  /// Appends the transitions of one event: one for each choice of the next key window and of the
  /// most recently used window.
  @inline(__always)
  func add(_ event: CheckEvent, _ state: PackedState, to list: inout TransitionList) {
    var after = state
    let bit = UInt64(1) &<< UInt64(event.index)
    switch event.kind {
    case .turn, .lock, .unlock:
      let code = applyDevice(event, &after)
      return list.append(event, after, code)
    case .show: after.hidden &= ~bit
    case .makeKey: after.key = event.index
    case .add:
      after.settingsIndex = settingsAfterAdding(event.index, state)
      after.present |= bit
      after.hidden |= hiddenWhenAdded & bit
      after.turn(bit, to: state.bar)
      if keyWhenAdded & bit != 0, !isKeyFree { after.key = event.index }
    case .hide:
      after.hidden |= bit
      if state.key == event.index { return passKey(event, after, to: &list) }
    case .remove:
      after.present &= ~bit
      after.hidden |= bit
      after.turn(bit, to: 0)
      if state.key == event.index { return passKey(event, after, to: &list) }
    }
    append(event, after, trigger(event.kind, event.index), to: &list)
  }

  /// Appends a transition for each window that may be the most recently used one after the event.
  ///
  /// The key window was used last. Of the other windows, the state stores only the most recently
  /// used shown one.
  @inline(__always)
  private func append(
    _ event: CheckEvent, _ state: PackedState, _ code: UInt8, to list: inout TransitionList
  ) {
    if recents == 0 { return list.append(event, state, code) }
    let able = state.shown & recents
    var next: UInt64
    if able & state.keyBit != 0 {
      next = state.keyBit
    } else if able & PackedState.bit(state.recent) != 0 {
      let isNew = event.kind == .show || event.kind == .add
      next = PackedState.bit(state.recent) | (isNew ? able & PackedState.bit(event.index) : 0)
    } else {
      next = able
    }
    var after = state
    after.recent = PackedState.none
    if next == 0 { return list.append(event, after, code) }
    while next != 0 {
      after.recent = next.trailingZeroBitCount
      next &= next &- 1
      list.append(event, after, code)
    }
  }

  /// Appends the transitions of an event that hides or removes the key window.
  ///
  /// A packed state has no history of key windows, so each shown window may become key. If none of
  /// these is at level 0, a hidden key window may also stay key; after a removal, any present
  /// window or none may become key.
  private func passKey(_ event: CheckEvent, _ state: PackedState, to list: inout TransitionList) {
    let code = trigger(event.kind, event.index)
    var nextKeys = state.shown
    if state.shown & levelZero == 0 {
      nextKeys |= event.kind == .hide ? 1 << UInt64(event.index) : state.present
      if event.kind != .hide {
        var after = state
        after.key = PackedState.none
        append(event, after, code, to: &list)
      }
    }
    while nextKeys != 0 {
      var after = state
      after.key = nextKeys.trailingZeroBitCount
      nextKeys &= nextKeys &- 1
      append(event, after, code, to: &list)
    }
  }
}
