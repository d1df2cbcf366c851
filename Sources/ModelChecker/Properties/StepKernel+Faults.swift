// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// A set of properties, one bit each.
struct PropertySet: OptionSet {
  var rawValue: UInt16
  static let bar = PropertySet(rawValue: 1 << 1)
  static let hidden = PropertySet(rawValue: 1 << 2)
  static let back = PropertySet(rawValue: 1 << 4)
  static let apply = PropertySet(rawValue: 1 << 5)
  static let lock = PropertySet(rawValue: 1 << 7)
  static let trap = PropertySet(rawValue: 1 << 9)
  /// Those that are looked for while states are found.
  static let searched: PropertySet = [.bar, .hidden, .back, .apply, .lock, .trap]
}

extension StepKernel {
  /// The windows that stand otherwise than the bar while they are, or can be, the page.
  @inline(__always)
  func split(_ state: PackedState) -> UInt64 {
    pages(state) & ~standing(state, state.bar)
  }

  /// The windows that stand in an orientation.
  @inline(__always)
  func standing(_ state: PackedState, _ orientation: Int) -> UInt64 {
    let low: UInt64 = orientation & 1 == 0 ? 0 : PackedState.plane
    let high: UInt64 = orientation & 2 == 0 ? 0 : PackedState.plane
    return ~((state.low ^ low) | (state.high ^ high))
  }

  /// What is wrong with a step, among `wanted`.
  @inline(__always)
  func faults(
    of event: CheckEvent, _ state: PackedState, _ step: CheckStep, wanted: PropertySet
  ) -> PropertySet {
    var faults = PropertySet()
    guard step.code != TriggerCode.nothing else { return faults }
    if step.raises { faults.insert(.trap) }
    if event.kind == .turn, isLocked(state),
      step.next.bar != state.bar || turned(state, step.next) != 0
    {
      faults.insert(.lock)
    }
    if wanted.contains(.hidden), hiddenDecides(step) { faults.insert(.hidden) }
    if wanted.contains(.apply), !step.raises {
      if step.isNotIdempotent {
        faults.insert(.apply)
      } else if step.next.bar != state.bar,
        decided(step.code, step.window, step.next).next != step.next
      {
        faults.insert(.apply)
      }
    }
    return faults
  }

  /// The windows, there before and after, that are turned otherwise.
  @inline(__always)
  func turned(_ left: PackedState, _ right: PackedState) -> UInt64 {
    ((left.low ^ right.low) | (left.high ^ right.high)) & left.present & right.present
  }

  /// Whether bar or shown windows would go elsewhere if the hidden windows were not there.
  private func hiddenDecides(_ step: CheckStep) -> Bool {
    let start = step.start
    guard start.present & start.hidden != 0 else { return false }
    var without = start
    without.present = start.shown
    if start.shown >> UInt64(start.key) & 1 == 0 { without.key = PackedState.none }
    // Without the window that is to be placed there is nothing to decide.
    let isGone =
      step.code == TriggerCode.place && start.shown >> UInt64(step.window) & 1 == 0
    if step.isSilent, !isGone { return false }
    let other = isGone ? CheckStep(next: without) : decided(step.code, step.window, without)
    return other.next.bar != step.next.bar || other.raises != step.raises
      || turned(other.next, step.next) & start.shown != 0
  }

  /// Where turning away and back does not restore what is shown; nil if it does everywhere.
  ///
  /// Asked where bar and page stand as the device is held.
  @inline(__always)
  func lostTurn(_ state: PackedState) -> Int? {
    let held = state.device
    guard held == state.bar, !isLocked(state) else { return nil }
    guard pages(state) & standing(state, held) != 0 else { return nil }
    for other in 0..<4 where other != held {
      var away = state
      let there = takeDevice(CheckEvent(kind: .turn, index: other), &away)
      let first = decided(there, 0, away)
      var back = first.next
      let here = takeDevice(CheckEvent(kind: .turn, index: held), &back)
      let second = decided(here, 0, back)
      if first.raises || second.raises { continue }
      if second.next.bar != state.bar || turned(second.next, state) & state.shown != 0 {
        return other
      }
    }
    return nil
  }
}
