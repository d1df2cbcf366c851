// SPDX-License-Identifier: Apache-2.0
import ClientDrawing
import Glibc
public import HeadlessCompositor
import Orientation
import Pixels
import WaylandClient

/// A receiver of input in a window of the host; positions are in the window's logical pixels.
///
/// The default implementations, which exist except where a position must be converted, pass the
/// input on to the compositor.
public protocol HostInput: AnyObject {
  /// The injected input of the compositor that is in the window.
  var input: InjectedInput { get }
  /// Called when the pointer has moved; the point may be outside the window while a button is
  /// pressed.
  func pointerMoved(to x: Double, _ y: Double)
  func pointerLeft()
  /// Called when a button, numbered as in linux/input-event-codes.h, was pressed or released.
  func pressed(button: UInt32, isDown: Bool)
  /// Called after scrolling; `source` is a value of wl_pointer.axis_source, nil if the host sent
  /// none.
  func scrolled(_ steps: [ScrollStep], source: UInt32?)
  func touchDown(_ finger: Int32, at x: Double, _ y: Double)
  func touchMoved(_ finger: Int32, to x: Double, _ y: Double)
  func touchUp(_ finger: Int32)
  func touchCancelled()
  /// Called when a key, numbered as in linux/input-event-codes.h, was pressed or released.
  func pressed(key: UInt32, isDown: Bool)
  /// Called when the window has lost the keyboard focus.
  func keyboardLeft()
}

extension HostInput {
  /// Drops the pressed buttons and hides the pointer.
  public func pointerLeft() { input.pointerLeaves() }
  /// Presses or releases a button.
  public func pressed(button: UInt32, isDown: Bool) { input.pressButton(button, isDown: isDown) }
  /// Scrolls the surface under the pointer.
  public func scrolled(_ steps: [ScrollStep], source: UInt32?) {
    input.scroll(steps, source: source)
  }
  /// Lifts a finger.
  public func touchUp(_ finger: Int32) { input.touchUp(finger) }
  /// Lifts all fingers.
  public func touchCancelled() { input.touchCancel() }
  /// Presses or releases a key.
  public func pressed(key: UInt32, isDown: Bool) { input.pressKey(key, isDown: isDown) }
  /// Releases all keys and the depressed and latched modifiers.
  public func keyboardLeft() { input.keyboardLeaves() }
}

