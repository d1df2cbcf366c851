// SPDX-License-Identifier: Apache-2.0
public import Orientation
import WaylandABI
import WaylandServer

final class SeatPointer {
  private unowned let seat: Seat
  private let resources = ResourceList<WlPointerResource>()
  /// The position in the space that all outputs share.
  private(set) var position = (x: 0.0, y: 0.0)
  private var focus: Focus?
  /// The position that was last sent to the focused client, in surface coordinates.
  private var lastPoint = (x: 0.0, y: 0.0)
  private var buttons: [UInt32] = []
  private let cursorRole = CursorRole()
  /// Whether the pointer is present; false when the host's pointer has left the window.
  private var isPresent = true
  private var cursor = CursorChoice.usual {
    didSet { compositor.onCursor?() }
  }

  private enum CursorChoice {
    case usual
    case nothing
    case surface(Surface, hotspot: Point)
  }

  init(_ seat: Seat) {
    self.seat = seat
    cursorRole.onCommit = { [unowned self] surface in
      guard case .surface(let shown, _) = cursor, shown === surface else { return }
      compositor.onCursor?()
    }
  }

  var cursorImage: CursorImage {
    switch cursor {
    case .usual: .usual
    case .nothing: .nothing
    case .surface(let surface, let hotspot):
      surface.content.map {
        .picture($0, scale: surface.scale, transform: surface.transform, hotspot: hotspot)
      } ?? .nothing
    }
  }

  private var compositor: CompositorCore { seat.compositor }

  func holds(_ window: ShellWindow) -> Bool { !buttons.isEmpty && focus?.window === window }

  func add(_ pointer: WlPointerResource) {
    resources.add(pointer)
    pointer.onRequest = { [unowned self, unowned pointer] in
      guard case .setCursor(_, let surface, let x, let y) = $0 else { return }
      let isFocused = focus?.surface.resource.client === pointer.client
      guard let surface = surface?.surface else {
        if isFocused { cursor = .nothing }
        return
      }
      if surface.kind != .cursor {
        guard !surface.isXdgSurface, surface.assign(.cursor, cursorRole) else {
          return pointer.post(WlPointer.ErrorCode.role, surface.roleComplaint)
        }
      }
      if isFocused { cursor = .surface(surface, hotspot: Point(x: x, y: y)) }
    }
    // The focus is looked up only while clients have pointer objects; a new focus is sent at once.
    guard focus != nil else { return move(silently: true) }
    if let focus, focus.surface.resource.client === pointer.client { enter(pointer, focus) }
  }

  /// Moves the pointer to a point of the space that all outputs share, clamped to the outputs.
  func move(to x: Double, _ y: Double) {
    isPresent = true
    position = inside(x, y)
    guard !compositor.interactive.pointerMoved(to: position) else { return }
    move(silently: false)
  }

  /// Drops the pressed buttons, ends an interactive move or resize, and hides the pointer until its
  /// next motion.
  func vanish() {
    isPresent = false
    buttons = []
    _ = compositor.interactive.finish()
    leave()
  }

  func move(by x: Double, _ y: Double) { move(to: position.x + x, position.y + y) }

  /// Updates the focus and sends the position; `silently` means that the pointer itself has not
  /// moved.
  private func move(silently: Bool) {
    guard isPresent else { return }
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
      // If a surface moves or turns under a resting pointer, the client gets a motion event.
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
    guard isDown != buttons.contains(button) else { return }
    if isDown { buttons.append(button) } else { buttons.removeAll { $0 == button } }
    let serial = seat.inputSerial(for: focus?.surface.resource.client)
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
    resources.of(focus.surface.resource.client)
  }

  func leave() {
    guard let focus else { return }
    self.focus = nil
    if case .usual = cursor {} else { cursor = .usual }
    guard focus.surface.resource.isAlive else { return }
    for pointer in resources(of: focus) {
      pointer.leave(serial: seat.nextSerial(), surface: focus.surface.resource)
      pointer.frame()
    }
  }

  private func enter() {
    guard let focus else { return }
    lastPoint = focus.local(position.x, position.y)
    for pointer in resources(of: focus) { enter(pointer, focus) }
  }

  private func enter(_ pointer: WlPointerResource, _ focus: Focus) {
    let point = focus.local(position.x, position.y)
    pointer.enter(
      serial: seat.nextSerial(), surface: focus.surface.resource, surfaceX: Fixed(point.x),
      surfaceY: Fixed(point.y))
    pointer.frame()
  }

  private func inside(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    guard x.isFinite, y.isFinite, let area = compositor.outputs.output(at: x, y)?.area else {
      return (0, 0)
    }
    let left = Double(area.origin.x)
    let top = Double(area.origin.y)
    // The position is limited to the last fraction of a pixel that is inside the output.
    let step = 1.0 / 256
    return (
      max(left, min(x, left + Double(area.size.width) - step)),
      max(top, min(y, top + Double(area.size.height) - step))
    )
  }

