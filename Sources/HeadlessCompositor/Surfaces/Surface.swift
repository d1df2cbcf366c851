// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// A surface: pixels, size, input region, and surfaces stacked around it.
final class Surface {
  let resource: WlSurfaceResource
  unowned(unsafe) let compositor: HeadlessCompositor
  private(set) var kind: RoleKind?
  weak var role: (any SurfaceRole)?

  var pending = SurfaceState()
  /// What a synchronised subsurface has committed and its parent not yet.
  var cached = SurfaceState()
  var hasCached = false
  /// The buffer that is attached and not committed; weak, since the client may destroy it.
  var attached: WlBufferResource?

  private(set) var content: PixelStore?
  private(set) var scale: Int32 = 1
  private(set) var transform = Transform.normal
  private(set) var inputRegion: InputRegion?
  private(set) var callbacks: [WlCallbackResource] = []
  /// How far attaching with an offset has moved the surface since it was mapped.
  private(set) var drift = Point(x: 0, y: 0)
  var hasCommitted = false
  /// What its client has said about turning.
  let rotation = SurfaceRotation()
  /// The `xdg_surface` that has been made of it, whatever that has become.
  weak var shellSurface: ShellSurface?
  var isXdgSurface: Bool { shellSurface != nil }

  /// The stack around this surface from the bottom; nil stands for the surface itself.
  var stack: [Subsurface?] = [nil]
  /// The same as the client wants it from the next commit on.
  var pendingStack: [Subsurface?]?
  /// The outputs that the client was told it is on.
  var entered: [Screen] = []

  init(_ resource: WlSurfaceResource, compositor: HeadlessCompositor) {
    self.resource = resource
    self.compositor = compositor
  }

  /// Size in logical pixels of its own; zero without content.
  var size: Size {
    guard let content else { return Size(width: 0, height: 0) }
    let buffer = Size(width: Int32(content.width), height: Int32(content.height))
    let turned = transform.apply(to: buffer)
    return Size(width: turned.width / scale, height: turned.height / scale)
  }

  var isMapped: Bool {
    guard content != nil else { return false }
    if let subsurface = role as? Subsurface { return subsurface.isMapped }
    return true
  }

  /// The children in drawing order below and above.
  var subsurfaces: [Subsurface] { stack.compactMap { $0 } }

  /// How deeply surfaces may be nested.
  static let deepest = 32

  /// How many surfaces it is inside of, itself included.
  var depth: Int { 1 + ((role as? Subsurface)?.parent?.depth ?? 0) }

  /// How many levels of surfaces it holds, itself included.
  var height: Int {
    1 + ((stack + (pendingStack ?? [])).compactMap { $0?.surface?.height }.max() ?? 0)
  }

  /// Gives the surface a role; false if it has another one or one that still lives.
  func take(_ kind: RoleKind, _ role: any SurfaceRole) -> Bool {
    guard self.kind == nil || self.kind == kind, self.role == nil else { return false }
    self.kind = kind
    self.role = role
    return true
  }

  /// Makes a committed state visible.
  func apply(_ state: SurfaceState) {
    if let scale = state.scale { self.scale = scale }
    if let transform = state.transform { self.transform = transform }
    if let region = state.inputRegion { inputRegion = region }
    switch state.attachment {
    case .unchanged: break
    case .nothing:
      content = nil
      drift = Point(x: 0, y: 0)
    case .content(let store): content = store
    }
    drift.x &+= state.offset.x
    drift.y &+= state.offset.y
    callbacks += state.callbacks
    if let order = pendingStack {
      stack = order
      pendingStack = nil
    }
    for child in subsurfaces { child.parentCommitted() }
  }

  /// Answers and forgets the frame callbacks.
  func present(at milliseconds: UInt32) {
    let due = callbacks
    callbacks = []
    for callback in due { callback.done(callbackData: milliseconds) }
  }

  /// Whether the client waits for a frame of this surface.
  var wantsFrame: Bool { !callbacks.isEmpty }

  /// Whether a point of the surface takes input.
  func takesInput(x: Double, y: Double) -> Bool {
    guard content != nil else { return false }
    let size = size
    guard x >= 0, y >= 0, x < Double(size.width), y < Double(size.height) else { return false }
    return inputRegion?.contains(x: x, y: y) ?? true
  }

  /// Tells the client which outputs show the surface.
  func enter(_ screens: [Screen]) {
    for screen in entered where !screens.contains(where: { $0 === screen }) {
      for output in screen.resources(of: resource.client) { resource.leave(output: output) }
    }
    for screen in screens where !entered.contains(where: { $0 === screen }) {
      for output in screen.resources(of: resource.client) { resource.enter(output: output) }
    }
    entered = screens
  }
}
