// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import WaylandServer

/// A toplevel or layer surface: a window of the arbiter's scene, with a place and a turn.
class ShellWindow: PopupHost {
  unowned(unsafe) let compositor: HeadlessCompositor
  let surface: Surface
  /// Its number in the scene while it is mapped.
  var id: WindowID?
  var output: CompositorOutput?
  /// Where the upper left corner of its geometry lies in its space.
  var origin = Point(x: 0, y: 0) {
    didSet { if origin != oldValue { placePopups() } }
  }
  /// How it is shown, and how it is to be shown once everybody has drawn for it.
  var transform = Transform.normal
  var target = Transform.normal {
    didSet { if target != oldValue { placePopups() } }
  }
  /// What is shown of it while a turn waits for others.
  var frozen: [SceneItem]?
  /// The configure whose answer a turn waits for.
  var awaited: UInt32?
  var popups: [Popup] = []
  /// Counts up with each raise.
  var stamp = 0
  var isMapped = false
  /// Put aside by a shell's command.
  var isMinimised = false

  init(_ surface: Surface, compositor: HeadlessCompositor) {
    self.surface = surface
    unsafe self.compositor = compositor
  }

  var appID: String { "" }
  var title: String { "" }
  /// The window as people see it, in the surface's coordinates.
  var geometry: Rectangle { Rectangle(origin: Point(x: 0, y: 0), size: surface.size) }
  /// The usual level in the scene.
  var level: Int32 { 0 }
  /// The layer of the stack: higher is above.
  var rank: Int { 20 }
  /// Out of sight without being unmapped.
  var isHidden: Bool { isMinimised || surface.rotation.isHidden }
  /// The layer of the stack, as the level that its client has given it puts it.
  final var height: Int {
    guard rank == 20, let level = surface.rotation.level, level != 0 else { return rank }
    return level >= 2000 ? 50 : level >= 1000 ? 30 : level > 0 ? 25 : 15
  }
  /// Whether it goes with the status bar and is never asked.
  var isFollower: Bool { false }
  var takesKeyboard: Bool { true }

  var takesKeyboardWhenMapped: Bool { false }

  /// Fits it into the space of its target.
  func reshape() {}

  /// The last configure with another size that the client has not drawn for yet.
  var unanswered: UInt32? { nil }

  func close() {}

  func activate(_ isActive: Bool) {}

  /// The space that it is shown in; nil without an output.
  var space: WindowSpace? { output.map { WindowSpace(transform: transform, area: $0.area) } }

  var targetSpace: WindowSpace? { output.map { WindowSpace(transform: target, area: $0.area) } }

  var hostWindow: ShellWindow? { self }
  var hostOrigin: Point { origin }
  var popupDepth: Int { 0 }

  var isVisible: Bool { isMapped && !isHidden && output?.isEnabled == true }

  /// What is shown of it and its popups, turned as it is.
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

  /// Its mapped surfaces and those of its popups from the bottom, and where they lie.
  var placements: [Placement] {
    var result: [Placement] = []
    let corner = geometry.origin
    surface.collect(at: Point(x: origin.x &- corner.x, y: origin.y &- corner.y), into: &result)
    for popup in popups { popup.collect(into: &result) }
    return result
  }
}

/// A mapped surface, and where its upper left corner lies in its window's space.
typealias Placement = (surface: Surface, origin: Point)
