// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Creates the draw lists of outputs: windows, the compositor's own status bar, and outlines.
final class SceneRenderer {
  private unowned(unsafe) let compositor: HeadlessCompositor

  init(_ compositor: HeadlessCompositor) { unsafe self.compositor = compositor }

  /// Returns an output's draw list; while a turn waits for clients, the one from before the turn.
  func drawList(of output: CompositorOutput) -> DrawList {
    if let frozen = output.frozen { return frozen }
    var list = unsafe DrawList(
      panel: output.size, scale: output.scale, transform: output.transform,
      background: compositor.options.background, items: [])
    var needsBar = drawsBar
    for window in unsafe compositor.windows.ordered
    where window.isVisible && window.output === output {
      if needsBar, window.height > 40 {
        list.items += barItems(on: output)
        needsBar = false
      }
      list.items += window.frozen ?? window.items
    }
    if needsBar { list.items += barItems(on: output) }
    if unsafe compositor.showsOutlines { list.items += outlines(on: output) }
    return list
  }

  /// Whether the compositor draws the status bar: unless a client does or the option is `none`.
  private var drawsBar: Bool {
    unsafe compositor.options.bar == .automatic && !compositor.rotationController.turnsOutputs
      && compositor.transaction.showsBar && !compositor.layers.hasStatusBar
  }

  /// Returns a dark bar along the upper edge with a light mark at its left, which shows its
  /// orientation.
  private func barItems(on output: CompositorOutput) -> [SceneItem] {
    let space = unsafe WindowSpace(
      transform: compositor.transaction.barTransform, area: output.area)
    let height = HeadlessCompositor.barHeight
    func fill(_ colour: UInt32, _ x: Int32, _ y: Int32, _ width: Int32, _ tall: Int32) -> SceneItem
    {
      let place = Rectangle(origin: Point(x: x, y: y), size: Size(width: width, height: tall))
      return SceneItem(
        content: .colour(colour), turn: space.transform, destination: space.onOutput(place))
    }
    return [
      fill(0xFF10_1010, 0, 0, space.size.width, height),
      fill(0xFFF0_F0F0, 4, 4, min(48, space.size.width), height - 8),
    ]
  }

  /// Returns the outlines of all windows on an output, even hidden ones, each with its last answer.
  private func outlines(on output: CompositorOutput) -> [SceneItem] {
    let verdict = unsafe compositor.verdict
    let windows = unsafe compositor.windows.ordered.filter { $0.isMapped && $0.output === output }
    return windows.flatMap { window in
      guard let space = window.space else { return [SceneItem]() }
      let area = Rectangle(origin: window.origin, size: window.geometry.size)
      return WindowOutline(window: window.id, isHidden: window.isHidden, area: area, verdict)
        .items(in: space)
    }
  }
}
