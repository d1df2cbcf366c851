// SPDX-License-Identifier: Apache-2.0

/// The effect of a decision on a node: a cell applied to the present windows.
struct NodeEffect {
  /// The windows that turn before a window raises an exception.
  var turning: UInt64
  var target: Int
  /// Whether the bar is set to the target.
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
    // Followers have the bar's orientation.
    self.turning = writes ? turning | present & followers : turning
  }

  /// Returns the bar after the decision.
  @inline(__always)
  func bar(_ bar: Int) -> Int { writes ? target : bar }

  /// Returns the orientation of a window after the decision.
  @inline(__always)
  func turned(_ window: Int, _ orientation: Int) -> Int {
    turning & PackedState.bit(window) == 0 ? orientation : target
  }

  /// Returns whether another effect is the same for the bar and some windows, in any orientation.
  @inline(__always)
  func isSame(as other: NodeEffect, for windows: UInt64) -> Bool {
    raises == other.raises && writes == other.writes && (turning ^ other.turning) & windows == 0
      && (target == other.target || !writes && turning & windows == 0)
  }
}
