// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import WaylandServer

extension HeadlessCompositor {
  func offerOutputDetails() {
    display.offer(ZxdgOutputManagerV1Resource.self, version: 3) { [unowned(unsafe) self] resource in
      resource.onRequest = { [unowned(unsafe) self] request in
        guard case .getXdgOutput(let id, let output) = request else { return }
        screen(of: output)?.add(id)
      }
    }
  }

  func screen(of resource: WlOutputResource?) -> Screen? {
    guard let resource else { return nil }
    return screens.first { $0.outputs.contains { $0 === resource } }
  }

  func screen(_ id: OutputID) -> Screen? { screens.first { $0.id == id } }

  /// The screen at a point of the shared space, or the nearest one.
  func screen(at x: Double, _ y: Double) -> Screen? {
    let enabled = screens.filter(\.isEnabled)
    return enabled.min { distance($0, x, y) < distance($1, x, y) }
  }

  private func distance(_ screen: Screen, _ x: Double, _ y: Double) -> Double {
    let area = screen.area
    let left = Double(area.origin.x)
    let top = Double(area.origin.y)
    let beside = max(left - x, 0, x - (left + Double(area.size.width) - 1))
    let above = max(top - y, 0, y - (top + Double(area.size.height) - 1))
    return beside * beside + above * above
  }
}
