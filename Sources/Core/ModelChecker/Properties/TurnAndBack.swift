// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// P4: turning the device away and back restores what is shown.
///
/// AG (device = bar = orientation(page) ∧ ¬locked → for every other upright value d: after the
/// events "turn to d" and "turn back", without an exception, the bar and the orientation of every
/// shown window are as before).
///
/// Every engine reads the property from here:
///
/// | engine | reading |
/// |---|---|
/// | replayer, script of a counterexample | `isViolated(by:)`: the last three verdicts |
/// | search of states, exact and directed search | `violation(in:)`: one packed state |
/// | projections, pattern database | `isPossible(in:)`: one packed state with any page |
/// | search of nodes | `NodeTurnAndBack`: `violation(in:)` for 60 situations at once; a test compares both |
struct TurnAndBack {
  private let kernel: StepKernel

  @inline(__always)
  init(_ kernel: StepKernel) { self.kernel = kernel }

  /// Returns a device orientation such that turning there and back does not restore a state.
  ///
  /// Returns `nil` if the state satisfies the property.
  @inline(__always)
  func violation(in state: PackedState) -> Int? {
    guard applies(to: state),
      kernel.pages(state) & kernel.oriented(state, state.device) != 0
    else { return nil }
    return away(from: state)
  }

  /// Returns whether a state violates the property, provided that its page has the status bar's
  /// orientation.
  func isPossible(in state: PackedState) -> Bool {
    applies(to: state) && away(from: state) != nil
  }

  /// Returns the two events that show the violation of a state: turning to `other`, and back.
  func events(from state: PackedState, to other: Int) -> [CheckEvent] {
    [CheckEvent(kind: .turn, index: other), CheckEvent(kind: .turn, index: state.device)]
  }

  @inline(__always)
  private func applies(to state: PackedState) -> Bool {
    state.device == state.bar && !kernel.isLocked(state)
  }

  @inline(__always)
  private func away(from state: PackedState) -> Int? {
    for other in 0..<4 where other != state.device {
      let first = kernel.deviceStep(CheckEvent(kind: .turn, index: other), state)
      let second = kernel.deviceStep(CheckEvent(kind: .turn, index: state.device), first.next)
      if first.raises || second.raises { continue }
      if second.next.bar != state.bar || kernel.turned(second.next, state) & state.shown != 0 {
        return other
      }
    }
    return nil
  }

  /// Returns whether the last three verdicts show a violation.
  ///
  /// The last two turn the device away and back; the one before them shows the state to be
  /// restored.
  static func isViolated(by verdicts: [Verdict]) -> Bool {
    guard verdicts.count >= 3, let last = verdicts.last else { return false }
    let before = verdicts[verdicts.count - 3].after
    guard let page = before.pageIndex, !before.device.isRotationLocked,
      before.device.orientation.interface == before.statusBar.orientation,
      before.windows[page].orientation == before.statusBar.orientation
    else { return false }
    return before.device.orientation == last.after.device.orientation
      && CheckProperty.differs(before, last.after)
  }
}
