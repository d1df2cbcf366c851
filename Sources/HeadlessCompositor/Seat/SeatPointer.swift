// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

/// The pointer: where it is, and whom it is on.
final class SeatPointer {
  private unowned let seat: Seat
  private var resources: [WlPointerResource] = []
  /// Where it is, in the shared space.
  private(set) var position = (x: 0.0, y: 0.0)
  private var focus: Focus?
  /// Where the focused client was last told that the pointer is, in its coordinates.
  private var lastPoint = (x: 0.0, y: 0.0)
  private var buttons: [UInt32] = []
  private let cursorRole = CursorRole()

  init(_ seat: Seat) { self.seat = seat }

  private var compositor: HeadlessCompositor { unsafe seat.compositor }

  func holds(_ window: ShellWindow) -> Bool { !buttons.isEmpty && focus?.window === window }

  func add(_ pointer: WlPointerResource) {
    resources.append(pointer)
    pointer.onDestroy = { [unowned self, unowned pointer] in resources.removeAll { $0 === pointer }
    }
    pointer.onRequest = { [unowned self, unowned pointer] in
      guard case .setCursor(_, let surface, _, _) = $0, let surface,
        let surface = surface.surface
      else { return }
      if surface.kind == .cursor { return }
      guard !surface.isXdgSurface, surface.take(.cursor, cursorRole) else {
        return pointer.post(
          WlPointer.ErrorCode.role,
          "the surface already has the role \(surface.kind?.rawValue ?? "of another")")
      }
    }
    // Looked for only while there are pointers; whoever is found hears of it at once.
    guard focus != nil else { return move(silently: true) }
    if let focus, focus.surface.resource.client === pointer.client {
      let point = focus.local(position.x, position.y)
      pointer.enter(
        serial: seat.nextSerial(), surface: focus.surface.resource,
        surfaceX: Fixed(point.x), surfaceY: Fixed(point.y))
      pointer.frame()
    }
  }

  /// Moves the pointer to a point of the shared space, kept on the outputs.
  func move(to x: Double, _ y: Double) {
    position = inside(x, y)
    guard !compositor.interactive.pointerMoved(to: position) else { return }
    move(silently: false)
  }

  func move(by x: Double, _ y: Double) { move(to: position.x + x, position.y + y) }

  /// Tells whom it concerns where the pointer is; silently if it has not moved itself.
  private func move(silently: Bool) {
    let (x, y) = position
    if buttons.isEmpty || focus == nil {
      let found = compositor.windows.focus(at: x, y)
      if found?.surface !== focus?.surface {
        leave()
        focus = found
        enter()
        return
      }
      focus = found
      // A surface that moves or turns under the pointer hears of it as of a motion.
      if silently, found.map({ $0.local(x, y) == lastPoint }) ?? true { return }
    } else if silently {
      return
    } else if let fresh = focus.flatMap({ compositor.windows.focus(on: $0.surface) }) {
      focus = fresh
    }
    guard let focus else { return }
    let point = focus.local(x, y)
    lastPoint = point
    for pointer in resources(of: focus) {
      pointer.motion(time: seat.time, surfaceX: Fixed(point.x), surfaceY: Fixed(point.y))
      pointer.frame()
    }
  }

  func press(_ button: UInt32, isDown: Bool) {
    if isDown, buttons.isEmpty {
      if seat.dismissPopups(for: focus) {
        refocus()
        return
      }
      if let window = focus?.window { seat.pressed(window) }
    }
    let serial = seat.nextSerial()
    if isDown {
      guard !buttons.contains(button) else { return }
      buttons.append(button)
    } else {
      guard buttons.contains(button) else { return }
      buttons.removeAll { $0 == button }
    }
    let wasInteractive = !isDown && buttons.isEmpty && compositor.interactive.finish()
    if let focus, !wasInteractive {
      for pointer in resources(of: focus) {
        pointer.button(
          serial: serial, time: seat.time, button: button, state: isDown ? .pressed : .released)
        pointer.frame()
      }
    }
    if buttons.isEmpty { move(silently: true) }
  }

  private func resources(of focus: Focus) -> [WlPointerResource] {
    resources.filter { $0.client === focus.surface.resource.client }
  }

  func leave() {
    guard let focus else { return }
    self.focus = nil
    guard focus.surface.resource.isAlive else { return }
    for pointer in resources(of: focus) {
      pointer.leave(serial: seat.nextSerial(), surface: focus.surface.resource)
      pointer.frame()
    }
  }

  private func enter() {
    guard let focus else { return }
    let point = focus.local(position.x, position.y)
    lastPoint = point
    for pointer in resources(of: focus) {
      pointer.enter(
        serial: seat.nextSerial(), surface: focus.surface.resource,
        surfaceX: Fixed(point.x), surfaceY: Fixed(point.y))
      pointer.frame()
    }
  }

  private func inside(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    guard x.isFinite, y.isFinite, let area = compositor.outputs.output(at: x, y)?.area else {
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

  func scroll(_ axes: [PointerAxis], source: WlPointer.AxisSource?) {
    guard let focus else { return }
    for pointer in resources(of: focus) {
      if let source { pointer.axisSource(axisSource: source) }
      for axis in axes {
        if axis.discrete != 0 {
          if pointer.version >= 8 {
            pointer.axisValue120(axis: axis.axis, value120: axis.discrete &* 120)
          } else {
            pointer.axisDiscrete(axis: axis.axis, discrete: axis.discrete)
          }
        }
        if let value = axis.value {
          pointer.axis(time: seat.time, axis: axis.axis, value: value)
        } else {
          pointer.axisStop(time: seat.time, axis: axis.axis)
        }
      }
      pointer.frame()
    }
  }

  /// It may be on something else although it has not moved.
  func refocus() {
    // Nobody would hear of it.
    guard !resources.isEmpty || focus != nil else { return }
    guard buttons.isEmpty else {
      // The grabbed surface keeps the pointer, but it may have moved below it.
      if let fresh = focus.flatMap({ compositor.windows.focus(on: $0.surface) }) { focus = fresh }
      return
    }
    move(silently: true)
  }

  func forget(_ surface: Surface) {
    guard focus?.surface === surface else { return }
    focus = nil
    buttons = []
  }
}

/// The role of surfaces that follow a pointer; a headless compositor shows none.
private final class CursorRole: SurfaceRole {
  func mayCommit(_ surface: Surface, bringsContent: Bool?) -> Bool { true }
  func committed(_ surface: Surface) {}
  func surfaceGone() {}
}
