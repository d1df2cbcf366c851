// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// How device, bar, page, outputs and windows are turned after a step: a column of the timeline.
struct TimelineColumn: Sendable {
  let device: DeviceOrientation
  /// Nil on desktops, which have no bar.
  let bar: InterfaceOrientation?
  let page: InterfaceOrientation?
  /// The outputs that turn with the device, in their order.
  let outputs: [(name: String, orientation: InterfaceOrientation)]
  /// The windows in creation order; none on desktops, where outputs turn as a whole.
  let windows: [(id: WindowID, name: String, orientation: InterfaceOrientation)]

  init(_ verdict: Verdict, isDesktop: Bool) {
    let scene = verdict.after
    device = scene.device.orientation
    bar = isDesktop ? nil : scene.statusBar.orientation
    page = isDesktop ? nil : verdict.page?.orientation
    outputs = scene.outputs.filter(\.isManaged).map { ($0.name, $0.orientation) }
    windows = isDesktop ? [] : scene.windows.map { ($0.id, $0.name, $0.orientation) }
  }
}
