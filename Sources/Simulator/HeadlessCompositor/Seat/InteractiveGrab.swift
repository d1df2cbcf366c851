// SPDX-License-Identifier: Apache-2.0
import Orientation

final class InteractiveGrab {
  unowned let compositor: CompositorCore
  private var window: Toplevel?
  /// The dragged edges: top 1, bottom 2, left 4, right 8; nil if the window is moved.
  private var edges: UInt32?
  private var isByFinger = false
  private var start = (x: 0.0, y: 0.0)
  private var first = Rectangle(origin: Point(x: 0, y: 0), size: Size(width: 0, height: 0))

  init(_ compositor: CompositorCore) { self.compositor = compositor }

  func move(_ window: Toplevel) { begin(window, edges: nil) }

  func resize(_ window: Toplevel, edges: UInt32) {
    begin(window, edges: edges)
    guard self.window === window else { return }
    window.isResizing = true
    window.sendState(size: first.size)
  }

  /// Called when the pointer has moved; returns whether the grab consumes the motion.
  func pointerMoved(to position: (x: Double, y: Double)) -> Bool {
    guard window != nil, !isByFinger else { return false }
    return follow(position)
  }

  /// Called when a finger has moved; returns whether the grab consumes the motion.
  func fingerMoved(to position: (x: Double, y: Double)) -> Bool {
    guard window != nil, isByFinger else { return false }
    return follow(position)
  }

  /// Ends the grab; returns whether there was one.
  func finish() -> Bool {
    guard let window else { return false }
    self.window = nil
    if edges != nil {
      window.isResizing = false
      window.sendState(size: window.geometry.size)
    }
    return true
  }

  func forget(_ window: Toplevel) {
    if self.window === window { self.window = nil }
  }

  /// Called after a commit; while the window is resized, keeps the edge opposite to a dragged one
  /// in place.
  func committed(_ window: Toplevel) {
    guard self.window === window, let edges else { return }
    let size = window.geometry.size
    var origin = first.origin
    if edges & 4 != 0 { origin.x = first.origin.x + first.size.width - size.width }
    if edges & 1 != 0 { origin.y = first.origin.y + first.size.height - size.height }
    window.origin = origin
  }

  private func begin(_ window: Toplevel, edges: UInt32?) {
    let seat = compositor.seat
    guard self.window == nil, window.isMapped, !window.isFilling || edges == nil else { return }
    if seat.pointer.holds(window) {
      isByFinger = false
      start = seat.pointer.position
      seat.pointer.leave()
    } else if seat.touch.holds(window) {
      isByFinger = true
      start = seat.touch.lastPosition
    } else {
      return
    }
    if window.isFilling, !window.isMaximised || compositor.options.placement == .filling {
      return
    }
    if window.isMaximised, edges == nil { window.setFilling { window.isMaximised = false } }
    self.window = window
    self.edges = edges
    first = Rectangle(origin: window.origin, size: window.geometry.size)
  }

  private func follow(_ position: (x: Double, y: Double)) -> Bool {
    guard let window, let space = window.space else { return false }
    let from = space.local(start.x, start.y)
    let to = space.local(position.x, position.y)
    let x = Int32((to.x - from.x).rounded())
    let y = Int32((to.y - from.y).rounded())
    guard let edges else {
      compositor.windows.move(
        window, to: Point(x: first.origin.x + x, y: first.origin.y + y))
      return true
    }
    var size = first.size
    if edges & 8 != 0 { size.width += x }
    if edges & 4 != 0 { size.width -= x }
    if edges & 2 != 0 { size.height += y }
    if edges & 1 != 0 { size.height -= y }
    size.width = limited(size.width, window.smallest.width, window.largest.width)
    size.height = limited(size.height, window.smallest.height, window.largest.height)
    window.sendState(size: size)
    return true
  }

  private func limited(_ value: Int32, _ low: Int32, _ high: Int32) -> Int32 {
    let value = max(1, low, value)
    return high > 0 ? min(value, high) : value
  }
}
