// SPDX-License-Identifier: Apache-2.0
import WaylandServer

/// The regions that clients are describing, by their objects.
final class RegionTable {
  private var regions: [ObjectIdentifier: InputRegion] = [:]

  func add(_ resource: WlRegionResource) {
    let key = ObjectIdentifier(resource)
    regions[key] = InputRegion()
    resource.onDestroy = { [weak self] in self?.regions[key] = nil }
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

  /// A copy of what a region holds now.
  func value(of resource: WlRegionResource) -> InputRegion? { regions[ObjectIdentifier(resource)] }

  private func change(
    _ resource: WlRegionResource, adding: Bool, _ x: Int32, _ y: Int32, _ width: Int32,
    _ height: Int32
  ) {
    let fits = regions[ObjectIdentifier(resource)]?
      .change(adding: adding, x: x, y: y, width: width, height: height)
    if fits == false { resource.client.refuseMemory() }
  }
}
