// SPDX-License-Identifier: Apache-2.0
import Glibc
public import HeadlessCompositor
import WaylandClient

/// A receiver of input in a window of the host; positions are in the window's logical pixels.
public protocol HostInput: AnyObject {
  /// Called when the pointer has moved to a point, which may be outside while a button is held.
  func pointerMoved(to x: Double, _ y: Double)
  /// Called when the pointer has left the window.
  func pointerLeft()
  /// Called when a button, numbered as in linux/input-event-codes.h, was pressed or released.
  func pressed(button: UInt32, isDown: Bool)
  /// Called after scrolling; `source` is a value of wl_pointer.axis_source.
  func scrolled(_ steps: [ScrollStep], source: UInt32?)
  /// Called when a touch point has come down.
  func touchDown(_ finger: Int32, at x: Double, _ y: Double)
  /// Called when a touch point has moved.
  func touchMoved(_ finger: Int32, to x: Double, _ y: Double)
  /// Called when a touch point was lifted.
  func touchUp(_ finger: Int32)
  /// Called when the host has cancelled all touch points.
  func touchCancelled()
  /// Called with the keymap's file; the receiver closes the descriptor.
  func keymap(adopting descriptor: Int32, size: UInt32)
  /// Called with the key repeat: the rate in keys per second, 0 for never, and the delay in
  /// milliseconds.
  func repetition(rate: Int32, delay: Int32)
  /// Called when a key, numbered as in linux/input-event-codes.h, was pressed or released.
  func pressed(key: UInt32, isDown: Bool)
  /// Called when the modifiers have changed.
  func modified(_ modifiers: KeyModifiers)
  /// Called when the window has lost the keyboard focus.
  func keyboardLeft()
}

/// The input of one of the host's seats in the window.
final class HostSeat {
  /// The name of its global in the registry.
  let global: UInt32
  private let seat: WlSeatProxy
  private var capabilities: WlSeat.Capability = []
  private var pointer: WlPointerProxy?
  private var keyboard: WlKeyboardProxy?
  private var touch: WlTouchProxy?
  private weak var surface: WlSurfaceProxy?
  private weak var input: (any HostInput)?
  private weak var cursor: HostCursor?
  /// The clipboard and the primary selection, if the host has them.
  private var selections: [any HostSelection] = []
  private var isPointerInside = false
  private var hasKeyboard = false
  private var fingers: Set<Int32> = []
  // The scroll events of the current pointer frame.
  private var steps: [ScrollStep] = []
  private var source: UInt32?

  init(global: UInt32, _ seat: WlSeatProxy) {
    self.global = global
    self.seat = seat
    seat.onEvent = { [weak self] event in
      guard case .capabilities(let set) = event, let self else { return }
      capabilities = set
      refresh()
    }
  }

  deinit {
    cancelAll()
    pointer?.release()
    keyboard?.release()
    touch?.release()
    seat.release()
  }

  /// Shares the host's selections with a compositor.
  func share(_ exchange: InjectedClipboard, on display: HostDisplay) {
    guard selections.isEmpty else { return }
    if let manager = display.copied, let device = try? manager.getDataDevice(seat: seat) {
      selections.append(
        SharedSelection(device, with: exchange.copied) { try? manager.createDataSource() })
    }
    if let manager = display.primary, let device = try? manager.getDevice(seat: seat) {
      selections.append(
        SharedSelection(device, with: exchange.primary) { try? manager.createSource() })
    }
  }

  /// Sends the input on a surface to a receiver.
  func attend(_ surface: WlSurfaceProxy, with input: (any HostInput)?, cursor: HostCursor) {
    self.surface = surface
    self.input = input
    self.cursor = cursor
    refresh()
  }

  /// Releases everything held when a device is removed.
  private func cancelAll() {
    if isPointerInside { input?.pointerLeft() }
    if hasKeyboard { input?.keyboardLeft() }
    if !fingers.isEmpty { input?.touchCancelled() }
    (isPointerInside, hasKeyboard, fingers) = (false, false, [])
  }

