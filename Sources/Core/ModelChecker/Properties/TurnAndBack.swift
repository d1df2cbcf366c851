// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The evaluation of P4: turning the device away and back restores what is shown.
///
/// The replayer reads the last three verdicts, searches of states one packed state, projections a
/// state with any page.
struct TurnAndBack {
  private let kernel: StepKernel

  @inline(__always)
  init(_ kernel: StepKernel) { self.kernel = kernel }

  /// Returns a device orientation such that turning there and back does not restore a state; `nil`
  /// if the state satisfies P4.
  ///
  /// With `anyPage` the page is assumed to have the status bar's orientation, whichever window it
  /// is.
  @inline(__always)
  func violation(in state: PackedState, anyPage: Bool = false) -> Int? {
    let stands =
      state.device == state.bar
      && (anyPage || kernel.pages(state) & kernel.oriented(state, state.device) != 0)
    for other in 0..<4 where other != state.device {
      let isLost = PropertyFormula.losesTurn(stands: stands, isLocked: kernel.isLocked(state)) {
        let away = kernel.deviceStep(CheckEvent(kind: .turn, index: other), state)
        let back = kernel.deviceStep(CheckEvent(kind: .turn, index: state.device), away.next)
        let differs = kernel.differs(back.next, state, among: state.shown)
        return (away.raises || back.raises, differs)
      }
      if isLost { return other }
    }
    return nil
  }

  func events(from state: PackedState, to other: Int) -> [CheckEvent] {
    [CheckEvent(kind: .turn, index: other), CheckEvent(kind: .turn, index: state.device)]
  }

  /// Returns whether the last three verdicts show a violation.
  ///
  /// The last two turn the device away and back; the one before them shows the state to be
  /// restored.
  static func isViolated(by verdicts: [Verdict], rules: any RuleSet) -> Bool {
    guard verdicts.count >= 3, let last = verdicts.last else { return false }
    let before = verdicts[verdicts.count - 3].after
    let held = before.device.orientation
    guard let page = before.pageIndex, held == last.after.device.orientation else { return false }
    let bar = before.statusBar.orientation
    return PropertyFormula.losesTurn(
      stands: held.interface == bar && before.windows[page].orientation == bar,
      isLocked: before.device.isRotationLocked
    ) {
      let raises = verdicts.suffix(2).contains { $0.error?.isException == true }
      return (raises, CheckProperty.differs(before, last.after, rules))
    }
  }
}