/// One of the host's seats: its input for the window, and its selections.
final class HostSeat {
  let global: UInt32
  private let seat: WlSeatProxy
  private var capabilities: WlSeat.Capability = []
  private var pointer: WlPointerProxy?
  private var keyboard: WlKeyboardProxy?
  private var touch: WlTouchProxy?
  private weak var surface: WlSurfaceProxy?
  private weak var receiver: (any HostInput)?
  private weak var cursor: HostCursor?
  private var selections: [any HostSelection] = []
  private var isPointerInside = false
  private var hasKeyboard = false
  private var fingers: Set<Int32> = []
  // The scroll events since the last frame event of the pointer.
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
    if let pointer {
      cursor?.left(pointer)
      pointer.release()
    }
    keyboard?.release()
    touch?.release()
    seat.release()
  }

  func share(_ exchange: Clipboard, on display: HostDisplay) {
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

  func attend(_ surface: WlSurfaceProxy, with input: (any HostInput)?, cursor: HostCursor) {
    self.surface = surface
    receiver = input
    self.cursor = cursor
    refresh()
  }

  private func cancelAll() {
    pointerLeft()
    keyboardLeft()
    touchCancelled()
  }

  private func pointerLeft() {
    guard isPointerInside else { return }
    isPointerInside = false
    receiver?.pointerLeft()
  }

  private func keyboardLeft() {
    guard hasKeyboard else { return }
    hasKeyboard = false
    receiver?.keyboardLeft()
  }

  private func touchCancelled() {
    guard !fingers.isEmpty else { return }
    fingers = []
    receiver?.touchCancelled()
  }

  private func refresh() {
    guard receiver != nil else { return }
    if capabilities.contains(.pointer), pointer == nil {
      pointer = try? seat.getPointer()
      pointer?.onEvent = { [weak self] in self?.handle($0) }
    } else if !capabilities.contains(.pointer), let gone = pointer {
      pointer = nil
      cursor?.left(gone)
      pointerLeft()
      gone.release()
    }
    if capabilities.contains(.keyboard), keyboard == nil {
      keyboard = try? seat.getKeyboard()
      keyboard?.onEvent = { [weak self] in self?.handle($0) }
    } else if !capabilities.contains(.keyboard), let gone = keyboard {
      keyboard = nil
      keyboardLeft()
      unfocus()
      gone.release()
    }
    if capabilities.contains(.touch), touch == nil {
      touch = try? seat.getTouch()
      touch?.onEvent = { [weak self] in self?.handle($0) }
    } else if !capabilities.contains(.touch), let gone = touch {
      touch = nil
      touchCancelled()
      gone.release()
    }
  }

  private func handle(_ event: WlPointerProxy.Event) {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      guard surface === self.surface, let pointer else { return }
      isPointerInside = true
      cursor?.entered(pointer, serial: serial)
      receiver?.pointerMoved(to: x.value, y.value)
    case .leave(_, let surface):
      guard surface === self.surface, isPointerInside, let pointer else { return }
      cursor?.left(pointer)
      pointerLeft()
    case .motion(_, let x, let y):
      if isPointerInside { receiver?.pointerMoved(to: x.value, y.value) }
    case .button(let serial, _, let button, let state):
      if hasKeyboard { focus(serial) }
      if isPointerInside { receiver?.pressed(button: button, isDown: state == .pressed) }
    case .axis(_, let axis, let value): change(axis) { $0.distance = value.value }
    case .axisSource(let source): self.source = source.rawValue
    case .axisStop(_, let axis): change(axis) { $0.distance = nil }
    case .axisDiscrete(let axis, let clicks): change(axis) { $0.value120 = clicks &* 120 }
    case .axisValue120(let axis, let value): change(axis) { $0.value120 = value }
    // Frame events are handled below; events of newer versions need no action.
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
    if !steps.isEmpty, isPointerInside { receiver?.scrolled(steps, source: source) }
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
      receiver?.touchDown(id, at: x.value, y.value)
    case .motion(_, let id, let x, let y):
      if fingers.contains(id) { receiver?.touchMoved(id, to: x.value, y.value) }
    case .up(_, _, let id):
      if fingers.remove(id) != nil { receiver?.touchUp(id) }
    case .cancel: touchCancelled()
    default: break
    }
  }

  private func handle(_ event: WlKeyboardProxy.Event) {
    switch event {
    case .keymap(let format, let descriptor, let size):
      guard format == .xkbV1, let receiver else {
        close(descriptor)
        return
      }
      receiver.input.useKeymap(adopting: descriptor, size: size)
    // Keys that were pressed before the focus arrived are not passed on.
    case .enter(let serial, let surface, _):
      hasKeyboard = surface === self.surface
      if hasKeyboard { focus(serial) }
    case .leave:
      if hasKeyboard { unfocus() }
      keyboardLeft()
    case .key(let serial, _, let key, let state):
      guard hasKeyboard, state == .pressed || state == .released else { return }
      focus(serial)
      receiver?.pressed(key: key, isDown: state == .pressed)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      guard hasKeyboard else { return }
      receiver?.input.setModifiers(
        KeyModifiers(depressed: depressed, latched: latched, locked: locked, group: group))
    case .repeatInfo(let rate, let delay): receiver?.input.setRepetition(rate: rate, delay: delay)
    }
  }
}

/// The cursor that the host's pointers show on the window.
final class HostCursor {
  private let display: HostDisplay
  private let surface: WlSurfaceProxy?
  private var image = CursorImage.usual
  private var pointers: [(proxy: WlPointerProxy, serial: UInt32)] = []
  private var picture: SharedPicture?

  /// The picture of an arrow whose hotspot is the upper left corner: `#` is the outline, `o` the
  /// inside.
  private static let arrow = [
    "#", "##", "#o#", "#oo#", "#ooo#", "#oooo#", "#ooooo#", "#oooooo#", "#ooooooo#", "#oooooooo#",
    "#ooooo#####", "#oo#oo#", "#o# #oo#", "##  #oo#", "#    #oo#", "     #oo#", "      ##",
  ]

  init(_ display: HostDisplay) {
    self.display = display
    surface = try? display.compositor.createSurface()
  }

  func entered(_ pointer: WlPointerProxy, serial: UInt32) {
    left(pointer)
    pointers.append((pointer, serial))
    show(image)
  }

  func left(_ pointer: WlPointerProxy) { pointers.removeAll { $0.proxy === pointer } }

  func show(_ image: CursorImage) {
    self.image = image
    guard !pointers.isEmpty else { return }
    switch image {
    case .nothing: set(nil, hotspot: Point(x: 0, y: 0))
    case .usual: attach(Self.drawArrow(), scale: 1, hotspot: Point(x: 0, y: 0))
    case .picture(let store, let scale, let transform, let hotspot):
      // The copy is upright, since the host's cursor does not turn with a window.
      let buffer = Size(width: Int32(store.width), height: Int32(store.height))
      let upright = transform.inverse.apply(to: buffer)
      let list = DrawList(
        panel: upright, scale: 1, transform: .normal, background: 0,
        items: [
          SceneItem(
            content: .pixels(store, transform: transform), turn: .normal,
            destination: Rectangle(origin: Point(x: 0, y: 0), size: upright))
        ])
      attach(list.drawn(), scale: scale, hotspot: hotspot)
    }
  }

