// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

/// The active touch points; each belongs to the surface on which it began.
final class SeatTouch {
  private unowned let seat: Seat
  private let resources = ResourceList<WlTouchResource>()
  private var fingers: [Int32: Focus] = [:]
  private(set) var lastPosition = (x: 0.0, y: 0.0)

  init(_ seat: Seat) { self.seat = seat }

  private var compositor: CompositorCore { seat.compositor }

  func add(_ resource: WlTouchResource) { resources.add(resource) }

  func holds(_ window: ShellWindow) -> Bool { fingers.values.contains { $0.window === window } }

  /// Begins a touch point on the surface at a point of the space that all outputs share; does
  /// nothing if there is no surface, and only dismisses popups if the surface is outside their
  /// client.
  func down(_ finger: Int32, at x: Double, _ y: Double) {
    guard fingers[finger] == nil, x.isFinite, y.isFinite,
      let focus = compositor.windows.focus(at: x, y)
    else { return }
    lastPosition = (x, y)
    if seat.dismissPopups(for: focus) { return }
    seat.pressed(focus.window)
    fingers[finger] = focus
    let serial = seat.inputSerial(for: focus.surface.resource.client)
    let point = focus.local(x, y)
    for resource in resources(of: focus) {
      resource.down(
        serial: serial, time: seat.time, surface: focus.surface.resource, id: finger,
        x: Fixed(point.x), y: Fixed(point.y))
      resource.frame()
    }
  }

  func move(_ finger: Int32, to x: Double, _ y: Double) {
    guard x.isFinite, y.isFinite else { return }
    let (x, y) = (max(-1e6, min(1e6, x)), max(-1e6, min(1e6, y)))
    lastPosition = (x, y)
    guard !compositor.interactive.fingerMoved(to: (x, y)) else { return }
    guard var focus = fingers[finger] else { return }
    if let fresh = compositor.windows.focus(on: focus.surface) { focus = fresh }
    fingers[finger] = focus
    let point = focus.local(x, y)
    for resource in resources(of: focus) {
      resource.motion(time: seat.time, id: finger, x: Fixed(point.x), y: Fixed(point.y))
      resource.frame()
    }
  }

  func up(_ finger: Int32) {
    guard let focus = fingers.removeValue(forKey: finger) else { return }
    if fingers.isEmpty { _ = compositor.interactive.finish() }
    let serial = seat.inputSerial(for: focus.surface.resource.client)
    for resource in resources(of: focus) {
      resource.up(serial: serial, time: seat.time, id: finger)
      resource.frame()
    }
  }

  func vanish() { for finger in fingers.keys.sorted() { up(finger) } }

  func forget(_ surface: Surface) {
    for finger in fingers.keys.sorted() where fingers[finger]?.surface === surface { up(finger) }
  }

  private func resources(of focus: Focus) -> [WlTouchResource] {
    resources.of(focus.surface.resource.client)
  }
}
