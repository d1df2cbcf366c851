// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

extension Seat {
  func add(_ pointer: WlPointerResource) {
    pointers.append(pointer)
    pointer.onDestroy = { [unowned self, unowned pointer] in pointers.removeAll { $0 === pointer } }
    pointer.onRequest = { [unowned self, unowned pointer] in
      guard case .setCursor(_, let surface, _, _) = $0, let surface,
        let surface = compositor.surface(surface)
      else { return }
      if surface.kind == .cursor { return }
      guard !surface.isXdgSurface, surface.take(.cursor, cursorRole) else {
        return pointer.post(
          error: WlPointer.ErrorCode.role.rawValue,
          "the surface already has the role \(surface.kind?.rawValue ?? "of another")")
      }
    }
    // Looked for only while there are pointers; whoever is found hears of it at once.
    guard pointerFocus != nil else { return movePointer(silently: true) }
    if let focus = pointerFocus, focus.surface.resource.client === pointer.client {
      let point = focus.local(position.x, position.y)
      pointer.enter(
        serial: compositor.display.nextSerial(), surface: focus.surface.resource,
        surfaceX: Fixed(point.x), surfaceY: Fixed(point.y))
      pointer.frame()
    }
  }

  /// Moves the pointer to a point of the shared space, kept on the outputs.
  func movePointer(to x: Double, _ y: Double) {
    position = inside(x, y)
    guard !compositor.interactive.pointerMoved(to: position) else { return }
    movePointer(silently: false)
  }

  /// Tells whom it concerns where the pointer is; silently if it has not moved itself.
  func movePointer(silently: Bool) {
    let (x, y) = position
    if buttons.isEmpty || pointerFocus == nil {
      let found = compositor.focus(at: x, y)
      if found?.surface !== pointerFocus?.surface {
        leave()
        pointerFocus = found
        enter()
        return
      }
      pointerFocus = found
      // A surface that moves or turns under the pointer hears of it as of a motion.
      if silently, found.map({ $0.local(x, y) == lastPoint }) ?? true { return }
    } else if silently {
      return
    } else if let fresh = pointerFocus.flatMap({ compositor.focus(on: $0.surface) }) {
      pointerFocus = fresh
    }
    guard let focus = pointerFocus else { return }
    let point = focus.local(x, y)
    lastPoint = point
    for pointer in pointers(of: focus) {
      pointer.motion(time: time, surfaceX: Fixed(point.x), surfaceY: Fixed(point.y))
      pointer.frame()
    }
  }

  /// Presses or releases a button.
  func button(_ button: UInt32, isDown: Bool) {
    if isDown, buttons.isEmpty {
      if dismissPopups(for: pointerFocus) {
        refocus()
        return
      }
      if let window = pointerFocus?.window {
        if window.takesKeyboard { focusKeyboard(window) }
        if window is Toplevel { compositor.raise(window) }
      }
    }
    let serial = compositor.display.nextSerial()
    if isDown {
      guard !buttons.contains(button) else { return }
      buttons.append(button)
      lastPress = serial
    } else {
      guard buttons.contains(button) else { return }
      buttons.removeAll { $0 == button }
    }
    let wasInteractive = !isDown && buttons.isEmpty && compositor.interactive.finish()
    if let focus = pointerFocus, !wasInteractive {
      for pointer in pointers(of: focus) {
        pointer.button(
          serial: serial, time: time, button: button, state: isDown ? .pressed : .released)
        pointer.frame()
      }
    }
    if buttons.isEmpty { movePointer(silently: true) }
  }

  func pointers(of focus: Focus) -> [WlPointerResource] {
    pointers.filter { $0.client === focus.surface.resource.client }
  }

  /// Takes the pointer from whom it is on.
  func leave() {
    guard let focus = pointerFocus else { return }
    pointerFocus = nil
    guard focus.surface.resource.isAlive else { return }
    for pointer in pointers(of: focus) {
      pointer.leave(serial: compositor.display.nextSerial(), surface: focus.surface.resource)
      pointer.frame()
    }
  }

  private func enter() {
    guard let focus = pointerFocus else { return }
    let point = focus.local(position.x, position.y)
    lastPoint = point
    for pointer in pointers(of: focus) {
      pointer.enter(
        serial: compositor.display.nextSerial(), surface: focus.surface.resource,
        surfaceX: Fixed(point.x), surfaceY: Fixed(point.y))
      pointer.frame()
    }
  }

  private func inside(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    guard x.isFinite, y.isFinite, let area = compositor.screen(at: x, y)?.area else {
      return (0, 0)
    }
    let left = Double(area.origin.x)
    let top = Double(area.origin.y)
    // The last fraction of a pixel still belongs to the output.
    let step = 1.0 / 256
    return (
      max(left, min(x, left + Double(area.size.width) - step)),
      max(top, min(y, top + Double(area.size.height) - step))
    )
  }
}
