// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

/// One person's pointer, fingers and keyboard, and the popups that take all their input.
final class Seat {
  unowned(unsafe) let compositor: HeadlessCompositor
  private static let name = "seat0"
  private var resources: [WlSeatResource] = []
  /// The popups that have grabbed the input, the topmost last.
  private var grabs: [Popup] = []
  private var inputs = InputSerials()
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
  var time: UInt32 { unsafe UInt32(truncatingIfNeeded: compositor.now.milliseconds) }

  func nextSerial() -> UInt32 { unsafe compositor.display.nextSerial() }

  /// The serial of something that a person does, which a client is told.
  func inputSerial(for client: Client?) -> UInt32 {
    let serial = nextSerial()
    if let client { inputs.note(serial, for: client) }
    return serial
  }

  /// Whether a client may act for the person, who has done nothing with another one since.
  func proves(_ serial: UInt32, of client: Client) -> Bool { inputs.prove(serial, of: client) }

  /// A window was pressed or touched: it gets the keyboard and comes to the top of its layer.
  func pressed(_ window: ShellWindow) {
    if window.takesKeyboard { keyboard.focus(window) }
    if window is Toplevel { unsafe compositor.windows.raise(window) }
  }

  /// A window is wanted without being pressed, and back in sight first if it was minimised.
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

  func dismissAllPopups() {
    for popup in grabs.reversed() { popup.dismiss() }
  }

  var grabbingSurface: Surface? { grabs.last?.surface }
}

/// What a person does with a mouse, fingers and keys: the compositor has no input devices itself.
///
/// Tests and the window on another compositor act through it.
public struct InjectedInput {
  private let seat: Seat

  init(_ seat: Seat) { self.seat = seat }

  /// Moves the pointer to a point of the space that all outputs share.
  public func movePointer(to x: Double, _ y: Double) { seat.pointer.move(to: x, y) }

  /// Moves the pointer by a distance.
  public func movePointer(by x: Double, _ y: Double) { seat.pointer.move(by: x, y) }

  /// Presses or releases a button, numbered as in linux/input-event-codes.h.
  public func pressButton(_ button: UInt32, isDown: Bool) {
    seat.pointer.press(button, isDown: isDown)
  }

  /// Puts a finger down; fingers are told apart by a number of the caller's.
  public func touchDown(_ finger: Int32, at x: Double, _ y: Double) {
    seat.touch.down(finger, at: x, y)
  }

  /// Moves a finger that is down.
  public func touchMove(_ finger: Int32, to x: Double, _ y: Double) {
    seat.touch.move(finger, to: x, y)
  }

  /// Lifts a finger.
  public func touchUp(_ finger: Int32) { seat.touch.up(finger) }

  /// Lifts all fingers.
  public func touchCancel() { seat.touch.vanish() }

  /// Lets go of all buttons and takes the pointer away until it is moved again.
  public func pointerLeaves() { seat.pointer.vanish() }

  /// What is to be shown where the pointer is.
  public var cursor: CursorImage { seat.pointer.cursorImage }

  /// Scrolls what is under the pointer; `source` is a number of wl_pointer.axis_source.
  public func scroll(_ steps: [ScrollStep], source: UInt32?) {
    let axes = steps.map { step in
      PointerAxis(
        axis: step.isHorizontal ? .horizontalScroll : .verticalScroll,
        value: step.distance.map { Fixed($0) }, value120: step.value120)
    }
    guard !axes.isEmpty else { return }
    seat.pointer.scroll(axes, source: source.map(WlPointer.AxisSource.init(rawValue:)))
  }

  /// Takes a keymap for the keyboard: an xkb text in a file, whose descriptor is closed later.
  public func useKeymap(adopting descriptor: Int32, size: UInt32) {
    seat.keyboard.use(Keymap(adopting: descriptor, size: size))
  }

  /// Sets how held keys repeat: times a second, 0 for never, after so many milliseconds.
  public func setRepetition(rate: Int32, delay: Int32) {
    seat.keyboard.repeats(rate: rate, delay: delay)
  }

  /// Presses or releases a key, numbered as in linux/input-event-codes.h.
  public func pressKey(_ key: UInt32, isDown: Bool) { seat.keyboard.press(key, isDown: isDown) }

  /// Says which modifiers hold.
  public func setModifiers(_ modifiers: KeyModifiers) { seat.keyboard.modify(modifiers) }

  /// Releases all keys and the modifiers that are held.
  public func keyboardLeaves() { seat.keyboard.vanish() }
}

/// One piece of scrolling along an axis.
public struct ScrollStep: Sendable, Hashable {
  /// Sideways; otherwise up and down.
  public var isHorizontal: Bool
  /// How far, in the coordinates of motion; nil where scrolling stops.
  public var distance: Double?
  /// Clicks of a wheel times 120; 0 if it is none.
  public var value120: Int32

  /// Takes a distance and, for a wheel, its clicks times 120.
  public init(isHorizontal: Bool, distance: Double?, value120: Int32 = 0) {
    self.isHorizontal = isHorizontal
    self.distance = distance
    self.value120 = value120
  }
}
