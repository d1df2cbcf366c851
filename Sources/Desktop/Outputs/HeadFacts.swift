// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// What the output manager has said about one head; nil where it has not.
struct HeadFacts {
  var name = ""
  var description = ""
  var make = ""
  var model = ""
  var serial = ""
  var isEnabled = false
  /// Whether it says that it is off, as one whose screen is dark does on phoc.
  ///
  /// sway 1.7 says it of every output without fixed modes, of which it tells nothing else: then it
  /// is not believed.
  var isOff = false
  var mode: ModeTracker?
  var position: Point?
  var transform: Transform?
  var scale: Fixed?
}