  private func refresh() {
    guard input != nil else { return }
    if capabilities.contains(.pointer), pointer == nil {
      pointer = try? seat.getPointer()
      pointer?.onEvent = { [weak self] in self?.handle($0) }
    } else if !capabilities.contains(.pointer), let gone = pointer {
      pointer = nil
      cursor?.left(gone)
      if isPointerInside { input?.pointerLeft() }
      isPointerInside = false
      gone.release()
    }
    if capabilities.contains(.keyboard), keyboard == nil {
      keyboard = try? seat.getKeyboard()
      keyboard?.onEvent = { [weak self] in self?.handle($0) }
    } else if !capabilities.contains(.keyboard), let gone = keyboard {
      keyboard = nil
      if hasKeyboard { input?.keyboardLeft() }
      hasKeyboard = false
      unfocus()
      gone.release()
    }
    if capabilities.contains(.touch), touch == nil {
      touch = try? seat.getTouch()
      touch?.onEvent = { [weak self] in self?.handle($0) }
    } else if !capabilities.contains(.touch), let gone = touch {
      touch = nil
      if !fingers.isEmpty { input?.touchCancelled() }
      fingers = []
      gone.release()
    }
  }

  private func handle(_ event: WlPointerProxy.Event) {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      guard surface === self.surface, let pointer else { return }
      isPointerInside = true
      cursor?.entered(pointer, serial: serial)
      input?.pointerMoved(to: x.value, y.value)
    case .leave(_, let surface):
      guard surface === self.surface, isPointerInside, let pointer else { return }
      isPointerInside = false
      cursor?.left(pointer)
      input?.pointerLeft()
    case .motion(_, let x, let y):
      if isPointerInside { input?.pointerMoved(to: x.value, y.value) }
    case .button(let serial, _, let button, let state):
      if hasKeyboard { focus(serial) }
      if isPointerInside { input?.pressed(button: button, isDown: state == .pressed) }
    case .axis(_, let axis, let value): change(axis) { $0.distance = value.value }
    case .axisSource(let source): self.source = source.rawValue
    case .axisStop(_, let axis): change(axis) { $0.distance = nil }
    case .axisDiscrete(let axis, let clicks): change(axis) { $0.value120 = clicks &* 120 }
    case .axisValue120(let axis, let value): change(axis) { $0.value120 = value }
    // Frame events, and events of newer versions.
    default: break
    }
    if case .frame = event { return finishScrolling() }
    if let pointer, pointer.version < 5 { finishScrolling() }
  }

  private func change(_ axis: WlPointer.Axis, _ body: (inout ScrollStep) -> Void) {
    let isHorizontal = axis == .horizontalScroll
    let index = steps.firstIndex { $0.isHorizontal == isHorizontal }
    var step = index.map { steps[$0] } ?? ScrollStep(isHorizontal: isHorizontal, distance: 0)
    body(&step)
    if let index { steps[index] = step } else { steps.append(step) }
  }

  private func finishScrolling() {
    if !steps.isEmpty, isPointerInside { input?.scrolled(steps, source: source) }
    (steps, source) = ([], nil)
  }

  private func focus(_ serial: UInt32) {
    for selection in selections { selection.focused(serial: serial) }
  }

  private func unfocus() {
    for selection in selections { selection.unfocused() }
  }

  private func handle(_ event: WlTouchProxy.Event) {
    switch event {
    case .down(_, _, let surface, let id, let x, let y):
      guard surface === self.surface, fingers.insert(id).inserted else { return }
      input?.touchDown(id, at: x.value, y.value)
    case .motion(_, let id, let x, let y):
      if fingers.contains(id) { input?.touchMoved(id, to: x.value, y.value) }
    case .up(_, _, let id):
      if fingers.remove(id) != nil { input?.touchUp(id) }
    case .cancel:
      guard !fingers.isEmpty else { return }
      fingers = []
      input?.touchCancelled()
    default: break
    }
  }

  private func handle(_ event: WlKeyboardProxy.Event) {
    switch event {
    case .keymap(let format, let descriptor, let size):
      guard format == .xkbV1, let input else {
        close(descriptor)
        return
      }
      input.keymap(adopting: descriptor, size: size)
    // Keys that were already held are not passed on.
    case .enter(let serial, let surface, _):
      hasKeyboard = surface === self.surface
      if hasKeyboard { focus(serial) }
    case .leave:
      guard hasKeyboard else { return }
      hasKeyboard = false
      unfocus()
      input?.keyboardLeft()
    case .key(let serial, _, let key, let state):
      guard hasKeyboard, state == .pressed || state == .released else { return }
      focus(serial)
      input?.pressed(key: key, isDown: state == .pressed)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      guard hasKeyboard else { return }
      input?.modified(
        KeyModifiers(depressed: depressed, latched: latched, locked: locked, group: group))
    case .repeatInfo(let rate, let delay): input?.repetition(rate: rate, delay: delay)
    }
  }
}
