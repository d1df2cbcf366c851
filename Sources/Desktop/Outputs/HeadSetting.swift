// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// What one head shall become.
struct HeadSetting {
  var head: ZwlrOutputHeadV1Proxy
  var isEnabled: Bool
  var mode: ZwlrOutputModeV1Proxy?
  var position: Point
  var transform: Transform
  var scale: Fixed?
}
