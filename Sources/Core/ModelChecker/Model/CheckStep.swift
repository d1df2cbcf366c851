// SPDX-License-Identifier: Apache-2.0

/// One step of a check: where it leads and what is remarkable about it.
struct CheckStep {
  let next: PackedState
  /// The state with the event in it and nothing decided yet.
  let start: PackedState
  /// All else in one word, since it is copied as soon as it is written.
  private let what: UInt64

  /// A step without a decision.
  init(next: PackedState) {
    self.next = next
    start = next
    what = UInt64(TriggerCode.nothing)
  }

  /// A step by a decision, called for by a code and for a window.
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

  /// What was to be decided, and for which window.
  var code: UInt8 { UInt8(truncatingIfNeeded: what) }
  var window: Int { Int(truncatingIfNeeded: what >> 8 & 0xFF) }
  /// An exception ended the app.
  var raises: Bool { what >> 16 & 1 == 1 }
  /// Bar or output was written more than once.
  var isNotIdempotent: Bool { what >> 17 & 1 == 1 }
  /// A window's turn was put off.
  var putsOff: Bool { what >> 18 & 1 == 1 }
  /// Without the hidden windows it would be no different for bar and shown windows.
  var isSilent: Bool { what >> 19 & 1 == 1 }
}