  func scroll(_ steps: [ScrollStep], source: WlPointer.AxisSource?) {
    guard let focus else { return }
    for pointer in resources(of: focus) {
      if let source { pointer.axisSource(axisSource: source) }
      for step in steps {
        let axis: WlPointer.Axis = step.isHorizontal ? .horizontalScroll : .verticalScroll
        if step.value120 != 0 {
          if pointer.version >= 8 {
            pointer.axisValue120(axis: axis, value120: step.value120)
          } else if step.value120 / 120 != 0 {
            pointer.axisDiscrete(axis: axis, discrete: step.value120 / 120)
          }
        }
        if let distance = step.distance {
          pointer.axis(time: seat.time, axis: axis, value: Fixed(distance))
        } else {
          pointer.axisStop(time: seat.time, axis: axis)
        }
      }
      pointer.frame()
    }
  }

  /// Updates the focus after the surfaces under a resting pointer may have changed.
  func refocus() {
    // Without a pointer object and a focus, no client would be notified.
    guard !resources.all.isEmpty || focus != nil else { return }
    guard buttons.isEmpty else {
      // During a grab the surface keeps the focus, but may have moved under the pointer.
      if let fresh = focus.flatMap({ compositor.windows.focus(on: $0.surface) }) { focus = fresh }
      return
    }
    move(silently: true)
  }

  func forget(_ surface: Surface) {
    if case .surface(let shown, _) = cursor, shown === surface { cursor = .nothing }
    guard focus?.surface === surface else { return }
    focus = nil
    if case .usual = cursor {} else { cursor = .usual }
    buttons = []
  }
}

/// The image of the cursor.
public enum CursorImage {
  /// The default cursor: the client under the pointer, if there is one, has set none.
  case usual
  /// The cursor is hidden.
  case nothing
  /// A client's picture with its scale and buffer transform; the hotspot is in logical pixels.
  case picture(PixelStore, scale: Int32, transform: Transform, hotspot: Point)
}

/// The role of a surface that a client sets as the cursor's image; only a program that shows the
/// output in a window draws the surface.
private final class CursorRole: SurfaceRole {
  var onCommit: ((Surface) -> Void)?

  func mayCommit(_ surface: Surface, bringsContent: Bool?) -> Bool { true }
  func committed(_ surface: Surface) { onCommit?(surface) }
  func surfaceGone() {}
}

/// A client's virtual pointer (wlr-virtual-pointer); its events take effect with the next `frame`
/// request.
final class VirtualPointer {
  private let resource: ZwlrVirtualPointerV1Resource
  private weak var output: CompositorOutput?
  private let seat: Seat
  private var pending: [(Seat) -> Void] = []
  private var steps: [ScrollStep] = []
  private var source: WlPointer.AxisSource?
  private var down: [UInt32] = []

  private static let limit = 4096

  init(_ resource: ZwlrVirtualPointerV1Resource, output: CompositorOutput?, seat: Seat) {
    self.resource = resource
    self.output = output
    self.seat = seat
  }

  func start() {
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in
      for button in down { seat.pointer.press(button, isDown: false) }
    }
  }

  private func handle(_ request: ZwlrVirtualPointerV1Resource.Request) {
    guard pending.count + steps.count < Self.limit else { return resource.client.refuseMemory() }
    switch request {
    case .motion(_, let dx, let dy):
      pending.append { $0.pointer.move(by: dx.value, dy.value) }
    case .motionAbsolute(_, let x, let y, let xExtent, let yExtent):
      guard xExtent > 0, yExtent > 0 else { return }
      let area = (output ?? seat.compositor.outputs.all.first)?.area
      guard let area else { return }
      let across = Double(x) / Double(xExtent) * Double(area.size.width)
      let down = Double(y) / Double(yExtent) * Double(area.size.height)
      pending.append {
        $0.pointer.move(to: Double(area.origin.x) + across, Double(area.origin.y) + down)
      }
    case .button(_, let button, let state):
      let isDown = state == .pressed
      pending.append { [self] seat in
        if isDown { down.append(button) } else { down.removeAll { $0 == button } }
        seat.pointer.press(button, isDown: isDown)
      }
    case .axis(_, let axis, let value):
      scroll(axis, by: value.value)
    case .frame: frame()
    case .axisSource(let source):
      guard source.rawValue <= 3 else {
        return post(.invalidAxisSource, "\(source.rawValue) is no source: 0 to 3 are")
      }
      self.source = source
    case .axisStop(_, let axis): scroll(axis, by: nil)
    case .axisDiscrete(_, let axis, let value, let discrete):
      scroll(axis, by: value.value, value120: discrete &* 120)
    case .destroy: break
    }
  }

  private func scroll(_ axis: WlPointer.Axis, by distance: Double?, value120: Int32 = 0) {
    guard axis.rawValue <= 1 else {
      return post(.invalidAxis, "\(axis.rawValue) is no axis: 0 and 1 are")
    }
    steps.append(
      ScrollStep(
        isHorizontal: axis == .horizontalScroll, distance: distance, value120: value120))
  }

  private func frame() {
    let actions = pending
    let steps = steps
    let source = source
    pending = []
    self.steps = []
    self.source = nil
    for action in actions { action(seat) }
    if !steps.isEmpty { seat.pointer.scroll(steps, source: source) }
  }

  private func post(_ error: ZwlrVirtualPointerV1.ErrorCode, _ message: String) {
    resource.post(error, message)
  }
}
