// SPDX-License-Identifier: Apache-2.0

/// One step of a check: where it leads and what is remarkable about it.
struct CheckStep {
  var next: PackedState
  /// The state with the event in it and nothing decided yet.
  var start: PackedState
  /// What was to be decided, and for which window.
  var code = TriggerCode.nothing
  var window = 0
  /// An exception ended the app.
  var raises = false
  /// Bar or output was written more than once.
  var isNotIdempotent = false
  /// A window's turn was put off.
  var putsOff = false
  /// Without the hidden windows it would be no different for bar and shown windows.
  var isSilent = false

  /// A step without a decision.
  init(next: PackedState) {
    self.next = next
    self.start = next
  }

  init(_ cell: DecisionCell, next: PackedState, start: PackedState, raises: Bool) {
    self.next = next
    self.start = start
    self.raises = raises
    isNotIdempotent = cell.isNotIdempotent
    putsOff = cell.putsOff
  }
}
