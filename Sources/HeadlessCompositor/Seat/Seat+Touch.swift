// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

extension Seat {
  /// Puts a finger down at a point of the shared space.
  func touchDown(_ finger: Int32, at x: Double, _ y: Double) {
    guard fingers[finger] == nil, x.isFinite, y.isFinite, let focus = compositor.focus(at: x, y)
    else { return }
    lastTouch = (x, y)
    if dismissPopups(for: focus) { return }
    if focus.window.takesKeyboard { focusKeyboard(focus.window) }
    if focus.window is Toplevel { compositor.raise(focus.window) }
    fingers[finger] = focus
    let serial = compositor.display.nextSerial()
    lastPress = serial
    let point = focus.local(x, y)
    for touch in touches(of: focus) {
      touch.down(
        serial: serial, time: time, surface: focus.surface.resource, id: finger,
        x: Fixed(point.x), y: Fixed(point.y))
      touch.frame()
    }
  }

  /// Moves a finger; the surface it came down on keeps it.
  func touchMove(_ finger: Int32, to x: Double, _ y: Double) {
    guard x.isFinite, y.isFinite else { return }
    let (x, y) = (max(-1e6, min(1e6, x)), max(-1e6, min(1e6, y)))
    lastTouch = (x, y)
    guard !compositor.interactive.fingerMoved(to: (x, y)) else { return }
    guard var focus = fingers[finger] else { return }
    if let fresh = compositor.focus(on: focus.surface) { focus = fresh }
    fingers[finger] = focus
    let point = focus.local(x, y)
    for touch in touches(of: focus) {
      touch.motion(time: time, id: finger, x: Fixed(point.x), y: Fixed(point.y))
      touch.frame()
    }
  }

  /// Lifts a finger.
  func touchUp(_ finger: Int32) {
    guard let focus = fingers.removeValue(forKey: finger) else { return }
    if fingers.isEmpty { _ = compositor.interactive.finish() }
    let serial = compositor.display.nextSerial()
    for touch in touches(of: focus) {
      touch.up(serial: serial, time: time, id: finger)
      touch.frame()
    }
  }

  private func touches(of focus: Focus) -> [WlTouchResource] {
    touches.filter { $0.client === focus.surface.resource.client }
  }
}
