// SPDX-License-Identifier: Apache-2.0
import Arbitration
import WaylandServer

/// The keyboard: which window has it, and which surface is told so.
///
/// No key is ever pressed.
final class SeatKeyboard {
  private unowned let seat: Seat
  private var resources: [WlKeyboardResource] = []
  private let keymap = Keymap()
  private(set) weak var window: ShellWindow?
  private(set) weak var client: Client?
  private var surface: Surface?
  /// The windows that have had the keyboard, the latest last.
  private var history: [ShellWindow] = []

  init(_ seat: Seat) { self.seat = seat }

  private var compositor: HeadlessCompositor { unsafe seat.compositor }

  func add(_ resource: WlKeyboardResource) {
    resources.append(resource)
    resource.onRequest = { _ in }
    resource.onDestroy = { [unowned self, unowned resource] in
      resources.removeAll { $0 === resource }
    }
    if keymap.descriptor >= 0 {
      resource.keymap(format: .xkbV1, fd: keymap.descriptor, size: keymap.size)
    }
    resource.repeatInfo(rate: 25, delay: 600)
    if let surface, surface.resource.client === resource.client { enter(resource, surface) }
  }

  func focus(_ wanted: ShellWindow?) {
    let exclusive = compositor.windows.ordered.last {
      ($0 as? LayerWindow)?.wantsAllKeys == true && $0.isVisible
    }
    let wanted = exclusive ?? wanted
    if let wanted {
      history.removeAll { $0 === wanted }
      history.append(wanted)
    }
    guard window !== wanted else { return update() }
    let before = window
    window = wanted
    update()
    before?.activate(false)
    wanted?.activate(true)
    if let id = wanted?.id, wanted is Toplevel, compositor.scene.keyWindow != id {
      compositor.rotationController.handle(.window(id, .makeKey))
    }
  }

  /// Looks again who should have the keyboard.
  func refocus() {
    let last = history.last { $0.isVisible && $0.takesKeyboard }
    let current = window.flatMap { $0.isVisible && $0.takesKeyboard ? $0 : nil }
    focus(current ?? last)
  }

  func forget(_ gone: ShellWindow) {
    history.removeAll { $0 === gone }
    if window === gone {
      window = nil
      gone.activate(false)
      refocus()
    }
  }

  func forget(_ gone: Surface) {
    if surface === gone { surface = nil }
  }

  func update() {
    let target = seat.grabbingSurface ?? window?.surface
    let wanted = target.flatMap { $0.resource.isAlive ? $0 : nil }
    guard wanted !== surface else { return }
    if let surface {
      for resource in resources where resource.client === surface.resource.client {
        resource.leave(serial: seat.nextSerial(), surface: surface.resource)
      }
    }
    surface = wanted
    guard let wanted else { return }
    if client !== wanted.resource.client {
      client = wanted.resource.client
      compositor.clipboard.keyboardEntered(wanted.resource.client)
    }
    for resource in resources where resource.client === wanted.resource.client {
      enter(resource, wanted)
    }
  }

  private func enter(_ resource: WlKeyboardResource, _ surface: Surface) {
    resource.enter(serial: seat.nextSerial(), surface: surface.resource, keys: [])
    resource.modifiers(
      serial: seat.nextSerial(), modsDepressed: 0, modsLatched: 0, modsLocked: 0, group: 0)
  }
}
