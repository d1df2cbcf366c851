// SPDX-License-Identifier: Apache-2.0
import Orientation

/// What wl_output and xdg_output have said about one output.
struct OutputFacts {
  var name: String?
  var description = ""
  var make = ""
  var model = ""
  var transform = Transform.normal
  var scale: Int32 = 1
  var position = Point(x: 0, y: 0)
  var modeSize = Size(width: 0, height: 0)
  var modeRefresh: Int32 = 0
  var logicalPosition: Point?
  var logicalSize: Size?

  /// The size in the layout, worked out from the mode where no xdg_output tells it.
  var size: Size {
    if let logicalSize { return logicalSize }
    let scale = max(scale, 1)
    return transform.apply(
      to: Size(width: modeSize.width / scale, height: modeSize.height / scale))
  }
}
