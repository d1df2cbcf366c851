// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// The server of `wl_compositor` and `wl_subcompositor`, which creates surfaces, regions and
/// subsurfaces.
final class SurfaceFactory {
  private unowned let compositor: CompositorCore
  let regions: RegionTable

  init(_ compositor: CompositorCore) {
    self.compositor = compositor
    regions = RegionTable(maximumBytes: compositor.options.bytesPerClient)
  }

  func offer() {
    compositor.display.offer(WlCompositorResource.self, version: 5) {
      [unowned self] resource in
      resource.onRequest = { [unowned self] request in
        switch request {
        case .createSurface(let id):
          Surface(id, compositor: compositor).start()
        case .createRegion(let id): regions.add(id)
        }
      }
    }
    compositor.display.offer(WlSubcompositorResource.self, version: 1) {
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
    // A cycle of parents must be prevented, since walks along parents would never end.
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
    guard surface.assign(.subsurface, subsurface) else {
      return factory.post(badSurface, surface.roleComplaint)
    }
    subsurface.start()
  }
}

/// A `wl_region`: a sequence of added and subtracted rectangles.
struct InputRegion {
  private struct Step {
    let isAdded: Bool
    let x: Int64
    let y: Int64
    let right: Int64
    let bottom: Int64
  }

  static let limit = 4096
  private var steps: [Step] = []

  var bytes: Int { steps.count * MemoryLayout<Step>.stride }

  /// Adds a rectangle if `adding`, otherwise subtracts it; returns false beyond `limit`.
  mutating func change(adding: Bool, x: Int32, y: Int32, width: Int32, height: Int32) -> Bool {
    guard width > 0, height > 0 else { return true }
    guard steps.count < Self.limit else { return false }
    steps.append(
      Step(
        isAdded: adding, x: Int64(x), y: Int64(y), right: Int64(x) + Int64(width),
        bottom: Int64(y) + Int64(height)))
    return true
  }

  /// Returns whether a point is in the region; the last rectangle that contains the point decides.
  func contains(x: Double, y: Double) -> Bool {
    let step = steps.last {
      x >= Double($0.x) && x < Double($0.right) && y >= Double($0.y) && y < Double($0.bottom)
    }
    return step?.isAdded ?? false
  }
}

final class RegionTable {
  private var regions: [ObjectIdentifier: InputRegion] = [:]
  private let maximumBytes: Int

  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  func add(_ resource: WlRegionResource) {
    let key = ObjectIdentifier(resource)
    regions[key] = InputRegion()
    let quota = MemoryQuota.of(resource.client)
    resource.onDestroy = { [weak self] in
      quota.bytes -= self?.regions.removeValue(forKey: key)?.bytes ?? 0
    }
    resource.onRequest = { [weak self, unowned resource] request in
      switch request {
      case .destroy: break
      case .add(let x, let y, let width, let height):
        self?.change(resource, adding: true, x, y, width, height)
      case .subtract(let x, let y, let width, let height):
        self?.change(resource, adding: false, x, y, width, height)
      }
    }
  }

  func value(of resource: WlRegionResource) -> InputRegion? { regions[ObjectIdentifier(resource)] }

  private func change(
    _ resource: WlRegionResource, adding: Bool, _ x: Int32, _ y: Int32, _ width: Int32,
    _ height: Int32
  ) {
    let key = ObjectIdentifier(resource)
    let quota = MemoryQuota.of(resource.client)
    let before = regions[key]?.bytes ?? 0
    let fits = regions[key]?
      .change(adding: adding, x: x, y: y, width: width, height: height)
    quota.bytes += (regions[key]?.bytes ?? 0) - before
    if fits == false || quota.bytes > maximumBytes { resource.client.refuseMemory() }
  }
}
