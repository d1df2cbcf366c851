// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

final class Subsurface: SurfaceRole {
  let resource: WlSubsurfaceResource
  private(set) weak var surface: Surface?
  private(set) weak var parent: Surface?
  private(set) var position = Point(x: 0, y: 0)
  private var pendingPosition: Point?
  private var wantsSynchronised = true

  init(_ resource: WlSubsurfaceResource, surface: Surface, parent: Surface) {
    self.resource = resource
    self.surface = surface
    self.parent = parent
  }

  func start() {
    guard let parent else { return }
    // A new subsurface appears on top at the parent's next commit.
    parent.pendingStack = (parent.pendingStack ?? parent.stack) + [self]
    parent._checkInvariants()
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in detach() }
  }

  /// Whether commits wait for the parent's commit, because of this surface's mode or an ancestor's.
  var isSynchronised: Bool {
    wantsSynchronised || (parent?.role as? Subsurface)?.isSynchronised == true
  }

  var isMapped: Bool {
    parent?.isMapped == true && parent?.subsurfaces.contains { $0 === self } == true
  }

  /// Called when the parent's state was applied; applies the pending position and, if the
  /// subsurface is synchronised, its cached state.
  func parentCommitted() {
    if let position = pendingPosition {
      self.position = position
      pendingPosition = nil
    }
    if isSynchronised, let surface, surface.hasCached { surface.applyCached() }
  }

  func parentGone() { parent = nil }

  func mayCommit(_ surface: Surface, bringsContent: Bool?) -> Bool { true }

  func committed(_ surface: Surface) {}

  func surfaceGone() {
    detach()
    resource.makeInert()
  }

  private func detach() {
    guard let parent else { return }
    parent.stack.removeAll { $0 === self }
    parent.pendingStack?.removeAll { $0 === self }
    self.parent = nil
    parent._checkInvariants()
    surface?.role = nil
    if let surface { parent.compositor.windows.surfaceChanged(surface) }
    parent.compositor.windows.surfaceChanged(parent)
  }

  private func handle(_ request: WlSubsurfaceResource.Request) {
    switch request {
    case .destroy: break
    case .setPosition(let x, let y):
      pendingPosition = Point(x: PopupRules.bounded(x), y: PopupRules.bounded(y))
    case .placeAbove(let sibling): place(beside: sibling, offset: 1)
    case .placeBelow(let sibling): place(beside: sibling, offset: 0)
    case .setSync: wantsSynchronised = true
    case .setDesync:
      wantsSynchronised = false
      if !isSynchronised, let surface, surface.hasCached { surface.applyCached() }
    }
  }

  private func place(beside sibling: WlSurfaceResource, offset: Int) {
    guard let parent else { return }
    var order = (parent.pendingStack ?? parent.stack).filter { $0 !== self }
    let place = order.firstIndex { entry in
      entry.map { $0.surface?.resource === sibling } ?? (parent.resource === sibling)
    }
    guard let place, sibling !== surface?.resource else {
      return resource.post(
        WlSubsurface.ErrorCode.badSurface, "the surface is neither the parent nor a sibling")
    }
    order.insert(self, at: place + offset)
    parent.pendingStack = order
    parent._checkInvariants()
  }
}
