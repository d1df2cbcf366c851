// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import WaylandServer

/// A toplevel or layer surface, which is a window of the arbiter's scene with a place and a
/// transform.
class ShellWindow: PopupHost {
  unowned let compositor: CompositorCore
  let surface: Surface
  /// The window's number for the arbiter; nil while it is not mapped.
  var id: WindowID?
  var output: CompositorOutput?
  /// The position of the window geometry's upper left corner, in the window's space.
  var origin = Point(x: 0, y: 0) {
    didSet { if origin != oldValue { placePopups() } }
  }
  /// The transform that is shown now; `target` is shown after all clients have redrawn or the time
  /// limit has passed.
  var transform = Transform.normal
  var target = Transform.normal {
    didSet { if target != oldValue { placePopups() } }
  }
  /// The items shown while a turn waits for clients; nil otherwise.
  var frozen: [SceneItem]?
  /// The serial of the configure event to which a turn awaits the client's commit; nil if none.
  var awaited: UInt32?
  var popups: [Popup] = []
  /// The number of the window's mapping or last raise; orders windows of equal height and level.
  var stamp = 0
  var isMapped = false
  var isMinimised = false

  init(_ surface: Surface, compositor: CompositorCore) {
    self.surface = surface
    self.compositor = compositor
  }

  var appID: String { "" }
  var title: String { "" }
  /// The visible bounds of the window, in surface coordinates.
  var geometry: Rectangle { Rectangle(origin: Point(x: 0, y: 0), size: surface.size) }
  /// The window's level in the scene, unless the client sets another.
  var level: Int32 { 0 }
  /// The rank in the stacking order unless the client has set a level; windows with a higher rank
  /// are above.
  var rank: Int { 20 }
  /// Whether the window is hidden without being unmapped.
  var isHidden: Bool { isMinimised || surface.rotation.isHidden }
  /// The rank; for rank 20, a level other than 0 that the client has set decides instead.
  final var height: Int {
    guard rank == 20, let level = surface.rotation.level, level != 0 else { return rank }
    return level >= 2000 ? 50 : level >= 1000 ? 30 : level > 0 ? 25 : 15
  }
  var isFollower: Bool { false }
  var takesKeyboard: Bool { true }

  var takesKeyboardWhenMapped: Bool { false }

  /// Moves and resizes a window that fills an area, to the area under `target`; does nothing for
  /// other windows.
  func reshape() {}

  var configures: ConfigureSequence { ConfigureSequence() }

  /// Called after a commit: reports to the pending turn that the client has redrawn, if it has.
  final func noteDrawn() {
    guard let awaited, configures.isCommitted(awaited) else { return }
    self.awaited = nil
    compositor.transaction.answered()
  }

  func close() {}

  func activate(_ isActive: Bool) {}

  /// The coordinate system in which the window is shown; nil without an output.
  var space: WindowSpace? { output.map { WindowSpace(transform: transform, area: $0.area) } }

  var targetSpace: WindowSpace? { output.map { WindowSpace(transform: target, area: $0.area) } }

  var hostWindow: ShellWindow? { self }
  var hostOrigin: Point { origin }
  var popupDepth: Int { 0 }

  var isVisible: Bool { isMapped && !isHidden && output?.isEnabled == true }

  var items: [SceneItem] {
    guard let space else { return [] }
    return placements.compactMap { placement in
      let surface = placement.surface
      guard let content = surface.content else { return nil }
      return SceneItem(
        content: .pixels(content, transform: surface.transform), turn: space.transform,
        destination: space.onOutput(Rectangle(origin: placement.origin, size: surface.size)),
        window: id)
    }
  }

  /// The mapped surfaces of the window and its popups from the bottom up, with their positions.
  var placements: [Placement] {
    var result: [Placement] = []
    let corner = geometry.origin
    surface.collect(at: Point(x: origin.x &- corner.x, y: origin.y &- corner.y), into: &result)
    for popup in popups { popup.collect(into: &result) }
    return result
  }
}

/// A mapped surface, with its upper left corner in the window's space.
typealias Placement = (surface: Surface, origin: Point)

/// A window's coordinate system: the output's area, transformed like the window.
struct WindowSpace {
  /// The transform from this space to the output's logical picture.
  var transform: Transform
  /// The output's area in the space that all outputs share, in logical pixels.
  var area: Rectangle

  var size: Size { transform.apply(to: area.size) }

  /// Converts a point of this space to the space that all outputs share.
  func shared(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let point = transform.apply(x, y, in: size)
    return (point.x + Double(area.origin.x), point.y + Double(area.origin.y))
  }

  /// Converts a point of the space that all outputs share to this space.
  func local(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let point = transform.inverse.apply(
      x - Double(area.origin.x), y - Double(area.origin.y), in: area.size)
    return (inside(point.x, size.width), inside(point.y, size.height))
  }

  // A turn maps the inclusive edge of the output to the exclusive edge, so the point is moved
  // inside.
  private func inside(_ value: Double, _ length: Int32) -> Double {
    value == Double(length) ? value - 1.0 / 256 : value
  }

  /// Converts a rectangle to coordinates relative to the output's upper left corner.
  func onOutput(_ rectangle: Rectangle) -> Rectangle { transform.apply(to: rectangle, in: size) }
}

extension Transform {
  func apply(_ x: Double, _ y: Double, in content: Size) -> (x: Double, y: Double) {
    let width = Double(content.width)
    let height = Double(content.height)
    let x = isFlipped ? width - x : x
    return switch quarterTurns {
    case 1: (y, width - x)
    case 2: (width - x, height - y)
    case 3: (height - y, x)
    default: (x, y)
    }
  }
}
