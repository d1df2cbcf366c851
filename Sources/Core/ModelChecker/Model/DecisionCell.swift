// SPDX-License-Identifier: Apache-2.0

/// What one decision does to a state: the rule function's own moves, ready to be applied.
package struct DecisionCell: Hashable {
  /// The windows that turn while they are shown, and while they are hidden.
  package var shown: UInt64 = 0
  package var hidden: UInt64 = 0
  /// The windows that raise an exception, after which the later ones are not asked.
  package var raisingShown: UInt64 = 0
  package var raisingHidden: UInt64 = 0
  /// The windows that take the status bar with them when they turn.
  package var writers: UInt64 = 0
  /// The target and one bit for each that is so; in one word they are copied without waiting.
  private var marks: UInt64 = 0

  /// What everything turns to, raw value less 1.
  package var target: UInt8 {
    get { UInt8(truncatingIfNeeded: marks) }
    set { marks = marks & ~0xFF | UInt64(newValue) }
  }
  /// Whether the bar is written whoever turns.
  package var writesBar: Bool {
    get { self[8] }
    set { self[8] = newValue }
  }
  /// Whether the whole decision raises an exception.
  package var raises: Bool {
    get { self[9] }
    set { self[9] = newValue }
  }
  /// Whether the bar or an output is written more than once.
  var isNotIdempotent: Bool {
    get { self[10] }
    set { self[10] = newValue }
  }
  /// Whether a window's rotation is deferred.
  var putsOff: Bool {
    get { self[11] }
    set { self[11] = newValue }
  }
  /// Whether the cell is filled.
  var isFilled: Bool {
    get { self[12] }
    set { self[12] = newValue }
  }

  private subscript(mark: UInt64) -> Bool {
    get { marks &>> mark & 1 == 1 }
    set { marks = marks & ~(1 &<< mark) | (newValue ? 1 &<< mark : 0) }
  }
}
