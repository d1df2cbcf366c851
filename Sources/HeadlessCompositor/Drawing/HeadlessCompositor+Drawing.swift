// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

extension HeadlessCompositor {
  /// The height of the status bar that the compositor draws itself, in logical pixels.
  public static let barHeight: Int32 = 20

  /// What an output shows now; nil without an output of that name.
  ///
  /// While a turn waits for clients it is what was shown before.
  public func drawList(of output: String) -> DrawList? {
    screens.first { $0.name == output }.map { drawList(of: $0) }
  }

  /// The names of the outputs in the order of their coming.
  public var outputNames: [String] { screens.map(\.name) }

  func drawList(of screen: Screen) -> DrawList {
    if let frozen = screen.frozen { return frozen }
    var list = DrawList(
      panel: screen.size, scale: screen.scale, transform: screen.transform,
      background: options.background, items: [])
    var needsBar = drawsBar
    for window in ordered where window.isVisible && window.screen === screen {
      if needsBar, window.height > 40 {
        list.items += barItems(on: screen)
        needsBar = false
      }
      list.items += window.frozen ?? items(of: window)
    }
    if needsBar { list.items += barItems(on: screen) }
    if showsOutlines { list.items += outlines(on: screen) }
    return list
  }

  /// What is shown of a window and its popups, turned as it is.
  func items(of window: ShellWindow) -> [DrawItem] {
    guard let space = window.space else { return [] }
    return placements(of: window).compactMap { placement in
      let surface = placement.surface
      guard let content = surface.content else { return nil }
      return DrawItem(
        content: .pixels(content, transform: surface.transform), turn: space.transform,
        destination: space.onOutput(Rectangle(origin: placement.origin, size: surface.size)))
    }
  }

  /// The mapped surfaces of a window and its popups from the bottom, and where they lie.
  func placements(of window: ShellWindow) -> [(surface: Surface, origin: Point)] {
    var result: [(surface: Surface, origin: Point)] = []
    let corner = window.geometry.origin
    collect(
      window.surface, at: Point(x: window.origin.x &- corner.x, y: window.origin.y &- corner.y),
      into: &result)
    for popup in window.popups { collect(popup, into: &result) }
    return result
  }

  private func collect(_ popup: Popup, into result: inout [(surface: Surface, origin: Point)]) {
    guard popup.isMapped else { return }
    let origin = popup.hostOrigin
    let corner = popup.shellSurface.geometry.origin
    collect(
      popup.surface, at: Point(x: origin.x &- corner.x, y: origin.y &- corner.y), into: &result)
    for popup in popup.popups { collect(popup, into: &result) }
  }

  private func collect(
    _ surface: Surface, at origin: Point, into result: inout [(surface: Surface, origin: Point)]
  ) {
    // Without content it hides its children too.
    guard surface.content != nil else { return }
    let origin = Point(x: origin.x &+ surface.drift.x, y: origin.y &+ surface.drift.y)
    for entry in surface.stack {
      guard let child = entry else {
        result.append((surface, origin))
        continue
      }
      guard let inner = child.surface else { continue }
      collect(
        inner,
        at: Point(x: origin.x &+ child.position.x, y: origin.y &+ child.position.y), into: &result)
    }
  }

  /// Whether the compositor draws the status bar: unless a client does or nobody should.
  private var drawsBar: Bool {
    options.bar == .automatic && !governor.turnsOutputs && turner.showsBar
      && !layers.contains { $0.isFollower && $0.isVisible }
  }

  /// A dark bar along the upper edge with a light mark at its left, so that its way up is seen.
  private func barItems(on screen: Screen) -> [DrawItem] {
    let space = WindowSpace(transform: turner.barTransform, area: screen.area)
    let height = Self.barHeight
    func fill(_ colour: UInt32, _ x: Int32, _ y: Int32, _ width: Int32, _ tall: Int32) -> DrawItem {
      let place = Rectangle(origin: Point(x: x, y: y), size: Size(width: width, height: tall))
      return DrawItem(
        content: .colour(colour), turn: space.transform, destination: space.onOutput(place))
    }
    return [
      fill(0xFF10_1010, 0, 0, space.size.width, height),
      fill(0xFFF0_F0F0, 4, 4, min(48, space.size.width), height - 8),
    ]
  }
}
