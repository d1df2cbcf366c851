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
  private var cached = SurfaceState()
  private(set) var hasCached = false
  /// The buffer that is attached and not committed; weak, since the client may destroy it.
  private(set) var attached: WlBufferResource?

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
  private(set) var entered: [CompositorOutput] = []

  init(_ resource: WlSurfaceResource, compositor: HeadlessCompositor) {
    self.resource = resource
    unsafe self.compositor = compositor
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

  static let maximumDepth = 32

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

  var wantsFrame: Bool { !callbacks.isEmpty }

  func takesInput(x: Double, y: Double) -> Bool {
    guard content != nil else { return false }
    let size = size
    guard x >= 0, y >= 0, x < Double(size.width), y < Double(size.height) else { return false }
    return inputRegion?.contains(x: x, y: y) ?? true
  }

  /// Adds the surface and its mapped children, the topmost last.
  func collect(at origin: Point, into result: inout [Placement]) {
    // Without content it hides its children too.
    guard content != nil else { return }
    let origin = Point(x: origin.x &+ drift.x, y: origin.y &+ drift.y)
    for entry in stack {
      guard let child = entry else {
        result.append((self, origin))
        continue
      }
      child.surface?.collect(
        at: Point(x: origin.x &+ child.position.x, y: origin.y &+ child.position.y), into: &result)
    }
  }

  /// The window that it is part of; nil while it is part of none.
  var window: ShellWindow? {
    if let subsurface = role as? Subsurface { return subsurface.parent?.window }
    if let layer = role as? LayerWindow { return layer }
    return ((role as? ShellSurface)?.part as? any PopupHost)?.hostWindow
  }

  /// Whether a frame shows it; a cursor counts as shown.
  var isShown: Bool { kind == .cursor || (isMapped && window?.isVisible == true) }

  func enter(_ outputs: [CompositorOutput]) {
    for output in entered where !outputs.contains(where: { $0 === output }) {
      for output in output.resources(of: resource.client) { resource.leave(output: output) }
    }
    for output in outputs where !entered.contains(where: { $0 === output }) {
      for output in output.resources(of: resource.client) { resource.enter(output: output) }
    }
    entered = outputs
  }

  /// The largest buffer side and the largest buffer that is copied, in pixels.
  private static let maximumSide: Int32 = 16384
  private static let maximumPixels = 1 << 26

  func start() {
    resource.owner = self
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in ended() }
  }

  private func handle(_ request: WlSurfaceResource.Request) {
    switch request {
    case .destroy: break
    case .attach(let buffer, let x, let y):
      guard resource.version < 5 || (x == 0 && y == 0) else {
        return post(.invalidOffset, "attach with the offset \(x),\(y): use the request offset")
      }
      attached = buffer
      pending.attachment = buffer == nil ? .nothing : .unchanged
      if resource.version < 5 { pending.offset = Point(x: x, y: y) }
    case .damage(let x, let y, let width, let height):
      // Told in the surface's pixels; where those are turned, all of it counts.
      let scale = pending.scale ?? cached.scale ?? self.scale
      let isPlain = (pending.transform ?? cached.transform ?? transform) == .normal
      pending.addDamage(
        isPlain
          ? Self.damaged(x, y, width, height, times: scale)
          : Self.damaged(0, 0, .max, .max, times: 1))
    case .damageBuffer(let x, let y, let width, let height):
      pending.addDamage(Self.damaged(x, y, width, height, times: 1))
    case .frame(let callback): pending.callbacks.append(callback)
    case .setOpaqueRegion: break
    case .setInputRegion(let region):
      pending.inputRegion = .some(
        region.flatMap { unsafe compositor.surfaces.regions.value(of: $0) })
    case .commit: commit()
    case .setBufferTransform(let value):
      guard let transform = Transform(wire: value) else {
        return post(.invalidTransform, "\(value.rawValue) is no transform: 0 to 7 are")
      }
      pending.transform = transform
    case .setBufferScale(let value):
      guard value >= 1, value <= 64 else {
        return post(.invalidScale, "\(value) is no scale: 1 to 64 are")
      }
      pending.scale = value
    case .offset(let x, let y): pending.offset = Point(x: x, y: y)
    }
  }

  private static func damaged(
    _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32, times scale: Int32
  ) -> Rectangle {
    let scale = Int(scale)
    return Rectangle(
      left: Int(x) * scale, top: Int(y) * scale, right: (Int(x) + Int(max(0, width))) * scale,
      bottom: (Int(y) + Int(max(0, height))) * scale)
  }

  private func post(_ error: WlSurface.ErrorCode, _ message: String) {
    resource.post(error, message)
  }

  private func commit() {
    let judge = role ?? shellSurface
    if let judge, !judge.mayCommit(self, bringsContent: bringsContent) { return }
    guard copyAttached() else { return }
    hasCommitted = true
    let state = pending
    pending = SurfaceState()
    if let subsurface = role as? Subsurface, subsurface.isSynchronised {
      cached.merge(state)
      hasCached = true
    } else {
      cached.merge(state)
      applyCached()
    }
  }

  func applyCached() {
    let state = cached
    cached = SurfaceState()
    hasCached = false
    apply(state)
    role?.committed(self)
    unsafe compositor.windows.surfaceChanged(self)
  }

  /// Whether the commit to come attaches a buffer or removes it; nil if it leaves it.
  private var bringsContent: Bool? {
    if attached != nil { return true }
    if case .nothing = pending.attachment { return false }
    return nil
  }

  /// The picture that was committed last, whether it has been applied or not.
  private var latest: PixelStore? {
    switch cached.attachment {
    case .content(let store): store
    case .unchanged: content
    case .nothing: nil
    }
  }

  /// Takes what the attached buffer holds and gives it back to the client at once.
  private func copyAttached() -> Bool {
    guard let buffer = attached else { return true }
    attached = nil
    guard buffer.isAlive else {
      // A destroyed buffer has no content; the protocol leaves open what is shown then.
      pending.attachment = .nothing
      return true
    }
    guard let shared = SharedBuffer(buffer) else {
      resource.client.disconnect(because: "a buffer that is no shared memory")
      return false
    }
    // libwayland knows no formats: it lets rows pass that are too short for their pixels.
    guard Int(shared.stride) >= Int(shared.width) * 4 else {
      buffer.post(
        WlShm.ErrorCode.invalidStride,
        "\(shared.stride) bytes are too few for a row of \(shared.width) pixels")
      return false
    }
    let quota = MemoryQuota.of(resource.client)
    let scale = pending.scale ?? cached.scale ?? self.scale
    guard shared.width % scale == 0, shared.height % scale == 0 || kind == .cursor else {
      post(.invalidSize, "a buffer of \(shared.width)x\(shared.height) with the scale \(scale)")
      return false
    }
    guard shared.width <= Self.maximumSide, shared.height <= Self.maximumSide,
      Int(shared.width) * Int(shared.height) <= Self.maximumPixels,
      unsafe quota.bytes + Int(shared.width) * Int(shared.height) * 4
        <= compositor.options.bytesPerClient
    else {
      resource.client.refuseMemory()
      return false
    }
    let whole = Self.damaged(0, 0, shared.width, shared.height, times: 1)
    let damage = pending.damage.flatMap { $0.intersection(whole) } ?? .nothing
    pending.damage = nil
    if renewContent(shared, damage), let content {
      pending.attachment = .content(content)
    } else {
      let store = PixelStore(copying: shared, quota: quota)
      if let latest { store.follow(latest, changedWithin: damage) }
      pending.attachment = .content(store)
    }
    buffer.release()
    return !resource.client.hasFailed
  }

  /// Copies into the pixels that are there if only we refer to them and they are shown no longer.
  private func renewContent(_ shared: SharedBuffer, _ damage: Rectangle) -> Bool {
    // What waits for a parent's commit must not be seen before.
    guard (role as? Subsurface)?.isSynchronised != true, !hasCached,
      isKnownUniquelyReferenced(&content)
    else { return false }
    return content?.renew(copying: shared, changedWithin: damage) == true
  }

  private func ended() {
    for callback in callbacks + pending.callbacks + cached.callbacks { callback.destroy() }
    rotation.policy?.surfaceGone()
    rotation.window?.surfaceGone()
    role?.surfaceGone()
    role = nil
    for child in subsurfaces { child.parentGone() }
    stack = [nil]
    unsafe compositor.windows.surfaceGone(self)
  }
}

