// SPDX-License-Identifier: Apache-2.0
import WaylandABI
import WaylandServer

/// One piece of scrolling.
struct PointerAxis {
  var axis: WlPointer.Axis
  /// How far, in the coordinates of motion; nil means that it stops.
  var value: Fixed?
  /// Clicks of a wheel; 0 if it is none.
  var discrete: Int32 = 0
}