  private func attach(_ canvas: Canvas?, scale: Int32, hotspot: Point) {
    guard let canvas, let surface,
      let shared = try? SharedPicture(display.shm, size: canvas.size),
      canvas.size.width % scale == 0, canvas.size.height % scale == 0
    else { return set(nil, hotspot: hotspot) }
    unsafe shared.address.copyMemory(
      from: canvas.view.address, byteCount: Int(shared.stride) * Int(shared.size.height))
    shared.lend()
    picture = shared
    try? surface.setBufferScale(scale: scale)
    try? surface.attach(buffer: shared.buffer, x: 0, y: 0)
    try? surface.damage(x: 0, y: 0, width: .max, height: .max)
    try? surface.commit()
    set(surface, hotspot: hotspot)
    withExtendedLifetime(canvas) {}
  }

  private func set(_ surface: WlSurfaceProxy?, hotspot: Point) {
    for pointer in pointers {
      try? pointer.proxy.setCursor(
        serial: pointer.serial, surface: surface, hotspotX: hotspot.x, hotspotY: hotspot.y)
    }
  }

  private static func drawArrow() -> Canvas? {
    let width = arrow.map(\.count).max() ?? 1
    guard let canvas = Canvas(size: Size(width: Int32(width), height: Int32(arrow.count))) else {
      return nil
    }
    let edge = Colour(red: 20, green: 20, blue: 24)
    let inside = Colour(red: 250, green: 250, blue: 250)
    for (y, row) in arrow.enumerated() {
      for (x, letter) in row.enumerated() where letter != " " {
        let dot = Rectangle(
          origin: Point(x: Int32(x), y: Int32(y)), size: Size(width: 1, height: 1))
        canvas.fill(dot, letter == "#" ? edge : inside)
      }
    }
    return canvas
  }
}

/// One of the two selections of the host, on one seat.
protocol HostSelection: AnyObject {
  /// Called when the window gains the keyboard focus, and for each later key or button, with the
  /// event's serial.
  func focused(serial: UInt32)
  /// Called when the window has lost the keyboard focus; the host's selection is no longer offered.
  func unfocused()
}

/// A selection that a seat of the host shares with the compositor in the window.
///
/// The selection is shared only while the window has the host's keyboard focus: then the host sends
/// its selection, and a selection of the compositor's clients becomes the host's.
private final class SharedSelection<Device: HostSelectionDevice>: HostSelection {
  private let device: Device
  private let selection: Selection
  private let makeSource: () -> Device.Source?
  /// The host's current offers, also the selected one, with those MIME types that are plain text.
  private var offers: [(proxy: Device.Offer, types: [String])] = []
  private var selected: Device.Offer?
  /// The source that this program has set on the host, until another client's selection replaces
  /// it.
  private var source: Device.Source?
  private var serial: UInt32?

  init(
    _ device: Device, with selection: Selection,
    makeSource: @escaping () -> Device.Source?
  ) {
    self.device = device
    self.selection = selection
    self.makeSource = makeSource
    device.listen { [weak self] in self?.handle($0) }
    selection.onSelection = { [weak self] in self?.publish($0) }
  }

  deinit {
    selection.onSelection = nil
    selection.offer([]) { _, _ in }
    source?.destroy()
    for offer in offers { offer.proxy.destroy() }
    device.end()
  }

  func focused(serial: UInt32) {
    let wasFocused = self.serial != nil
    self.serial = serial
    // The host sends its selection just before the keyboard focus.
    if !wasFocused { announce() }
  }

  func unfocused() {
    serial = nil
    drop()
  }

  private func drop() {
    if source == nil { selection.offer([]) { _, _ in } }
    selected?.destroy()
    offers.removeAll { $0.proxy === selected }
    selected = nil
  }

  private func handle(_ event: HostSelectionEvent<Device.Offer>) {
    switch event {
    case .offered(let offer):
      offers.append((offer, []))
      offer.listen { [weak self, unowned offer] type in
        guard let self, let index = offers.firstIndex(where: { $0.proxy === offer }) else { return }
        if plainTexts.contains(type) { offers[index].types.append(type) }
      }
    case .selected(let offer):
      // The host also sends back this program's own selection.
      if source != nil {
        if let offer { forget(offer) }
        return
      }
      drop()
      selected = offer
      if serial != nil { announce() }
    case .dragged(let offer): forget(offer)
    }
  }

