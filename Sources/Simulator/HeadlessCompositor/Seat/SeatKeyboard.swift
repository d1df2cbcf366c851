// SPDX-License-Identifier: Apache-2.0
import Arbitration
import CLinux
import Glibc
import WaylandServer

/// The keyboard: the focused window, and the surface that receives key events.
///
/// Keys are pressed only through `InjectedInput`, by a host or a test.
final class SeatKeyboard {
  private unowned let seat: Seat
  private let resources = ResourceList<WlKeyboardResource>()
  private var keymap = Keymap()
  private var repetition = (rate: Int32(25), delay: Int32(600))
  private var keys: [UInt32] = []
  private var modifiers = KeyModifiers()
  private(set) weak var window: ShellWindow?
  private weak var client: Client?
  private var surface: Surface?
  /// The windows that have had the focus since they were last shown; the latest is last.
  private var history: [ShellWindow] = []

  init(_ seat: Seat) { self.seat = seat }

  private var compositor: CompositorCore { seat.compositor }

  func add(_ resource: WlKeyboardResource) {
    resources.add(resource)
    describe(to: resource)
    if let surface, surface.resource.client === resource.client { enter(resource, surface) }
  }

  private func describe(to resource: WlKeyboardResource) {
    if keymap.descriptor >= 0 {
      resource.keymap(format: .xkbV1, fd: keymap.descriptor, size: keymap.size)
    }
    if resource.version >= 4 {
      resource.repeatInfo(rate: repetition.rate, delay: repetition.delay)
    }
  }

  func use(_ keymap: Keymap) {
    self.keymap = keymap
    for resource in resources.all { describe(to: resource) }
  }

  func repeats(rate: Int32, delay: Int32) {
    repetition = (max(0, rate), max(0, delay))
    for resource in resources.all where resource.version >= 4 {
      resource.repeatInfo(rate: repetition.rate, delay: repetition.delay)
    }
  }

  func press(_ key: UInt32, isDown: Bool) {
    guard keys.contains(key) != isDown else { return }
    if isDown { keys.append(key) } else { keys.removeAll { $0 == key } }
    let serial = seat.inputSerial(for: surface?.resource.client)
    for resource in focused {
      resource.key(
        serial: serial, time: seat.time, key: key, state: isDown ? .pressed : .released)
    }
  }

  func modify(_ modifiers: KeyModifiers) {
    guard modifiers != self.modifiers else { return }
    self.modifiers = modifiers
    for resource in focused { sendModifiers(resource) }
  }

  /// Releases all keys and the depressed and latched modifiers; called when the host's keyboard
  /// focus leaves.
  func vanish() {
    for key in keys.reversed() { press(key, isDown: false) }
    modify(KeyModifiers(locked: modifiers.locked, group: modifiers.group))
  }

  private var focused: [WlKeyboardResource] { resources.of(surface?.resource.client) }

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

  /// Focuses the topmost visible layer surface that wants all keys; without one, keeps the focused
  /// window if it can have the focus, or else selects the most recently focused one that can.
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
      for resource in focused {
        resource.leave(serial: seat.nextSerial(), surface: surface.resource)
      }
    }
    surface = wanted
    guard let wanted else { return }
    if client !== wanted.resource.client {
      client = wanted.resource.client
      compositor.clipboard.keyboardEntered(wanted.resource.client)
    }
    for resource in focused { enter(resource, wanted) }
  }

  private func enter(_ resource: WlKeyboardResource, _ surface: Surface) {
    resource.enter(
      serial: seat.inputSerial(for: resource.client), surface: surface.resource, keys: words(keys))
    sendModifiers(resource)
  }

  private func sendModifiers(_ resource: WlKeyboardResource) {
    resource.modifiers(
      serial: seat.nextSerial(), modsDepressed: modifiers.depressed,
      modsLatched: modifiers.latched, modsLocked: modifiers.locked, group: modifiers.group)
  }
}

/// The active modifiers, as masks of the keymap.
public struct KeyModifiers: Sendable, Hashable {
  /// The modifiers whose keys are pressed.
  public var depressed: UInt32
  /// The modifiers that apply to the next key only.
  public var latched: UInt32
  /// The modifiers that apply until they are toggled, such as Caps Lock.
  public var locked: UInt32
  /// The index of the layout, from 0.
  public var group: UInt32

  /// Creates a value from masks of the keymap; by default no modifier is active.
  public init(depressed: UInt32 = 0, latched: UInt32 = 0, locked: UInt32 = 0, group: UInt32 = 0) {
    self.depressed = depressed
    self.latched = latched
    self.locked = locked
    self.group = group
  }
}

/// An xkb keymap in a file, which clients map.
final class Keymap {
  /// The descriptor of a sealed file, or of one received from a host; -1 if none could be created.
  let descriptor: Int32
  /// The size in bytes, with the terminating zero.
  let size: UInt32

  private static let text = """
    xkb_keymap {
      xkb_keycodes { include "evdev+aliases(qwerty)" };
      xkb_types { include "complete" };
      xkb_compatibility { include "complete" };
      xkb_symbols { include "pc+us+inet(evdev)" };
    };

    """

  /// Creates a keymap from a host's file; the descriptor is closed with the keymap.
  init(adopting descriptor: Int32, size: UInt32) {
    self.descriptor = descriptor
    self.size = size
  }

  /// Creates the default US keymap, which is compiled from the files of the package xkb-data.
  init() {
    let bytes = Array(Self.text.utf8) + [0]
    size = UInt32(bytes.count)
    descriptor = SealedFile.make("swivel-keymap", bytes)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}

private enum SealedFile {
  // The constants are those of linux/memfd.h and linux/fcntl.h.
  private static let closeOnExec: UInt32 = 1
  private static let allowSealing: UInt32 = 2
  private static let addSeals: Int32 = 1033
  private static let allSeals: Int32 = 1 | 2 | 4 | 8

  static func make(_ name: String, _ bytes: [UInt8]) -> Int32 {
    let descriptor = unsafe memfd_create(name, closeOnExec | allowSealing)
    guard descriptor >= 0 else { return -1 }
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count,
      fcntl(descriptor, addSeals, allSeals) == 0
    else {
      close(descriptor)
      return -1
    }
    return descriptor
  }
}
