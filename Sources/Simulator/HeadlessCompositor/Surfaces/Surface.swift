// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

final class Surface {
  let resource: WlSurfaceResource
  unowned let compositor: CompositorCore
  private(set) var kind: RoleKind?
  weak var role: (any SurfaceRole)?

  var pending = SurfaceState()
  /// The committed state of a synchronised subsurface that waits for the parent's commit.
  private var cached = SurfaceState()
  private(set) var hasCached = false
  /// The buffer that was attached since the last commit, even if the client has destroyed it; nil
  /// if there is none.
  private(set) var attached: WlBufferResource?

  private(set) var content: PixelStore?
  private(set) var scale: Int32 = 1
  private(set) var transform = Transform.normal
  private(set) var inputRegion: InputRegion?
  private(set) var callbacks: [WlCallbackResource] = []
  /// The sum of the committed offsets since the surface was mapped.
  private(set) var drift = Point(x: 0, y: 0)
  var hasCommitted = false
  let rotation = SurfaceRotation()
  /// The surface's `xdg_surface`, whatever its role; nil if there is none.
  weak var shellSurface: ShellSurface?
  var isXdgSurface: Bool { shellSurface != nil }

  /// The surface (nil) and its subsurfaces, in stacking order from the bottom.
  var stack: [Subsurface?] = [nil]
  /// The stacking order that the next commit applies; nil if it is unchanged.
  var pendingStack: [Subsurface?]?
  /// The outputs for which the client was sent `enter`.
  private(set) var entered: [CompositorOutput] = []

  init(_ resource: WlSurfaceResource, compositor: CompositorCore) {
    self.resource = resource
    self.compositor = compositor
  }

  /// The size in the surface's logical pixels; zero without content.
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

  /// The subsurfaces in drawing order, below and above this surface.
  var subsurfaces: [Subsurface] { stack.compactMap { $0 } }

  static let maximumDepth = 32

  /// The number of surfaces from the root down to this one, inclusive.
  var depth: Int { 1 + ((role as? Subsurface)?.parent?.depth ?? 0) }

  /// The number of levels in the tree of subsurfaces from this surface down, inclusive; pending
  /// subsurfaces count.
  var height: Int {
    1 + ((stack + (pendingStack ?? [])).compactMap { $0?.surface?.height }.max() ?? 0)
  }

  /// Assigns a role to the surface; returns false if it has another kind of role or its role object
  /// exists.
  func assign(_ kind: RoleKind, _ role: any SurfaceRole) -> Bool {
    guard self.kind == nil || self.kind == kind, self.role == nil else { return false }
    self.kind = kind
    self.role = role
    return true
  }

  var roleComplaint: String {
    "the surface already has the role \(kind?.rawValue ?? "of another")"
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
    _checkInvariants()
  }

  /// Traps in debug builds unless both stacking orders have the surface itself once and each of its
  /// subsurfaces once, and the depth is within the limit.
  func _checkInvariants() {
    for order in [stack, pendingStack ?? stack] {
      let children = order.compactMap { $0 }
      assert(children.count + 1 == order.count)
      assert(Set(children.map(ObjectIdentifier.init)).count == children.count)
      assert(children.allSatisfy { $0.parent === self })
    }
    assert(depth <= Self.maximumDepth)
  }

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

  /// Appends the surface and its mapped subsurfaces; the topmost is last.
  func collect(at origin: Point, into result: inout [Placement]) {
    // If a surface has no content, its subsurfaces are hidden too.
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

  /// The window to which the surface belongs; nil if there is none.
  var window: ShellWindow? {
    if let subsurface = role as? Subsurface { return subsurface.parent?.window }
    if let layer = role as? LayerWindow { return layer }
    return ((role as? ShellSurface)?.part as? any PopupHost)?.hostWindow
  }

  /// Whether the surface is mapped and its window visible; a cursor counts as shown.
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

  /// The maximum side of a buffer, and the maximum area that is copied, both in pixels.
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
      // The damage is in surface coordinates; a transformed surface is damaged completely.
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
        region.flatMap { compositor.surfaces.regions.value(of: $0) })
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
    cached.merge(state)
    if let subsurface = role as? Subsurface, subsurface.isSynchronised {
      hasCached = true
    } else {
      applyCached()
    }
  }

  func applyCached() {
    let state = cached
    cached = SurfaceState()
    hasCached = false
    apply(state)
    role?.committed(self)
    compositor.windows.surfaceChanged(self)
  }

  /// Whether the next commit attaches a buffer (true) or removes it (false); `nil` if neither.
  private var bringsContent: Bool? {
    if attached != nil { return true }
    if case .nothing = pending.attachment { return false }
    return nil
  }

  /// The content of the last commit, even if it has not been applied yet; nil without content.
  private var latest: PixelStore? {
    switch cached.attachment {
    case .content(let store): store
    case .unchanged: content
    case .nothing: nil
    }
  }

  /// Copies the attached buffer, if there is one, and releases it to the client at once; returns
  /// false if the client was sent a protocol error or disconnected.
  private func copyAttached() -> Bool {
    guard let buffer = attached else { return true }
    attached = nil
    guard buffer.isAlive else {
      // A destroyed buffer has no content; the protocol does not specify what is shown then.
      pending.attachment = .nothing
      return true
    }
    guard let shared = SharedBuffer(buffer) else {
      resource.client.disconnect(because: "a buffer that is no shared memory")
      return false
    }
    // libwayland does not check rows against the format: they may be too short for their pixels.
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
      quota.bytes + Int(shared.width) * Int(shared.height) * 4
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

  /// Copies the buffer into the current pixels if size and format are equal, no commit waits for
  /// the parent's, and the surface holds the only reference to the pixels; returns whether it did.
  private func renewContent(_ shared: SharedBuffer, _ damage: Rectangle) -> Bool {
    // State that waits for the parent's commit must not be shown earlier.
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
    compositor.windows.surfaceGone(self)
  }
}

/// The kind of a surface's role, which never changes once set.
enum RoleKind: String {
  case toplevel, popup, layer, subsurface, cursor

  var isXdg: Bool { self == .toplevel || self == .popup }
}

protocol SurfaceRole: AnyObject {
  /// Called before a commit is applied; returns false after a protocol error.
  func mayCommit(_ surface: Surface, bringsContent: Bool?) -> Bool
  func committed(_ surface: Surface)
  func surfaceGone()
}

/// The state of a surface that is pending, or committed but not yet applied.
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
  /// The requested input region: the outer nil keeps the current region, the inner nil means
  /// infinite.
  var inputRegion: InputRegion??
  var callbacks: [WlCallbackResource] = []
  /// The damage in buffer pixels; nil if there is none.
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
