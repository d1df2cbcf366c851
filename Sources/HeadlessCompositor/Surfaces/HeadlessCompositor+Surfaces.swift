// SPDX-License-Identifier: Apache-2.0
import WaylandServer

extension HeadlessCompositor {
  func offerSurfaces() {
    display.offer(WlCompositorResource.self, version: 5) { [unowned(unsafe) self] resource in
      resource.onRequest = { [unowned(unsafe) self] request in
        switch request {
        case .createSurface(let id):
          Surface(id, compositor: self).start()
        case .createRegion(let id): regions.add(id)
        }
      }
    }
    display.offer(WlSubcompositorResource.self, version: 1) { [unowned(unsafe) self] resource in
      resource.onRequest = { [unowned(unsafe) self, unowned resource] request in
        guard case .getSubsurface(let id, let surface, let parent) = request else { return }
        makeSubsurface(id, of: surface, in: parent, by: resource)
      }
    }
  }

  private func makeSubsurface(
    _ id: WlSubsurfaceResource, of child: WlSurfaceResource, in parent: WlSurfaceResource,
    by factory: WlSubcompositorResource
  ) {
    let badSurface = WlSubcompositor.ErrorCode.badSurface.rawValue
    guard let surface = surface(child), let parent = self.surface(parent) else { return }
    // A surface within itself would never end.
    var ancestor: Surface? = parent
    while let current = ancestor {
      guard current !== surface else {
        return factory.post(error: badSurface, "a surface cannot be part of itself")
      }
      ancestor = (current.role as? Subsurface)?.parent
    }
    guard parent.depth + surface.height <= Surface.deepest else {
      return child.client.refuseMemory()
    }
    let subsurface = Subsurface(id, surface: surface, parent: parent)
    guard surface.take(.subsurface, subsurface) else {
      return factory.post(
        error: badSurface, "the surface already has the role \(surface.kind?.rawValue ?? "?")")
    }
    subsurface.start()
  }
}
