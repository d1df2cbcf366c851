// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaylandServer

extension Seat {
  func add(_ keyboard: WlKeyboardResource) {
    keyboards.append(keyboard)
    keyboard.onRequest = { _ in }
    keyboard.onDestroy = { [unowned self, unowned keyboard] in
      keyboards.removeAll { $0 === keyboard }
    }
    if keymap.descriptor >= 0 {
      keyboard.keymap(format: .xkbV1, fd: keymap.descriptor, size: keymap.size)
    }
    keyboard.repeatInfo(rate: 25, delay: 600)
    if let surface = keyboardSurface, surface.resource.client === keyboard.client {
      enter(keyboard, surface)
    }
  }

  /// Gives the keys to the surface that should have them.
  func enterKeyboard() {
    let wanted = keyTarget.flatMap { $0.resource.isAlive ? $0 : nil }
    guard wanted !== keyboardSurface else { return }
    if let old = keyboardSurface {
      for keyboard in keyboards where keyboard.client === old.resource.client {
        keyboard.leave(serial: compositor.display.nextSerial(), surface: old.resource)
      }
    }
    keyboardSurface = wanted
    guard let wanted else { return }
    if keyboardClient !== wanted.resource.client {
      keyboardClient = wanted.resource.client
      compositor.clipboard.keyboardEntered(wanted.resource.client)
    }
    for keyboard in keyboards where keyboard.client === wanted.resource.client {
      enter(keyboard, wanted)
    }
  }

  /// Presses or releases a key, by its number in the kernel.
  func key(_ key: UInt32, isDown: Bool) {
    guard keys.contains(key) != isDown else { return }
    if isDown { keys.append(key) } else { keys.removeAll { $0 == key } }
    let serial = compositor.display.nextSerial()
    if isDown { lastPress = serial }
    guard let surface = keyboardSurface else { return }
    for keyboard in keyboards where keyboard.client === surface.resource.client {
      keyboard.key(serial: serial, time: time, key: key, state: isDown ? .pressed : .released)
    }
  }

  private func enter(_ keyboard: WlKeyboardResource, _ surface: Surface) {
    keyboard.enter(
      serial: compositor.display.nextSerial(), surface: surface.resource, keys: words(keys))
    keyboard.modifiers(
      serial: compositor.display.nextSerial(), modsDepressed: 0, modsLatched: 0, modsLocked: 0,
      group: 0)
  }
}
