// SPDX-License-Identifier: Apache-2.0
import Orientation

/// What a client wants of one output; nil leaves a value as it is.
struct OutputChange {
  var isEnabled = true
  var size: Size?
  var refresh: Int32?
  var position: Point?
  var transform: Transform?
  var scale: Int32?
  /// Whether the values make sense but are none that this compositor can do.
  var isBeyond = false
}
