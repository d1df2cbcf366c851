// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// The effect of one decision on a state: the rule set's moves in packed form.
package struct DecisionCell: Hashable {
  /// The windows that rotate if they are shown, and those that rotate if they are hidden.
  package var shown: UInt64 = 0
  package var hidden: UInt64 = 0
  /// The windows that raise an exception if they are shown, and those that do if hidden; the rule
  /// set asks no window after one of them.
  package var raisingShown: UInt64 = 0
  package var raisingHidden: UInt64 = 0
  /// The windows whose rotation also rotates the status bar.
  package var writers: UInt64 = 0
  /// The target and the flags in one word, which the processor copies faster than separate bytes
  /// that were just written.
  private var marks: UInt64 = 0

  /// The orientation that all moves rotate to, as raw value minus 1.
  package var target: UInt8 {
    get { UInt8(truncatingIfNeeded: marks) }
    set { marks = marks & ~0xFF | UInt64(newValue) }
  }
  /// Whether the status bar is written, whichever windows rotate.
  package var writesBar: Bool {
    get { self[8] }
    set { self[8] = newValue }
  }
  /// Whether the decision raises an exception in every state, whichever windows are shown.
  package var raises: Bool {
    get { self[9] }
    set { self[9] = newValue }
  }
  /// Whether the decision writes the status bar or an output more than once.
  var isNotIdempotent: Bool {
    get { self[10] }
    set { self[10] = newValue }
  }
  /// Whether a window's rotation is deferred.
  var putsOff: Bool {
    get { self[11] }
    set { self[11] = newValue }
  }
  var isFilled: Bool {
    get { self[12] }
    set { self[12] = newValue }
  }

  private subscript(mark: UInt64) -> Bool {
    get { marks &>> mark & 1 == 1 }
    set { marks = marks & ~(1 &<< mark) | (newValue ? 1 &<< mark : 0) }
  }
}

/// The effect of a decision: a decision cell, applied to the windows that are present.
struct DecisionEffect {
  /// The windows that rotate; if a window raises an exception, only the windows asked before that
  /// one.
  var turning: UInt64
  var target: Int
  /// Whether the decision sets the status bar to the cell's target.
  var writes: Bool
  var raises: Bool
  let cell: DecisionCell

  @inline(__always)
  init(_ cell: DecisionCell, present: UInt64, hidden: UInt64, followers: UInt64) {
    self.cell = cell
    let shown = present & ~hidden
    let away = present & hidden
    let raising = shown & cell.raisingShown | away & cell.raisingHidden
    var turning = shown & cell.shown | away & cell.hidden
    if raising != 0 { turning &= (raising & (~raising &+ 1)) &- 1 }
    writes = cell.writesBar || turning & cell.writers != 0
    target = Int(cell.target)
    raises = cell.raises || raising != 0
    // Followers rotate with the status bar.
    self.turning = writes ? turning | present & followers : turning
  }

  /// Returns the status bar's orientation after the decision; `bar` is the one before.
  @inline(__always)
  func bar(_ bar: Int) -> Int { writes ? target : bar }

  /// Returns the orientation of a window after the decision; `orientation` is the one before.
  @inline(__always)
  func turned(_ window: Int, _ orientation: Int) -> Int {
    turning & PackedState.bit(window) == 0 ? orientation : target
  }

  /// Returns whether another effect changes the status bar and `windows` in the same way, whatever
  /// orientations they have.
  @inline(__always)
  func isSame(as other: DecisionEffect, for windows: UInt64) -> Bool {
    raises == other.raises && writes == other.writes && (turning ^ other.turning) & windows == 0
      && (target == other.target || !writes && turning & windows == 0)
  }
}

/// A decision's trigger, encoded as a small number.
package enum TriggerCode {
  package static let nothing: UInt8 = 0
  /// A turn to an unknown orientation; 1 to 4 are turns to the orientation with that raw value.
  package static let turnNowhere: UInt8 = 5
  package static let reconsider: UInt8 = 6
  package static let place: UInt8 = 7

  /// Returns the code of a list of triggers; `nil` if checks do not support the trigger, or there
  /// are several.
  static func code(_ triggers: [DecisionTrigger], window: WindowID?) -> UInt8? {
    guard let first = triggers.first else { return nothing }
    guard triggers.count == 1 else { return nil }
    switch first {
    case .turn(let target, nil): return target == .unknown ? turnNowhere : target.rawValue
    case .reconsider: return reconsider
    case .place(window): return place
    default: return nil
    }
  }

  /// Returns the trigger of a code; a placing places the window at the index `window` of `ids`.
  static func trigger(_ code: UInt8, window: Int, of ids: [WindowID]) -> DecisionTrigger {
    switch code {
    case 1...4: .turn(to: InterfaceOrientation(rawValue: code) ?? .unknown, only: nil)
    case turnNowhere: .turn(to: .unknown, only: nil)
    case place: .place(ids[window])
    default: .reconsider
    }
  }
}
