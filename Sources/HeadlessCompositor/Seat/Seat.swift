// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// One person's pointer, fingers and keyboard, and the popups that take all their input.
final class Seat {
  unowned(unsafe) let compositor: HeadlessCompositor
  private static let name = "seat0"
  private var resources: [WlSeatResource] = []
  /// The popups that have grabbed the input, the topmost last.
  private var grabs: [Popup] = []
  private(set) lazy var keyboard = SeatKeyboard(self)
  private(set) lazy var pointer = SeatPointer(self)
  private(set) lazy var touch = SeatTouch(self)

  init(_ compositor: HeadlessCompositor) { unsafe self.compositor = compositor }

  func offer() {
    unsafe compositor.display.offer(WlSeatResource.self, version: 8) { [unowned self] seat in
      resources.append(seat)
      seat.onDestroy = { [unowned self, unowned seat] in resources.removeAll { $0 === seat } }
      seat.onRequest = { [unowned self] request in
        switch request {
        case .getPointer(let id): pointer.add(id)
        case .getKeyboard(let id): keyboard.add(id)
        case .getTouch(let id): touch.add(id)
        case .release: break
        }
      }
      seat.capabilities(capabilities: [.pointer, .keyboard, .touch])
      seat.name(name: Self.name)
    }
  }

  func offerVirtualPointers() {
    unsafe compositor.display.offer(ZwlrVirtualPointerManagerV1Resource.self, version: 2) {
      [unowned self] manager in
      manager.onRequest = { [unowned self] request in
        switch request {
        case .createVirtualPointer(_, let id):
          VirtualPointer(id, output: nil, seat: self).start()
        case .createVirtualPointerWithOutput(_, let output, let id):
          let output = unsafe compositor.outputs.output(of: output)
          VirtualPointer(id, output: output, seat: self).start()
        case .destroy: break
        }
      }
    }
  }

  /// Milliseconds for events.
  var time: UInt32 { unsafe UInt32(truncatingIfNeeded: compositor.clock.now.milliseconds) }

  /// A number for an event that clients may refer to.
  func nextSerial() -> UInt32 { unsafe compositor.display.nextSerial() }

  /// A window was pressed or touched: it gets the keyboard and comes to the top of its layer.
  func pressed(_ window: ShellWindow) {
    if window.takesKeyboard { keyboard.focus(window) }
    if window is Toplevel { unsafe compositor.windows.raise(window) }
  }

  /// A surface is no longer there.
  func forget(_ surface: Surface) {
    pointer.forget(surface)
    touch.forget(surface)
    keyboard.forget(surface)
    pointer.refocus()
  }

  // MARK: - Popups

  /// A popup takes all input; what is outside of its client dismisses it.
  func grab(_ popup: Popup) {
    grabs.append(popup)
    keyboard.update()
    pointer.refocus()
  }

  func release(_ popup: Popup) {
    guard grabs.contains(where: { $0 === popup }) else { return }
    grabs.removeAll { $0 === popup }
    keyboard.update()
  }

  /// A press outside of the grabbing client closes its popups; true if it did.
  func dismissPopups(for focus: Focus?) -> Bool {
    guard let top = grabs.last, focus?.surface.resource.client !== top.surface.resource.client
    else { return false }
    dismissAllPopups()
    return true
  }

  /// Closes all popups that hold the input.
  func dismissAllPopups() {
    for popup in grabs.reversed() { popup.dismiss() }
  }

  /// The surface of the topmost popup that holds the input.
  var grabbingSurface: Surface? { grabs.last?.surface }
}