  private func announce() {
    guard let selected else { return }
    let types = offers.first { $0.proxy === selected }?.types ?? []
    selection.offer(types) { [weak selected] type, descriptor in
      try? selected?.receive(mimeType: type, fd: descriptor)
    }
  }

  private func forget(_ offer: Device.Offer) {
    offers.removeAll { $0.proxy === offer }
    offer.destroy()
  }

  /// Called when a client of the compositor has set the selection; sets it on the host if it offers
  /// plain text and the window has the host's keyboard focus.
  private func publish(_ types: [String]) {
    let texts = plainTexts.filter { types.contains($0) }
    guard let serial, !texts.isEmpty, let fresh = makeSource() else { return }
    source?.destroy()
    source = fresh
    fresh.listen { [weak self, unowned fresh] wanted in
      if let (type, descriptor) = wanted {
        self?.selection.read(type, into: descriptor)
        close(descriptor)
      } else {
        fresh.destroy()
        if self?.source === fresh { self?.source = nil }
      }
    }
    for type in texts { try? fresh.offer(mimeType: type) }
    try? device.setSelection(source: fresh, serial: serial)
  }
}

/// The MIME types of plain text; other types are not shared.
private let plainTexts = [
  "text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT", "STRING",
]

enum HostSelectionEvent<Offer> {
  /// An offer was announced, which may become the selection.
  case offered(Offer)
  case selected(Offer?)
  /// A drag brings an offer, which is refused.
  case dragged(Offer)
}

private protocol HostSelectionDevice: Proxy {
  associatedtype Offer: HostSelectionOffer
  associatedtype Source: HostSelectionSource
  func listen(_ body: @escaping (HostSelectionEvent<Offer>) -> Void)
  func setSelection(source: Source?, serial: UInt32) throws(WaylandError)
  func end()
}

private protocol HostSelectionOffer: Proxy {
  /// Sets a closure that is called with each MIME type.
  func listen(_ body: @escaping (String) -> Void)
  func receive(mimeType: String, fd: Int32) throws(WaylandError)
  func destroy()
}

private protocol HostSelectionSource: Proxy {
  /// Sets a closure that is called with a MIME type and a descriptor, which it writes to and
  /// closes; called with nil when the host cancels the source.
  func listen(_ body: @escaping ((type: String, descriptor: Int32)?) -> Void)
  func offer(mimeType: String) throws(WaylandError)
  func destroy()
}

extension WlDataDeviceProxy: HostSelectionDevice {
  func listen(_ body: @escaping (HostSelectionEvent<WlDataOfferProxy>) -> Void) {
    onEvent = { event in
      switch event {
      case .dataOffer(let offer): body(.offered(offer))
      case .selection(let offer): body(.selected(offer))
      case .enter(_, _, _, _, let offer): if let offer { body(.dragged(offer)) }
      case .leave, .motion, .drop: break
      }
    }
  }

  func end() { if version >= 2 { release() } }
}

extension WlDataOfferProxy: HostSelectionOffer {
  func listen(_ body: @escaping (String) -> Void) {
    onEvent = { if case .offer(let type) = $0 { body(type.string) } }
  }
}

extension WlDataSourceProxy: HostSelectionSource {
  func listen(_ body: @escaping ((type: String, descriptor: Int32)?) -> Void) {
    onEvent = { event in
      switch event {
      case .send(let type, let descriptor): body((type.string, descriptor))
      case .cancelled: body(nil)
      default: break
      }
    }
  }
}

extension ZwpPrimarySelectionDeviceV1Proxy: HostSelectionDevice {
  func listen(_ body: @escaping (HostSelectionEvent<ZwpPrimarySelectionOfferV1Proxy>) -> Void) {
    onEvent = { event in
      switch event {
      case .dataOffer(let offer): body(.offered(offer))
      case .selection(let offer): body(.selected(offer))
      }
    }
  }

  func end() { destroy() }
}

extension ZwpPrimarySelectionOfferV1Proxy: HostSelectionOffer {
  func listen(_ body: @escaping (String) -> Void) {
    onEvent = { if case .offer(let type) = $0 { body(type.string) } }
  }
}

extension ZwpPrimarySelectionSourceV1Proxy: HostSelectionSource {
  func listen(_ body: @escaping ((type: String, descriptor: Int32)?) -> Void) {
    onEvent = { event in
      switch event {
      case .send(let type, let descriptor): body((type.string, descriptor))
      case .cancelled: body(nil)
      }
    }
  }
}
