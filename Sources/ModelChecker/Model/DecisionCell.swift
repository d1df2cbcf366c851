// SPDX-License-Identifier: Apache-2.0

/// What one decision does to a state: the rule function's own moves, ready to be applied.
struct DecisionCell: Hashable {
  /// The windows that turn while they are shown, and while they are hidden.
  var shown: UInt64 = 0
  var hidden: UInt64 = 0
  /// The windows that raise an exception, after which the later ones are not asked.
  var raisingShown: UInt64 = 0
  var raisingHidden: UInt64 = 0
  /// The windows that take the status bar with them when they turn.
  var writers: UInt64 = 0
  /// What everything turns to, raw value less 1.
  var target: UInt8 = 0
  /// Whether the bar is written whoever turns.
  var writesBar = false
  /// Whether the whole decision raises an exception.
  var raises = false
  /// Whether the bar or an output is written more than once.
  var isNotIdempotent = false
  /// Whether a window's turn is put off.
  var putsOff = false
  /// Whether the cell has been filled at all.
  var isFilled = false
}
