// SPDX-License-Identifier: Apache-2.0
import Arbitration

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

  /// The outcomes as verdicts name them.
  var outcomes: [Outcome] {
    let all: [(OutcomeSet, Outcome)] = [
      (.exception, .exception), (.split, .split), (.turned, .turned), (.deferred, .deferred),
      (.blocked, .blocked), (.unchanged, .unchanged),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension StepKernel {
  /// What comes of a step, as verdicts would say it; several when the page is open.
  @inline(__always)
  func outcomes(_ state: PackedState, _ step: CheckStep) -> OutcomeSet {
    if step.raises { return .exception }
    let next = step.next
    let asks = step.code >= 1 && step.code <= 4
    let wanted = Int(truncatingIfNeeded: step.code) &- 1
    if !turnsWindows {
      if next.bar != state.bar { return .turned }
      return asks && wanted != next.bar ? .blocked : .unchanged
    }
    let pages = pages(next)
    if pages == 0 { return step.putsOff ? .deferred : .unchanged }
    let agreeing = pages & standing(next, next.bar)
    var outcomes: OutcomeSet = pages == agreeing ? [] : .split
    if agreeing == 0 { return outcomes }
    // A page that gives way to another one has not turned.
    let moved = agreeing & turned(state, next)
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
