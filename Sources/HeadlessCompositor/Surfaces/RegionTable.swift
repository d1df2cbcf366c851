// SPDX-License-Identifier: Apache-2.0
import WaylandServer

/// The regions that clients are describing, by their objects.
final class RegionTable {
  private var regions: [ObjectIdentifier: InputRegion] = [:]
  private let mostBytes: Int

  /// Begins without regions; a client may hold so many bytes of regions and pictures.
  init(mostBytes: Int) { self.mostBytes = mostBytes }

  func add(_ resource: WlRegionResource) {
    let key = ObjectIdentifier(resource)
    regions[key] = InputRegion()
    let ledger = ByteLedger.of(resource.client)
    resource.onDestroy = { [weak self] in
      ledger.bytes -= self?.regions.removeValue(forKey: key)?.bytes ?? 0
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

  /// A copy of what a region holds now.
  func value(of resource: WlRegionResource) -> InputRegion? { regions[ObjectIdentifier(resource)] }

  private func change(
    _ resource: WlRegionResource, adding: Bool, _ x: Int32, _ y: Int32, _ width: Int32,
    _ height: Int32
  ) {
    let key = ObjectIdentifier(resource)
    let ledger = ByteLedger.of(resource.client)
    let before = regions[key]?.bytes ?? 0
    let fits = regions[key]?
      .change(adding: adding, x: x, y: y, width: width, height: height)
    ledger.bytes += (regions[key]?.bytes ?? 0) - before
    if fits == false || ledger.bytes > mostBytes { resource.client.refuseMemory() }
  }
}
