// SPDX-License-Identifier: Apache-2.0
import WaylandServer

/// Serves `wl_compositor` and `wl_subcompositor`: creates surfaces, regions and subsurfaces.
final class SurfaceFactory {
  private unowned(unsafe) let compositor: HeadlessCompositor
  let regions: RegionTable

  init(_ compositor: HeadlessCompositor) {
    unsafe self.compositor = compositor
    regions = RegionTable(maximumBytes: compositor.options.bytesPerClient)
  }

  func offer() {
    unsafe compositor.display.offer(WlCompositorResource.self, version: 5) {
      [unowned self] resource in
      resource.onRequest = { [unowned self] request in
        switch request {
        case .createSurface(let id):
          unsafe Surface(id, compositor: compositor).start()
        case .createRegion(let id): regions.add(id)
        }
      }
    }
    unsafe compositor.display.offer(WlSubcompositorResource.self, version: 1) {
      [unowned self] resource in
      resource.onRequest = { [unowned self, unowned resource] request in
        guard case .getSubsurface(let id, let surface, let parent) = request else { return }
        makeSubsurface(id, of: surface, in: parent, by: resource)
      }
    }
  }

  private func makeSubsurface(
    _ id: WlSubsurfaceResource, of child: WlSurfaceResource, in parent: WlSurfaceResource,
    by factory: WlSubcompositorResource
  ) {
    let badSurface = WlSubcompositor.ErrorCode.badSurface
    guard let surface = child.surface, let parent = parent.surface else { return }
    // A cycle of surfaces would never end.
    var ancestor: Surface? = parent
    while let current = ancestor {
      guard current !== surface else {
        return factory.post(badSurface, "a surface cannot be part of itself")
      }
      ancestor = (current.role as? Subsurface)?.parent
    }
    guard parent.depth + surface.height <= Surface.maximumDepth else {
      return child.client.refuseMemory()
    }
    let subsurface = Subsurface(id, surface: surface, parent: parent)
    guard surface.take(.subsurface, subsurface) else {
      return factory.post(
        badSurface, "the surface already has the role \(surface.kind?.rawValue ?? "?")")
    }
    subsurface.start()
  }
}
