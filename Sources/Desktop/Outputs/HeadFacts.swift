// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// What the output manager has said about one head; nil where it has not.
struct HeadFacts {
  var name = ""
  var description = ""
  var make = ""
  var model = ""
  var isEnabled = false
  var mode: ModeTracker?
  var position: Point?
  var transform: Transform?
  var scale: Fixed?
}
