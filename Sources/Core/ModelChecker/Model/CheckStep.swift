// SPDX-License-Identifier: Apache-2.0

/// The result of a transition: the next state and the remarkable properties of the decision.
struct CheckStep {
  let next: PackedState
  /// The state after the event and before the decision.
  let start: PackedState
  /// All other values in one word, since it is copied right after it is written.
  private let what: UInt64

  /// Creates a step without a decision.
  init(next: PackedState) {
    self.next = next
    start = next
    what = UInt64(TriggerCode.nothing)
  }

  /// Creates a step by a decision with a trigger code and a window.
  init(
    _ code: UInt8, _ window: Int, _ cell: DecisionCell, next: PackedState, start: PackedState,
    raises: Bool, isSilent: Bool
  ) {
    self.next = next
    self.start = start
    what =
      UInt64(code) | UInt64(truncatingIfNeeded: window) << 8 | (raises ? 1 << 16 : 0)
      | (cell.isNotIdempotent ? 1 << 17 : 0) | (cell.putsOff ? 1 << 18 : 0)
      | (isSilent ? 1 << 19 : 0)
  }

  /// The trigger code of the decision, and its window.
  var code: UInt8 { UInt8(truncatingIfNeeded: what) }
  var window: Int { Int(truncatingIfNeeded: what >> 8 & 0xFF) }
  /// Whether an exception ended the app.
  var raises: Bool { what >> 16 & 1 == 1 }
  /// Whether the status bar or an output was written more than once.
  var isNotIdempotent: Bool { what >> 17 & 1 == 1 }
  /// Whether a window's rotation was deferred.
  var putsOff: Bool { what >> 18 & 1 == 1 }
  /// Whether the result for bar and shown windows is the same without the hidden windows.
  var isSilent: Bool { what >> 19 & 1 == 1 }
}
