// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

final class Seat {
  unowned let compositor: CompositorCore
  private static let name = "seat0"
  /// The popups with an input grab; the topmost is last.
  private var grabs: [Popup] = []
  private var inputs = InputSerials()
  private(set) lazy var keyboard = SeatKeyboard(self)
  private(set) lazy var pointer = SeatPointer(self)
  private(set) lazy var touch = SeatTouch(self)

  init(_ compositor: CompositorCore) { self.compositor = compositor }

  func offer() {
    compositor.display.offer(WlSeatResource.self, version: 8) { [unowned self] seat in
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
    compositor.display.offer(ZwlrVirtualPointerManagerV1Resource.self, version: 2) {
      [unowned self] manager in
      manager.onRequest = { [unowned self] request in
        switch request {
        case .createVirtualPointer(_, let id):
          VirtualPointer(id, output: nil, seat: self).start()
        case .createVirtualPointerWithOutput(_, let output, let id):
          let output = compositor.outputs.output(of: output)
          VirtualPointer(id, output: output, seat: self).start()
        case .destroy: break
        }
      }
    }
  }

  /// The timestamp of input events, in milliseconds.
  var time: UInt32 { UInt32(truncatingIfNeeded: compositor.now.milliseconds) }

  func nextSerial() -> UInt32 { compositor.display.nextSerial() }

  /// Returns a new serial for an input event, recorded for the client that receives the event.
  func inputSerial(for client: Client?) -> UInt32 {
    let serial = nextSerial()
    if let client { inputs.note(serial, for: client) }
    return serial
  }

  /// Returns whether the serial proves that the client acts on behalf of the user; see
  /// `InputSerials`.
  func proves(_ serial: UInt32, of client: Client) -> Bool { inputs.prove(serial, of: client) }

  /// Called when a window was pressed or touched; gives it the keyboard focus if it takes keys, and
  /// raises it if it is a toplevel.
  func pressed(_ window: ShellWindow) {
    if window.takesKeyboard { keyboard.focus(window) }
    if window is Toplevel { compositor.windows.raise(window) }
  }

  /// Restores a minimised window; if the window is then visible, dismisses another client's popups
  /// and activates the window as a press would.
  func activate(_ window: ShellWindow) {
    (window as? Toplevel)?.minimise(false)
    guard window.isVisible else { return }
    if grabs.last.map({ $0.surface.resource.client !== window.surface.resource.client }) == true {
      dismissAllPopups()
    }
    pressed(window)
  }

  func forget(_ surface: Surface) {
    pointer.forget(surface)
    touch.forget(surface)
    keyboard.forget(surface)
    pointer.refocus()
  }

  // MARK: - Popups

  /// Gives a popup the input grab; a press that is not on the popup's client dismisses it.
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

  /// Dismisses the popups if a press is outside the windows of the grabbing client.
  ///
  /// Returns whether popups were dismissed.
  func dismissPopups(for focus: Focus?) -> Bool {
    guard let top = grabs.last, focus?.surface.resource.client !== top.surface.resource.client
    else { return false }
    dismissAllPopups()
    return true
  }

  func dismissAllPopups() {
    for popup in grabs.reversed() { popup.dismiss() }
  }

  var grabbingSurface: Surface? { grabs.last?.surface }
}

/// The input that a test or a host injects, since this compositor has no input devices.
public struct InjectedInput {
  private let seat: Seat

  init(_ seat: Seat) { self.seat = seat }

  /// Moves the pointer to a point of the space that all outputs share.
  public func movePointer(to x: Double, _ y: Double) { seat.pointer.move(to: x, y) }

  /// Moves the pointer by a distance in logical pixels.
  public func movePointer(by x: Double, _ y: Double) { seat.pointer.move(by: x, y) }

  /// Presses or releases a button, numbered as in linux/input-event-codes.h.
  public func pressButton(_ button: UInt32, isDown: Bool) {
    seat.pointer.press(button, isDown: isDown)
  }

  /// Puts a finger down at a point of the space that all outputs share; `finger` is the caller's
  /// identifier.
  public func touchDown(_ finger: Int32, at x: Double, _ y: Double) {
    seat.touch.down(finger, at: x, y)
  }

  /// Moves a finger that is down to a point of the space that all outputs share.
  public func touchMove(_ finger: Int32, to x: Double, _ y: Double) {
    seat.touch.move(finger, to: x, y)
  }

  /// Lifts a finger.
  public func touchUp(_ finger: Int32) { seat.touch.up(finger) }

  /// Lifts all fingers.
  public func touchCancel() { seat.touch.vanish() }

  /// Drops the pressed buttons and hides the pointer until its next motion.
  public func pointerLeaves() { seat.pointer.vanish() }

  /// The current cursor image.
  public var cursor: CursorImage { seat.pointer.cursorImage }

  /// Scrolls the surface under the pointer; `source` is a value of wl_pointer.axis_source, nil if
  /// unknown.
  public func scroll(_ steps: [ScrollStep], source: UInt32?) {
    guard !steps.isEmpty else { return }
    seat.pointer.scroll(steps, source: source.map(WlPointer.AxisSource.init(rawValue:)))
  }

  /// Sets the keymap: an xkb text in a file of `size` bytes, whose descriptor the compositor then
  /// owns.
  public func useKeymap(adopting descriptor: Int32, size: UInt32) {
    seat.keyboard.use(Keymap(adopting: descriptor, size: size))
  }

  /// Sets the key repeat: the rate in keys per second, 0 for never, and the delay in milliseconds.
  public func setRepetition(rate: Int32, delay: Int32) {
    seat.keyboard.repeats(rate: rate, delay: delay)
  }

  /// Presses or releases a key, numbered as in linux/input-event-codes.h.
  public func pressKey(_ key: UInt32, isDown: Bool) { seat.keyboard.press(key, isDown: isDown) }

  /// Sets the active modifiers.
  public func setModifiers(_ modifiers: KeyModifiers) { seat.keyboard.modify(modifiers) }

  /// Releases all keys and the depressed and latched modifiers.
  public func keyboardLeaves() { seat.keyboard.vanish() }
}

/// One scroll event along an axis.
public struct ScrollStep: Sendable, Hashable {
  /// Whether the axis is horizontal.
  public var isHorizontal: Bool
  /// The distance in surface coordinates, positive to the right or down; nil when scrolling stops.
  public var distance: Double?
  /// The number of wheel clicks times 120; 0 if the source is not a wheel.
  public var value120: Int32

  /// Creates a step from a distance and, for a wheel, its clicks times 120.
  public init(isHorizontal: Bool, distance: Double?, value120: Int32 = 0) {
    self.isHorizontal = isHorizontal
    self.distance = distance
    self.value120 = value120
  }
}

/// The serials of the user's latest input events, which were all sent to one client.
///
/// Such a serial proves that its client acts on behalf of the user; input for another client
/// invalidates it.
private struct InputSerials {
  private static let most = 64
  private weak var client: Client?
  private var serials: [UInt32] = []

  mutating func note(_ serial: UInt32, for client: Client) {
    if self.client !== client {
      self.client = client
      serials = []
    }
    if serials.count == Self.most { serials.removeFirst() }
    serials.append(serial)
  }

  /// Returns whether the latest input went to this client and the serial belongs to such an event.
  func prove(_ serial: UInt32, of client: Client) -> Bool {
    self.client === client && serials.contains(serial)
  }
}
