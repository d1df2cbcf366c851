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

/// A set of outcomes.
struct OutcomeSet: OptionSet {
  var rawValue: UInt8
  static let exception = OutcomeSet(rawValue: 1)
  static let split = OutcomeSet(rawValue: 2)
  static let turned = OutcomeSet(rawValue: 4)
  static let deferred = OutcomeSet(rawValue: 8)
  static let blocked = OutcomeSet(rawValue: 16)
  static let unchanged = OutcomeSet(rawValue: 32)

  /// What can come of a step that raises nothing and puts nothing off.
  static let usual: OutcomeSet = [.split, .turned, .blocked, .unchanged]
  /// The same where all windows turn together.
  static let usualTogether: OutcomeSet = [.turned, .blocked, .unchanged]

  /// The outcomes as verdicts name them.
  var outcomes: [Outcome] {
    let all: [(OutcomeSet, Outcome)] = [
      (.exception, .exception), (.split, .split), (.turned, .turned), (.deferred, .deferred),
      (.blocked, .blocked), (.unchanged, .unchanged),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension CheckProperty {
  /// How many events show that a state breaks it; nil where steps break it.
  var tail: Int? {
    switch self {
    case .barAgrees: 0
    case .turnAndBack: 2
    default: nil
    }
  }
}

/// What is wrong with steps, and what comes of them.
struct StepProperties {
  private let kernel: StepKernel

  @inline(__always)
  init(_ kernel: StepKernel) { self.kernel = kernel }

  /// What is wrong with a step, among `wanted`.
  @inline(__always)
  func faults(
    of event: CheckEvent, _ state: PackedState, _ step: CheckStep, wanted: PropertySet
  ) -> PropertySet {
    var faults = PropertySet()
    guard step.code != TriggerCode.nothing else { return faults }
    if step.raises { faults.insert(.trap) }
    if event.kind == .turn, kernel.isLocked(state),
      step.next.bar != state.bar || kernel.turned(state, step.next) != 0
    {
      faults.insert(.lock)
    }
    if wanted.contains(.hidden), hiddenDecides(step) { faults.insert(.hidden) }
    if wanted.contains(.apply), !step.raises {
      if step.isNotIdempotent {
        faults.insert(.apply)
      } else if step.next.bar != state.bar,
        kernel.decided(step.code, step.window, step.next).next != step.next
      {
        faults.insert(.apply)
      }
    }
    return faults
  }

  /// Whether bar or shown windows would go elsewhere if the hidden windows were not there.
  private func hiddenDecides(_ step: CheckStep) -> Bool {
    let start = step.start
    guard start.present & start.hidden != 0 else { return false }
    var without = start
    without.present = start.shown
    if start.shown & start.keyBit == 0 { without.key = PackedState.none }
    // Without the window that is to be placed there is nothing to decide.
    let isGone =
      step.code == TriggerCode.place && start.shown >> UInt64(step.window) & 1 == 0
    if step.isSilent, !isGone { return false }
    let other = isGone ? CheckStep(next: without) : kernel.decided(step.code, step.window, without)
    return other.next.bar != step.next.bar || other.raises != step.raises
      || kernel.turned(other.next, step.next) & start.shown != 0
  }

  /// Where turning away and back does not restore what is shown; nil if it does everywhere.
  ///
  /// Asked where bar and page stand as the device is held.
  @inline(__always)
  func lostTurn(_ state: PackedState) -> Int? {
    let held = state.device
    guard held == state.bar, !kernel.isLocked(state) else { return nil }
    guard kernel.pages(state) & kernel.standing(state, held) != 0 else { return nil }
    for other in 0..<4 where other != held {
      var away = state
      let there = kernel.takeDevice(CheckEvent(kind: .turn, index: other), &away)
      let first = kernel.decided(there, 0, away)
      var back = first.next
      let here = kernel.takeDevice(CheckEvent(kind: .turn, index: held), &back)
      let second = kernel.decided(here, 0, back)
      if first.raises || second.raises { continue }
      if second.next.bar != state.bar || kernel.turned(second.next, state) & state.shown != 0 {
        return other
      }
    }
    return nil
  }

  /// What has to follow on a state that breaks a property to see it; nil for one that does not.
  func tail(_ property: CheckProperty, _ state: PackedState) -> [CheckEvent]? {
    switch property {
    case .barAgrees: kernel.split(state) != 0 ? [] : nil
    case .turnAndBack:
      lostTurn(state).map {
        [CheckEvent(kind: .turn, index: $0), CheckEvent(kind: .turn, index: state.device)]
      }
    default: nil
    }
  }

  /// What comes of a step, as verdicts would say it; several when the page is open.
  @inline(__always)
  func outcomes(_ state: PackedState, _ step: CheckStep) -> OutcomeSet {
    if step.raises { return .exception }
    let next = step.next
    let asks = step.code >= 1 && step.code <= 4
    let wanted = Int(truncatingIfNeeded: step.code) &- 1
    if !kernel.turnsWindows {
      if next.bar != state.bar { return .turned }
      return asks && wanted != next.bar ? .blocked : .unchanged
    }
    let pages = kernel.pages(next)
    if pages == 0 { return step.putsOff ? .deferred : .unchanged }
    let agreeing = pages & kernel.standing(next, next.bar)
    var outcomes: OutcomeSet = pages == agreeing ? [] : .split
    if agreeing == 0 { return outcomes }
    // A page that gives way to another one has not turned.
    let moved = agreeing & kernel.turned(state, next)
    if moved != 0 { outcomes.insert(.turned) }
    if agreeing == moved { return outcomes }
    if step.putsOff {
      outcomes.insert(.deferred)
    } else if asks, wanted != next.bar, state.bar == next.bar {
      outcomes.insert(.blocked)
    } else {
      outcomes.insert(.unchanged)
    }
    return outcomes
  }
}
