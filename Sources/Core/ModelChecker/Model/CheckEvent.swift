// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// One event of a check.
package struct CheckEvent: Hashable {
  package enum Kind: UInt8 {
    case show, hide, makeKey, add, remove, turn, lock, unlock

    var isDevice: Bool { rawValue >= Self.turn.rawValue }
  }

  package var kind: Kind
  /// The window's position, or the device's orientation as `PackedState.device` has it.
  package var index: Int

  package init(kind: Kind, index: Int = 0) { (self.kind, self.index) = (kind, index) }

  var isDevice: Bool { kind.isDevice }
}

extension CheckEvent {
  /// Returns the event for the arbiter.
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

  /// Returns a device orientation; face up represents all values without an interface orientation.
  static func device(_ index: Int) -> DeviceOrientation {
    index == PackedState.flat
      ? .faceUp : DeviceOrientation(rawValue: UInt8(index + 1)) ?? .unknown
  }

  /// Returns the packed form of a device orientation.
  static func index(_ device: DeviceOrientation) -> Int {
    device.interface.map { Int($0.rawValue) - 1 } ?? PackedState.flat
  }
}

/// A transition: an event, with one choice where the key's nextKeyWindow or the order of use is open.
struct Transition {
  /// The state after the event and before the decision.
  let start: PackedState
  /// Kind, index and code in one word, since it is copied right after it is written.
  private let what: UInt64

  init(_ event: CheckEvent, _ start: PackedState, _ code: UInt8) {
    self.start = start
    let index = UInt64(UInt8(truncatingIfNeeded: event.index))
    what = index | UInt64(code) << 8 | UInt64(event.kind.rawValue) << 16
  }

  /// The event.
  var event: CheckEvent { CheckEvent(kind: kind, index: index) }

  /// The index of the event (`CheckEvent.index`).
  var index: Int { Int(truncatingIfNeeded: what & 0xFF) }

  /// The trigger code of the event (`TriggerCode`).
  var code: UInt8 { UInt8(truncatingIfNeeded: what >> 8) }

  var kind: CheckEvent.Kind {
    CheckEvent.Kind(rawValue: UInt8(truncatingIfNeeded: what >> 16)) ?? .turn
  }

  /// The index of the window to be placed; 0 if there is none.
  var window: Int { kind.isDevice ? 0 : index }
}

/// The transitions of one state, in unmanaged memory for speed.
@safe
struct TransitionList {
  // SAFETY: the owner of a list frees it; `capacity` is more than any state has.

  /// An upper bound: three events per window, twice as many nextKeys of the key, and the device's
  /// events; where the order of use is read, for every other nextKeyWindow each window that counts.
  static let capacity = 6 * PackedState.width + 16 + PackedState.width * PackedState.width / 4

  private let transitions: UnsafeMutablePointer<Transition>
  private(set) var count = 0

  /// Creates an empty list, which must be freed by `deallocate`.
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

/// Generates the transitions of states, with integers and pointers only.
struct SuccessorGenerator {
  private let kernel: StepKernel

  @inline(__always)
  init(_ kernel: StepKernel) { self.kernel = kernel }

  /// Appends all transitions of a state to a list, without the events of `duplicates`; only windows
  /// of `leaving` can be removed.
  @inline(never)
  func expand(
    _ state: PackedState, leaving: UInt64, except duplicates: UInt64 = 0,
    into list: inout TransitionList
  ) {
    var rest = state.present & ~duplicates
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let isHidden = state.hidden &>> UInt64(index) & 1 == 1
      add(CheckEvent(kind: isHidden ? .show : .hide, index: index), state, to: &list)
      if !kernel.isKeyFree, state.key != index {
        add(CheckEvent(kind: .makeKey, index: index), state, to: &list)
      }
      if leaving &>> UInt64(index) & 1 == 1 {
        add(CheckEvent(kind: .remove, index: index), state, to: &list)
      }
    }
    rest = kernel.addable & ~state.present & ~state.hidden & ~duplicates
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      add(CheckEvent(kind: .add, index: index), state, to: &list)
    }
    for device in 0..<5 where device != state.device {
      add(CheckEvent(kind: .turn, index: device), state, to: &list)
    }
    add(CheckEvent(kind: kernel.isLocked(state) ? .unlock : .lock), state, to: &list)
  }

  /// Appends all transitions of one event, for each nextKeyWindow of the key and most recently used window.
  @inline(__always)
  func add(_ event: CheckEvent, _ state: PackedState, to list: inout TransitionList) {
    var after = state
    let bit = UInt64(1) &<< UInt64(event.index)
    switch event.kind {
    case .turn, .lock, .unlock:
      let code = kernel.applyDevice(event, &after)
      return list.append(event, after, code)
    case .show: after.hidden &= ~bit
    case .makeKey: after.key = event.index
    case .add:
      after.settingsIndex = kernel.settingsAfterAdding(event.index, state)
      after.present |= bit
      after.hidden |= kernel.hiddenWhenAdded & bit
      after.turn(bit, to: state.bar)
      if kernel.keyWhenAdded & bit != 0, !kernel.isKeyFree { after.key = event.index }
    case .hide:
      after.hidden |= bit
      if state.key == event.index { return passKey(event, after, to: &list) }
    case .remove:
      after.present &= ~bit
      after.hidden |= bit
      after.turn(bit, to: 0)
      if state.key == event.index { return passKey(event, after, to: &list) }
    }
    append(event, after, kernel.trigger(event.kind, event.index), to: &list)
  }

  /// Appends a transition, or one for each window that may now count as most recently used.
  ///
  /// The key window was used last. Of the others the state holds only the most recently used shown
  /// one.
  @inline(__always)
  private func append(
    _ event: CheckEvent, _ state: PackedState, _ code: UInt8, to list: inout TransitionList
  ) {
    if kernel.recents == 0 { return list.append(event, state, code) }
    let able = state.shown & kernel.recents
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

  /// Gives the key to its previous holder; without a history every shown window is tried.
  private func passKey(_ event: CheckEvent, _ state: PackedState, to list: inout TransitionList) {
    let code = kernel.trigger(event.kind, event.index)
    var nextKeys = state.shown
    if state.shown & kernel.levelZero == 0 {
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