/// What a surface is used for; given once, for good.
enum RoleKind: String {
  case toplevel, popup, layer, subsurface, cursor

  var isXdg: Bool { self == .toplevel || self == .popup }
}

/// Somebody who gives a surface its meaning.
protocol SurfaceRole: AnyObject {
  /// A commit is about to be applied; false after a protocol error stops it.
  func mayCommit(_ surface: Surface, bringsContent: Bool?) -> Bool
  func committed(_ surface: Surface)
  func surfaceGone()
}

/// What a client has asked for on a surface and not yet committed, or committed and not yet shown.
struct SurfaceState {
  enum Attachment {
    case unchanged
    case nothing
    case content(PixelStore)
  }

  var attachment = Attachment.unchanged
  var offset = Point(x: 0, y: 0)
  var scale: Int32?
  var transform: Transform?
  /// Nil leaves the region; an inner nil means everywhere.
  var inputRegion: InputRegion??
  var callbacks: [WlCallbackResource] = []
  /// What the client says it has drawn, in the buffer's pixels; nil for nothing.
  var damage: Rectangle?

  mutating func addDamage(_ rectangle: Rectangle) {
    damage = damage.map { $0.union(rectangle) } ?? rectangle
  }

  mutating func merge(_ later: SurfaceState) {
    if case .unchanged = later.attachment {} else { attachment = later.attachment }
    offset.x &+= later.offset.x
    offset.y &+= later.offset.y
    if let scale = later.scale { self.scale = scale }
    if let transform = later.transform { self.transform = transform }
    if let region = later.inputRegion { inputRegion = .some(region) }
    callbacks += later.callbacks
  }
}

extension WlSurfaceResource {
  var surface: Surface? { owner as? Surface }
}
