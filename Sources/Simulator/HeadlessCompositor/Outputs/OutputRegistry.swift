// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import WaylandServer

/// The outputs that are plugged in.
final class OutputRegistry {
  private unowned(unsafe) let compositor: HeadlessCompositor
  private(set) var all: [CompositorOutput] = []
  private var lastNumber: Int32 = 0

  init(_ compositor: HeadlessCompositor) { unsafe self.compositor = compositor }

  func offerDetails() {
    unsafe compositor.display.offer(ZxdgOutputManagerV1Resource.self, version: 3) {
      [unowned self] resource in
      resource.onRequest = { [unowned self] request in
        guard case .getXdgOutput(let id, let output) = request else { return }
        self.output(of: output)?.add(id)
      }
    }
  }

  /// Creates an output right of the others, without announcing it.
  @discardableResult
  func make(_ specification: OutputSpecification) -> CompositorOutput {
    lastNumber += 1
    var number = 1
    while output(named: "HEADLESS-\(number)") != nil { number += 1 }
    let right = all.map { $0.area.origin.x + $0.area.size.width }.max() ?? 0
    let output = CompositorOutput(
      specification, id: OutputID(lastNumber), name: specification.name ?? "HEADLESS-\(number)",
      position: Point(x: right, y: 0), compositor: unsafe compositor)
    all.append(output)
    return output
  }

  func remove(_ output: CompositorOutput) { all.removeAll { $0 === output } }

  func output(named name: String) -> CompositorOutput? { all.first { $0.name == name } }

  func output(_ id: OutputID) -> CompositorOutput? { all.first { $0.id == id } }

  func output(of resource: WlOutputResource?) -> CompositorOutput? {
    guard let resource else { return nil }
    return all.first { $0.isKnown(as: resource) }
  }

  /// Returns the enabled output at a point of the shared space, or the nearest one.
  func output(at x: Double, _ y: Double) -> CompositorOutput? {
    all.filter(\.isEnabled).min { distance($0, x, y) < distance($1, x, y) }
  }

  private func distance(_ output: CompositorOutput, _ x: Double, _ y: Double) -> Double {
    let area = output.area
    let left = Double(area.origin.x)
    let top = Double(area.origin.y)
    let beside = max(left - x, 0, x - (left + Double(area.size.width) - 1))
    let above = max(top - y, 0, y - (top + Double(area.size.height) - 1))
    return beside * beside + above * above
  }
}
