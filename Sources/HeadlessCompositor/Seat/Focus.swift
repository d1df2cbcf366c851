// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A surface with the way into its coordinates: whom the pointer or a finger is on.
struct Focus {
  let surface: Surface
  let window: ShellWindow
  /// The surface's corner in the window's space.
  let corner: Point

  /// A point of the shared space in the surface's coordinates.
  func local(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    guard let space = window.space else { return (0, 0) }
    let point = space.local(x, y)
    return (point.x - Double(corner.x), point.y - Double(corner.y))
  }
}

extension HeadlessCompositor {
  /// The uppermost surface that takes input at a point of the shared space.
  func focus(at x: Double, _ y: Double) -> Focus? {
    for window in ordered.reversed() where window.isVisible {
      guard let space = window.space else { continue }
      let point = space.local(x, y)
      for placement in placements(of: window).reversed() {
        let corner = placement.origin
        if placement.surface.takesInput(
          x: point.x - Double(corner.x), y: point.y - Double(corner.y))
        {
          return Focus(surface: placement.surface, window: window, corner: corner)
        }
      }
    }
    return nil
  }

  /// Where a surface is now; nil if it is not shown.
  func focus(on surface: Surface) -> Focus? {
    guard let window = window(of: surface), window.isVisible,
      let placement = placements(of: window).first(where: { $0.surface === surface })
    else { return nil }
    return Focus(surface: surface, window: window, corner: placement.origin)
  }
}
