// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import WaylandServer

/// One person's pointer, fingers and keyboard.
final class Seat {
  unowned(unsafe) let compositor: HeadlessCompositor
  static let name = "seat0"
  var seats: [WlSeatResource] = []
  var pointers: [WlPointerResource] = []
  var touches: [WlTouchResource] = []
  var keyboards: [WlKeyboardResource] = []

  /// Where the pointer is, in the shared space.
  var position = (x: 0.0, y: 0.0)
  var pointerFocus: Focus?
  /// Where the focused client was last told that the pointer is, in its coordinates.
  var lastPoint = (x: 0.0, y: 0.0)
  /// The buttons that are down, in the order of their pressing.
  var buttons: [UInt32] = []
  var fingers: [Int32: Focus] = [:]
  /// Where a finger was last, in the shared space.
  var lastTouch = (x: 0.0, y: 0.0)
  /// The client that has the keyboard.
  weak var keyboardClient: Client?
  let cursorRole = CursorRole()
  /// The numbers by which clients prove that an input was theirs.
  var lastPress: UInt32 = 0

  /// The window with the keyboard.
  private(set) weak var keyboardWindow: ShellWindow?
  var keyboardSurface: Surface?
  var keys: [UInt32] = []
  /// The windows that have had the keyboard, the latest last.
  private var history: [ShellWindow] = []
  /// The popups that have grabbed the input, the topmost last.
  private var grabs: [Popup] = []
  let keymap = Keymap()

  init(_ compositor: HeadlessCompositor) { self.compositor = compositor }

  func offer() {
    compositor.display.offer(WlSeatResource.self, version: 8) { [unowned self] seat in
      seats.append(seat)
      seat.onDestroy = { [unowned self, unowned seat] in seats.removeAll { $0 === seat } }
      seat.onRequest = { [unowned self] in handle($0) }
      seat.capabilities(capabilities: [.pointer, .keyboard, .touch])
      seat.name(name: Self.name)
    }
  }

  private func handle(_ request: WlSeatResource.Request) {
    switch request {
    case .getPointer(let id): add(id)
    case .getKeyboard(let id): add(id)
    case .getTouch(let id):
      touches.append(id)
      id.onRequest = { _ in }
      id.onDestroy = { [unowned self, unowned id] in touches.removeAll { $0 === id } }
    case .release: break
    }
  }

  /// Milliseconds for events.
  var time: UInt32 { UInt32(truncatingIfNeeded: compositor.clock.now.milliseconds) }

  /// Gives the keyboard to a window, or to none.
  func focusKeyboard(_ window: ShellWindow?) {
    let exclusive = compositor.ordered.last {
      ($0 as? LayerWindow)?.wantsAllKeys == true && $0.isVisible
    }
    let window = exclusive ?? window
    if let window {
      history.removeAll { $0 === window }
      history.append(window)
    }
    guard keyboardWindow !== window else { return enterKeyboard() }
    let before = keyboardWindow
    keyboardWindow = window
    enterKeyboard()
    before?.activate(false)
    window?.activate(true)
    if let id = window?.id, window is Toplevel, compositor.scene.keyWindow != id {
      compositor.governor.handle(.window(id, .makeKey))
    }
  }

  /// Looks again who should have the keyboard.
  func refocusKeyboard() {
    let last = history.last { $0.isVisible && $0.takesKeyboard }
    let current = keyboardWindow.flatMap { $0.isVisible && $0.takesKeyboard ? $0 : nil }
    focusKeyboard(current ?? last)
  }

  /// A window is no longer there.
  func forget(_ window: ShellWindow) {
    history.removeAll { $0 === window }
    if keyboardWindow === window {
      keyboardWindow = nil
      window.activate(false)
      refocusKeyboard()
    }
  }

  /// A surface is no longer there.
  func forget(_ surface: Surface) {
    if pointerFocus?.surface === surface {
      pointerFocus = nil
      buttons = []
    }
    for finger in fingers.keys.sorted() where fingers[finger]?.surface === surface {
      touchUp(finger)
    }
    if keyboardSurface === surface { keyboardSurface = nil }
    refocus()
  }

  /// The pointer may be on something else although it has not moved.
  func refocus() {
    // Nobody would hear of it.
    guard !pointers.isEmpty || pointerFocus != nil else { return }
    guard buttons.isEmpty else { return updateGrabbedFocus() }
    movePointer(silently: true)
  }

  // The grabbed surface keeps the pointer, but it may have moved below it.
  private func updateGrabbedFocus() {
    guard let focus = pointerFocus, let fresh = compositor.focus(on: focus.surface) else { return }
    pointerFocus = fresh
  }

  // MARK: Popups

  /// A popup takes all input; what is outside of its client dismisses it.
  func grab(_ popup: Popup) {
    grabs.append(popup)
    enterKeyboard()
    refocus()
  }

  func release(_ popup: Popup) {
    guard grabs.contains(where: { $0 === popup }) else { return }
    grabs.removeAll { $0 === popup }
    enterKeyboard()
  }

  /// A press outside of the grabbing client closes its popups; true if it did.
  func dismissPopups(for focus: Focus?) -> Bool {
    guard let top = grabs.last, focus?.surface.resource.client !== top.surface.resource.client
    else {
      return false
    }
    dismissAllPopups()
    return true
  }

  /// Closes all popups that hold the input.
  func dismissAllPopups() {
    for popup in grabs.reversed() { popup.dismiss() }
  }

  /// The surface that gets the keys.
  var keyTarget: Surface? { grabs.last?.surface ?? keyboardWindow?.surface }
}
